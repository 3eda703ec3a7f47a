module cardroom

go 1.26
