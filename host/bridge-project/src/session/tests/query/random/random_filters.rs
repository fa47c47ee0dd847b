//! Creates random filters with values from real rows, values of other fields, and values without matches.

use super::{FACTS, Object, Table};
use crate::session::Session;
use crate::session::tests::query::type_filter;
use host_bridge::{FilterNode, ObjectId, Op, Scope, Test, ValueText};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tests_projects::Dice;

const OPS: [Op; 10] = [
    Op::Equal,
    Op::Unequal,
    Op::Greater,
    Op::AtLeast,
    Op::Less,
    Op::AtMost,
    Op::Contains,
    Op::Matches,
    Op::Exists,
    Op::Missing,
];

/// A random filter and the scope of its query.
pub(super) struct Made {
    pub(super) scope: Scope,
    pub(super) nodes: Vec<FilterNode>,
}

/// The fields of a type, each with its values.
type Fields<'t> = BTreeMap<&'t str, Vec<&'t Value>>;

pub(super) struct Maker<'t> {
    table: &'t Table,
    read_files: Vec<&'t str>,
    types: Vec<(&'t str, Fields<'t>)>,
}

impl<'t> Maker<'t> {
    /// Collects the fields and values by type. Omits types with derived types, because rows do not contain base types.
    pub(super) fn new(table: &'t Table, session: &Session) -> Self {
        let mut types: BTreeMap<&str, Fields<'_>> = BTreeMap::new();
        for component in table
            .objects
            .iter()
            .filter_map(|object| object.components.as_ref())
            .flatten()
        {
            // Without types that no file names, such as those of missing scripts.
            if component.type_name.starts_with('<') {
                continue;
            }
            let fields = types.entry(&component.type_name).or_default();
            for (name, value) in &component.fields {
                let values = fields.entry(name).or_default();
                if values.len() < 40 && !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        let known = session.library.types();
        types.retain(|name, fields| {
            let that_are = known.that_are(name);
            !fields.is_empty() && that_are.iter().all(|of_type| *known.name(*of_type) == **name)
        });
        Self {
            table,
            read_files: table.read_files(),
            types: types.into_iter().collect(),
        }
    }

    pub(super) fn make(&self, dice: &mut Dice) -> Made {
        let mut nodes = Vec::new();
        let mut all = Vec::new();
        let mut has_fields = false;
        for _ in 0..1 + dice.throw(3) {
            let node = match dice.throw(10) {
                0..=3 => self.fact(dice),
                4 => FilterNode::Under(ObjectId(self.object(dice).id)),
                _ => {
                    has_fields = true;
                    self.component(dice)
                }
            };
            nodes.push(node);
            let mut at = nodes.len() as u32 - 1;
            if dice.throw(5) == 0 {
                nodes.push(FilterNode::Not(at));
                at += 1;
            }
            all.push(at);
        }
        nodes.push(match dice.throw(3) {
            0 => FilterNode::Any(all),
            _ => FilterNode::All(all),
        });
        let has_under = nodes.iter().any(|node| matches!(node, FilterNode::Under(_)));
        let scope = match (has_fields, dice.throw(8)) {
            (true, _) => Scope::Files(vec![self.read_files[dice.throw(self.read_files.len())].to_owned()]),
            (false, 0) => Scope::Project,
            (false, _) if has_under => Scope::Project,
            (false, _) => Scope::Files(vec![self.table.files[dice.throw(self.table.files.len())].clone()]),
        };
        Made { scope, nodes }
    }

    fn object(&self, dice: &mut Dice) -> &'t Object {
        &self.table.objects[dice.throw(self.table.objects.len())]
    }

    fn fact(&self, dice: &mut Dice) -> FilterNode {
        let name = FACTS[dice.throw(FACTS.len())];
        let op = OPS[dice.throw(OPS.len())].clone();
        let real = self.object(dice).facts.get(name).cloned().unwrap_or(Value::Null);
        FilterNode::Fact(Test {
            path: name.to_owned(),
            value: self
                .value(&op, real, dice)
                .map(|value| ValueText::from_json_text(value.to_string())),
            op,
        })
    }

    fn component(&self, dice: &mut Dice) -> FilterNode {
        let (type_name, fields) = &self.types[dice.throw(self.types.len())];
        let names: Vec<&str> = fields.keys().copied().collect();
        let mut tests = Vec::new();
        for _ in 0..dice.throw(3) {
            let name = names[dice.throw(names.len())];
            let values = &fields[name];
            let op = OPS[dice.throw(OPS.len())].clone();
            let value = self.value(&op, values[dice.throw(values.len())].clone(), dice);
            tests.push((name, op, value));
        }
        type_filter(type_name, &tests)
    }

    /// Returns a value for the comparison: usually the real value or a part of it, otherwise another value.
    fn value(&self, op: &Op, real: Value, dice: &mut Dice) -> Option<Value> {
        if matches!(op, Op::Exists | Op::Missing) {
            return None;
        }
        let given = match dice.throw(7) {
            0 => {
                let (_, fields) = &self.types[dice.throw(self.types.len())];
                let values: Vec<&Value> = fields.values().flatten().copied().collect();
                values[dice.throw(values.len())].clone()
            }
            1 => wrong_value(dice),
            _ => real,
        };
        Some(match op {
            Op::Contains => part(&given, dice),
            Op::Matches => pattern(&given, dice),
            Op::Greater | Op::AtLeast | Op::Less | Op::AtMost => match given.is_number() {
                true => given,
                false => json!(dice.throw(40)),
            },
            _ => given,
        })
    }
}

fn wrong_value(dice: &mut Dice) -> Value {
    let all = [
        json!(""),
        json!("Nothing like this"),
        json!(-1),
        json!(1.5),
        json!(true),
        json!(null),
        json!([]),
        json!(["Default"]),
        json!({}),
        json!({"ref": "Assets/None.mat"}),
        json!("Assets/None.mat"),
        json!("obj:1"),
        json!("[Aa]*"),
        json!([0, 0, 0]),
    ];
    all[dice.throw(all.len())].clone()
}

/// Returns the value itself if it is a string, or the first string in it.
fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Array(items) => items.iter().find_map(text_of),
        Value::Object(_) => value.get("name").or(value.get("ref")).and_then(Value::as_str),
        _ => None,
    }
}

fn part(value: &Value, dice: &mut Dice) -> Value {
    match (value, text_of(value), dice.throw(3)) {
        (Value::Array(items), _, 0) if !items.is_empty() => items[dice.throw(items.len())].clone(),
        (_, Some(text), _) => {
            let letters: Vec<char> = text.chars().collect();
            let start = dice.throw(letters.len().max(1));
            let end = start + dice.throw(letters.len() + 1 - start.min(letters.len()));
            json!(
                letters[start.min(letters.len())..end.min(letters.len())]
                    .iter()
                    .collect::<String>()
            )
        }
        _ => value.clone(),
    }
}

fn pattern(value: &Value, dice: &mut Dice) -> Value {
    let text = text_of(value).unwrap_or("Main Camera");
    let letters: Vec<char> = text.chars().collect();
    let at = dice.throw(letters.len().max(1)).min(letters.len());
    let (start, end): (String, String) = (letters[..at].iter().collect(), letters[at..].iter().collect());
    json!(match dice.throw(5) {
        0 => text.to_owned(),
        1 => format!("{start}*"),
        2 => format!("*{}", end.to_uppercase()),
        3 => format!("{start}?{}", end.chars().skip(1).collect::<String>()),
        _ => format!("*{}*", end.chars().take(3).collect::<String>()),
    })
}
