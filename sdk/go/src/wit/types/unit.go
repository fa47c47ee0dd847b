package wit_types

// Unit is the type for an absent payload in WIT.
type Unit struct{}
