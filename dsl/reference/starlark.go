package reference

// universe are the functions that Starlark itself offers. The tests hold the
// list against the language.
func universe() []*Entry {
	var out []*Entry
	for _, f := range universeDocs {
		out = append(out, &Entry{Kind: Function, Name: f[0], Signature: f[0] + f[1], Doc: f[2]})
	}
	for _, c := range [][2]string{{"None", "Nothing: an argument that is left out."}, {"True", "Yes."}, {"False", "No."}} {
		out = append(out, &Entry{Kind: Constant, Name: c[0], Doc: c[1]})
	}
	return out
}

var universeDocs = [][3]string{
	{"abs", "(x)", "The absolute value of a number."},
	{"all", "(x)", "Whether every item is true."},
	{"any", "(x)", "Whether some item is true."},
	{"bool", "(x = False)", "Whether a value is true: not None, 0, empty or False."},
	{"bytes", "(x)", "Bytes of a text or of a list of numbers."},
	{"chr", "(i)", "The letter of a code point."},
	{"dict", "(pairs = [], **entries)", "A dict of pairs and of keywords."},
	{"dir", "(x)", "The names of the attributes and methods of a value."},
	{"enumerate", "(x, start = 0)", "Pairs of a number and an item."},
	{"fail", "(*args, sep = \" \")", "Ends the script with an error of these words, CR021."},
	{"float", "(x = 0.0)", "A number with a point."},
	{"getattr", "(x, name, default)", "The attribute of a value by its name."},
	{"hasattr", "(x, name)", "Whether a value has an attribute."},
	{"hash", "(x)", "A number that equal texts share."},
	{"int", "(x = 0, base = 10)", "A whole number, of a text too."},
	{"len", "(x)", "The number of items, or of bytes in a text."},
	{"list", "(x = [])", "A list of the items of another sequence; a copy that can be changed."},
	{"max", "(*args, key = None)", "The largest of several values, or of the items of one."},
	{"min", "(*args, key = None)", "The smallest of several values, or of the items of one."},
	{"ord", "(s)", "The code point of a letter."},
	{"print", "(*args, sep = \" \")", "Writes a line to standard error, for looking at a script while writing it."},
	{"range", "(start, stop, step = 1)", "The whole numbers from start up to but not including stop; with one argument from 0 up to it."},
	{"repr", "(x)", "A value as it would be written in a script."},
	{"reversed", "(x)", "The items from last to first."},
	{"set", "(x = [])", "The different items of a sequence."},
	{"sorted", "(x, key = None, reverse = False)", "The items in order."},
	{"str", "(x)", "A value as text."},
	{"tuple", "(x = ())", "The items as a tuple, which never changes."},
	{"type", "(x)", "The name of the type of a value."},
	{"zip", "(*args)", "Tuples of the first items, of the second, and so on."},
}
