package testkit

import (
	"reflect"
	"unsafe"
)

// Scribble writes over all numbers and flags of a struct, also those of its structs and arrays, as a use before may have left them:
// numbers become 5 and flags true. Pointers, slices, maps and functions stay. What is reset before each use must not notice.
func Scribble(p any) { scribble(reflect.ValueOf(p).Elem()) }

func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			scribble(v.Field(i))
		}
		return
	case reflect.Array:
		for i := range v.Len() {
			scribble(v.Index(i))
		}
		return
	}
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() // also fields of other packages
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(5)
	case v.CanUint():
		v.SetUint(5)
	case v.CanFloat():
		v.SetFloat(5)
	}
}
