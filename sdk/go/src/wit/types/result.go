package wit_types

// Tags of a result, as bindings compare them.
const (
	ResultOk uint8 = iota
	ResultErr
)

// Result is what a function gave, or why it gave nothing.
type Result[T, E any] struct {
	gave   T
	failed *E
}

// Ok is a result that was given.
func Ok[T, E any](gave T) Result[T, E] { return Result[T, E]{gave: gave} }

// Err is the reason why there is none.
func Err[T, E any](reason E) Result[T, E] { return Result[T, E]{failed: &reason} }

// IsErr says whether there is none.
func (r Result[T, E]) IsErr() bool { return r.failed != nil }

// Tag says which of the two it is.
func (r Result[T, E]) Tag() uint8 {
	if r.IsErr() {
		return ResultErr
	}
	return ResultOk
}

// Ok is what was given; who reads it of a failure is told.
func (r Result[T, E]) Ok() T {
	if r.IsErr() {
		panic("a result was read that is an error: ask IsErr() first")
	}
	return r.gave
}

// Err is the reason; who reads it of a success is told.
func (r Result[T, E]) Err() E {
	if !r.IsErr() {
		panic("an error was read of a result that is none: ask IsErr() first")
	}
	return *r.failed
}
