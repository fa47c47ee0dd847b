//! Counts and sizes in JSON. Numbers above 2^53 are texts, because not every JSON reader keeps such numbers exactly.

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The largest number up to which a double represents every whole number exactly.
const LARGEST_NUMBER: u64 = 1 << 53;

struct Whole(u64);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0 > LARGEST_NUMBER {
            return to.collect_str(&self.0);
        }
        to.serialize_u64(self.0)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(WholeVisitor).map(Self)
    }
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number that is not negative, above 2^53 as text")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<u64, E> {
        Ok(value)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

pub(crate) fn serialize<T: Copy + TryInto<u64>, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    let value = (*value).try_into();
    let value = value.map_err(|_| serde::ser::Error::custom("a number above 64 bits"))?;
    Whole(value).serialize(to)
}

pub(crate) fn deserialize<'de, T: TryFrom<u64>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    let Whole(value) = Whole::deserialize(from)?;
    T::try_from(value).map_err(|_| D::Error::custom(format!("{value} is too large")))
}

/// Serialization of an optional pair of whole numbers, for `#[serde(with)]`, as a list of two items.
pub(crate) mod pair {
    use super::Whole;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &Option<(u64, u64)>, to: S) -> Result<S::Ok, S::Error> {
        value.map(|(first, second)| [Whole(first), Whole(second)]).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<(u64, u64)>, D::Error> {
        Ok(Option::<[Whole; 2]>::deserialize(from)?.map(|[first, second]| (first.0, second.0)))
    }
}

/// Serialization of an optional whole number, for `#[serde(with)]`.
pub(crate) mod option {
    use super::Whole;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
        value.map(Whole).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
        Ok(Option::<Whole>::deserialize(from)?.map(|whole| whole.0))
    }
}

/// Serialization of a list of whole numbers, for `#[serde(with)]`.
pub(crate) mod list {
    use super::Whole;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(values: &[u64], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().copied().map(Whole))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u64>, D::Error> {
        let values = Vec::<Whole>::deserialize(from)?;
        Ok(values.into_iter().map(|whole| whole.0).collect())
    }
}

/// Serialization of names, each with an optional number that may be negative, as a list of `[name, number or null]`.
pub(crate) mod named {
    use super::{LARGEST_NUMBER, SignedVisitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    struct Signed(i64);

    impl Serialize for Signed {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            if self.0.unsigned_abs() > LARGEST_NUMBER {
                return to.collect_str(&self.0);
            }
            to.serialize_i64(self.0)
        }
    }

    impl<'de> Deserialize<'de> for Signed {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            from.deserialize_any(SignedVisitor).map(Self)
        }
    }

    pub(crate) fn serialize<S: Serializer>(values: &[(String, Option<i64>)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(|(name, value)| (name, value.map(Signed))))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, Option<i64>)>, D::Error> {
        let values = Vec::<(String, Option<Signed>)>::deserialize(from)?;
        let plain = |(name, value): (String, Option<Signed>)| (name, value.map(|signed| signed.0));
        Ok(values.into_iter().map(plain).collect())
    }
}

struct SignedVisitor;

impl Visitor<'_> for SignedVisitor {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, beyond 2^53 as text")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<i64, E> {
        Ok(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<i64, E> {
        i64::try_from(value).map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<i64, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}
