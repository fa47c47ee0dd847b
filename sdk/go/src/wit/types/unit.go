package wit_types

// Unit stands where WIT has no payload.
type Unit struct{}
