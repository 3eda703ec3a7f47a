package star
