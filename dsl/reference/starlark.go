package reference

// universe returns the functions that Starlark itself offers. A test compares
// the list with the language.
func universe() []*Entry {
	var out []*Entry
	for _, f := range universeDocs {
		out = append(out, &Entry{Kind: Function, Name: f[0], Signature: f[0] + f[1], Doc: f[2]})
	}
	for _, c := range [][2]string{{"None", "No value: the usual default of an argument."}, {"True", "Yes."}, {"False", "No."}} {
		out = append(out, &Entry{Kind: Constant, Name: c[0], Doc: c[1]})
	}
	return out
}

var universeDocs = [][3]string{
	{"abs", "(x)", "The absolute value of a number."},
	{"all", "(x)", "Whether every item is true."},
	{"any", "(x)", "Whether any item is true."},
	{"bool", "(x = False)", "Whether a value is true: not None, 0, empty or False."},
	{"bytes", "(x)", "Bytes from a string or a list of numbers."},
	{"chr", "(i)", "The character with this code point."},
	{"dict", "(pairs = [], **entries)", "A dict from pairs and keywords."},
	{"dir", "(x)", "The names of the attributes and methods of a value."},
	{"enumerate", "(x, start = 0)", "Pairs of an index and an item."},
	{"fail", "(*args, sep = \" \")", "Stops the script with this error message, CR021."},
	{"float", "(x = 0.0)", "A floating-point number."},
	{"getattr", "(x, name, default)", "An attribute of a value, by name."},
	{"hasattr", "(x, name)", "Whether a value has an attribute."},
	{"hash", "(x)", "A hash of a string: equal strings have equal hashes."},
	{"int", "(x = 0, base = 10)", "An integer, from a number or a string."},
	{"len", "(x)", "The number of items, or of bytes in a string."},
	{"list", "(x = [])", "A new list with the items of a sequence."},
	{"max", "(*args, key = None)", "The largest of several values, or of the items of one."},
	{"min", "(*args, key = None)", "The smallest of several values, or of the items of one."},
	{"ord", "(s)", "The code point of a character."},
	{"print", "(*args, sep = \" \")", "Writes a line to standard error, for debugging."},
	{"range", "(start, stop, step = 1)", "The integers from start up to but not including stop; with one argument, from 0."},
	{"repr", "(x)", "A value as you would write it in a script."},
	{"reversed", "(x)", "The items from last to first."},
	{"set", "(x = [])", "A set: the distinct items of a sequence."},
	{"sorted", "(x, key = None, reverse = False)", "A sorted list of the items."},
	{"str", "(x)", "A value as a string."},
	{"tuple", "(x = ())", "The items as a tuple, which never changes."},
	{"type", "(x)", "The name of the type of a value."},
	{"zip", "(*args)", "Tuples of the first items, of the second, and so on."},
}
