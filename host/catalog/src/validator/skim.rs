//! Checks JSON text against a schema while it is parsed. Builds a tree only for parts that a keyword needs as a whole.
//!
//! This module walks through the text. `run` checks keywords on a parsed value; `problems` collects problems.

use super::budget::{Budget, Exhausted};
use super::keyword::{Elements, Keyword, Members, Node, NodeId, ROOT};
use super::run::Run;
use super::value::Kind;
use host_api::Tree;
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};
use std::fmt;

/// Maximum number of required members of an object for a check without a tree, which needs one bit for each.
const MOST_REQUIRED: usize = 64;

/// True if `text` fits the schema. Also false for text that is nested deeper than the parser allows.
pub(super) fn fits(nodes: &[Node], text: &str, budget: &mut Budget) -> Result<bool, Exhausted> {
    let mut skim = Skim {
        nodes,
        budget,
        exhausted: None,
    };
    let read = At {
        node: ROOT,
        skim: &mut skim,
    }
    .deserialize(&mut serde_json::Deserializer::from_str(text));
    skim.exhausted.map_or(Ok(read.is_ok()), Err)
}

struct Skim<'v, 'b> {
    nodes: &'v [Node],
    budget: &'b mut Budget,
    /// The reason why the check ended without a result; `None` while it continues.
    exhausted: Option<Exhausted>,
}

impl<'v> Skim<'v, '_> {
    fn take<E: Error>(&mut self, steps: u64) -> Result<(), E> {
        let taken = self.budget.take(steps);
        taken.map_err(|exhausted| self.give_up(exhausted))
    }

    fn give_up<E: Error>(&mut self, exhausted: Exhausted) -> E {
        self.exhausted = Some(exhausted);
        misfit()
    }

    /// Follows references and choices from a subschema, as long as only one alternative accepts values of this kind.
    /// Returns the last subschema; fails if no alternative accepts the kind.
    fn led_to<E: Error>(&mut self, mut node: NodeId, kind: Kind) -> Result<NodeId, E> {
        loop {
            if !self.may_accept(node, kind) {
                return Err(misfit());
            }
            let mut rest = self.nodes[node]
                .keywords
                .iter()
                .filter(|keyword| !is_typed(keyword, kind));
            let (Some(only), None) = (rest.next(), rest.next()) else {
                return Ok(node);
            };
            let nodes: &[NodeId] = match only {
                Keyword::Ref(there) => std::slice::from_ref(there),
                Keyword::AnyOf(nodes) | Keyword::OneOf(nodes) => nodes,
                _ => return Ok(node),
            };
            self.take(nodes.len() as u64)?;
            let mut open = nodes.iter().filter(|node| self.may_accept(**node, kind));
            let (Some(there), None) = (open.next(), open.next()) else {
                return Ok(node);
            };
            node = *there;
        }
    }

    /// True if the node's keyword `type` allows this kind, and the node is not the schema `false`.
    fn may_accept(&self, node: NodeId, kind: Kind) -> bool {
        let mut keywords = self.nodes[node].keywords.iter();
        !keywords.any(|keyword| match keyword {
            Keyword::Never => true,
            Keyword::Type(types) => !types.kinds.contains(&kind),
            _ => false,
        })
    }

    /// Checks a parsed value against `node`. Returns an error if it does not fit or the budget is used up.
    fn valid<E: Error>(&mut self, node: NodeId, value: &Value) -> Result<(), E> {
        match Run::new(self.nodes, self.budget).valid(node, value) {
            Ok(true) => Ok(()),
            Ok(false) => Err(misfit()),
            Err(exhausted) => Err(self.give_up(exhausted)),
        }
    }

    /// Collects the keywords of `node` that apply to an object; `None` if the object must be checked as a tree.
    fn object(&self, node: NodeId) -> Option<Object<'v>> {
        let nodes = self.nodes;
        let mut object = Object::default();
        for keyword in &nodes[node].keywords {
            match keyword {
                Keyword::Members(members) if members.patterns.is_empty() => object.members = Some(members),
                Keyword::Required(names) if is_a_set(names) => object.required = names,
                Keyword::MinProperties(least) => object.least = *least,
                Keyword::MaxProperties(most) => object.most = *most,
                other if is_typed(other, Kind::Object) || is_for_others(other, Kind::Object) => {}
                _ => return None,
            }
        }
        Some(object)
    }

    fn array(&self, node: NodeId) -> Option<Array<'v>> {
        let nodes = self.nodes;
        let mut array = Array::default();
        for keyword in &nodes[node].keywords {
            match keyword {
                Keyword::Elements(elements) => array.elements = Some(elements),
                Keyword::MinItems(least) => array.least = *least,
                Keyword::MaxItems(most) => array.most = *most,
                other if is_typed(other, Kind::Array) || is_for_others(other, Kind::Array) => {}
                _ => return None,
            }
        }
        Some(array)
    }
}

struct Object<'v> {
    members: Option<&'v Members>,
    required: &'v [String],
    least: u64,
    most: u64,
}

impl Default for Object<'_> {
    fn default() -> Self {
        Self {
            members: None,
            required: &[],
            least: 0,
            most: u64::MAX,
        }
    }
}

