package wit_types

// Tags of an option, as bindings compare them.
const (
	OptionNone uint8 = iota
	OptionSome
)

// Option is an optional value; its zero value is none.
type Option[T any] struct {
	is   bool
	held T
}

// Some holds a value.
func Some[T any](held T) Option[T] { return Option[T]{is: true, held: held} }

// None is an absent value.
func None[T any]() (none Option[T]) { return }

// Tag returns which of the two it is.
func (o Option[T]) Tag() uint8 {
	if o.is {
		return OptionSome
	}
	return OptionNone
}

// Some returns the value; it panics if there is no value.
func (o Option[T]) Some() T {
	if !o.is {
		panic("an option was read that holds nothing: ask Tag() first")
	}
	return o.held
}