struct Array<'v> {
    elements: Option<&'v Elements>,
    least: u64,
    most: u64,
}

impl Default for Array<'_> {
    fn default() -> Self {
        Self {
            elements: None,
            least: 0,
            most: u64::MAX,
        }
    }
}

/// True if the keyword is a `type` that contains this kind. Not used for numbers.
fn is_typed(keyword: &Keyword, kind: Kind) -> bool {
    matches!(keyword, Keyword::Type(types) if types.kinds.contains(&kind))
}

/// True if the keyword does not apply to values of `kind`, which is object or array.
fn is_for_others(keyword: &Keyword, kind: Kind) -> bool {
    match keyword {
        Keyword::Minimum(_)
        | Keyword::Maximum(_)
        | Keyword::ExclusiveMinimum(_)
        | Keyword::ExclusiveMaximum(_)
        | Keyword::MultipleOf(_)
        | Keyword::MinLength(_)
        | Keyword::MaxLength(_)
        | Keyword::Pattern(_) => true,
        Keyword::MinItems(_) | Keyword::MaxItems(_) | Keyword::UniqueItems | Keyword::Elements(_) => {
            kind == Kind::Object
        }
        Keyword::MinProperties(_) | Keyword::MaxProperties(_) | Keyword::Required(_) | Keyword::Members(_) => {
            kind == Kind::Array
        }
        _ => false,
    }
}

/// True if the required member names are all different and at most `MOST_REQUIRED`, so that each can have one bit.
fn is_a_set(names: &[String]) -> bool {
    names.len() <= MOST_REQUIRED && (1..names.len()).all(|at| !names[..at].contains(&names[at]))
}

fn misfit<E: Error>() -> E {
    E::custom("it does not fit")
}

/// The deserializer of the next value in the JSON text. It checks the value against the subschema `node`.
struct At<'a, 'v, 'b> {
    node: NodeId,
    skim: &'a mut Skim<'v, 'b>,
}

impl At<'_, '_, '_> {
    fn scalar<E: Error>(self, value: impl Into<Value>) -> Result<(), E> {
        self.skim.valid(self.node, &value.into())
    }
}

impl<'de> DeserializeSeed<'de> for At<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, text: D) -> Result<(), D::Error> {
        if self.skim.nodes[self.node].keywords.is_empty() {
            self.skim.take(1)?;
            return IgnoredAny::deserialize(text).map(|_| ());
        }
        text.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for At<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.scalar(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.scalar(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.scalar(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.scalar(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.scalar(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        let keywords = &self.skim.nodes[self.node].keywords;
        if keywords.iter().all(|keyword| is_typed(keyword, Kind::String)) {
            return self.skim.take(1);
        }
        self.scalar(value)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { node, skim } = self;
        skim.take(1)?;
        let node = skim.led_to(node, Kind::Object)?;
        let Some(object) = skim.object(node) else {
            return skim.valid(node, &<Tree>::deserialize(MapAccessDeserializer::new(map))?.0);
        };
        let (mut count, mut met) = (0_u64, 0_u64);
        while let Some(Inside { member, required }) = map.next_key_seed(Name(&object))? {
            skim.take(1)?;
            count += 1;
            if count > object.most {
                return Err(misfit());
            }
            met |= required.map_or(0, |place| 1 << place);
            match member {
                Some(node) => map.next_value_seed(At { node, skim })?,
                None => map.next_value::<IgnoredAny>().map(|_| ())?,
            }
        }
        skim.take(object.required.len() as u64)?;
        let has_all = (0..object.required.len()).all(|place| met & (1 << place) != 0);
        match has_all && count >= object.least {
            true => Ok(()),
            false => Err(misfit()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Self { node, skim } = self;
        skim.take(1)?;
        let node = skim.led_to(node, Kind::Array)?;
        let Some(array) = skim.array(node) else {
            return skim.valid(node, &<Tree>::deserialize(SeqAccessDeserializer::new(items))?.0);
        };
        let mut count = 0_usize;
        loop {
            let element = array
                .elements
                .and_then(|all| all.prefix.get(count).copied().or(all.rest));
            let next = match element {
                Some(node) => items.next_element_seed(At { node, skim })?,
                None => items.next_element::<IgnoredAny>()?.map(|_| ()),
            };
            if next.is_none() {
                break;
            }
            count += 1;
            if count as u64 > array.most {
                return Err(misfit());
            }
        }
        match count as u64 >= array.least {
            true => Ok(()),
            false => Err(misfit()),
        }
    }
}

struct Name<'a, 'v>(&'a Object<'v>);

struct Inside {
    member: Option<NodeId>,
    /// Index of the member among the required members of its object; `None` if the member is optional.
    required: Option<usize>,
}

impl<'de> DeserializeSeed<'de> for Name<'_, '_> {
    type Value = Inside;

    fn deserialize<D: Deserializer<'de>>(self, text: D) -> Result<Inside, D::Error> {
        text.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_, '_> {
    type Value = Inside;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Inside, E> {
        let Self(object) = self;
        let named = |members: &Members| members.named.get(name).copied().or(members.rest);
        Ok(Inside {
            member: object.members.and_then(named),
            required: object.required.iter().position(|required| required == name),
        })
    }
}
