//! Collects the problems of a value and the accepted values: walks again through the parts that the check rejected.

use super::budget::Exhausted;
use super::formatting::{cut, shorten_value};
use super::keyword::{Keyword, NodeId, ROOT};
use super::problem::{Problem, Problems, Step, What, place, typed};
use super::run::Run;
use serde_json::{Number, Value};

/// Maximum number of options of an `enum`, and of alternatives of a choice such as `anyOf`, that one message names.
const MOST_OPTIONS: usize = 20;
const MOST_WAYS: usize = 6;
/// Maximum nesting of choices (such as `anyOf`) that a message describes. It does not describe deeper ones.
const DEEPEST_CHOICE: u32 = 2;

impl Run<'_, '_> {
    /// Collects all problems of a value that does not fit, up to the limit or to the end of the budget.
    pub(super) fn problems(&mut self, value: &Value) -> Problems {
        let mut problems = Problems::new();
        let mut walk = Walk {
            run: self,
            path: Vec::new(),
            choices: 0,
        };
        problems.cut = walk.collect(ROOT, value, &mut problems).is_err();
        problems
    }
}

struct Walk<'r, 'v, 'b, 'i> {
    run: &'r mut Run<'v, 'b>,
    path: Vec<Step<'i>>,
    choices: u32,
}

impl<'i> Walk<'_, '_, '_, 'i> {
    fn collect(&mut self, id: NodeId, value: &'i Value, into: &mut Problems) -> Result<(), Exhausted> {
        self.run.enter()?;
        let nodes = self.run.nodes;
        for keyword in &nodes[id].keywords {
            if into.is_full() {
                break;
            }
            if !self.run.check_keyword(keyword, value)? {
                self.explain(keyword, value, into)?;
            }
        }
        self.run.shallower();
        Ok(())
    }

    fn explain(&mut self, keyword: &Keyword, value: &'i Value, into: &mut Problems) -> Result<(), Exhausted> {
        match keyword {
            Keyword::Ref(_) | Keyword::AllOf(_) | Keyword::If { .. } | Keyword::DependentSchemas(_) => {
                self.explain_in_place(keyword, value, into)
            }
            Keyword::Members(_)
            | Keyword::Elements(_)
            | Keyword::UnevaluatedProperties { .. }
            | Keyword::UnevaluatedItems { .. } => self.explain_children(keyword, value, into),
            _ => self.explain_assertion(keyword, value, into),
        }
    }

    /// Adds the problems of `value` with a keyword that applies other schemas to the same value, such as `allOf`.
    fn explain_in_place(&mut self, keyword: &Keyword, value: &'i Value, into: &mut Problems) -> Result<(), Exhausted> {
        match (keyword, value) {
            (Keyword::Ref(node), _) => self.collect(*node, value, into)?,
            (Keyword::AllOf(nodes), _) => {
                for node in nodes {
                    self.collect(*node, value, into)?;
                }
            }
            (
                Keyword::If {
                    condition,
                    then,
                    otherwise,
                },
                _,
            ) => {
                let branch = if self.run.valid(*condition, value)? {
                    then
                } else {
                    otherwise
                };
                if let Some(node) = branch {
                    self.collect(*node, value, into)?;
                }
            }
            (Keyword::DependentSchemas(list), Value::Object(object)) => {
                for (_, node) in list.iter().filter(|(name, _)| object.contains_key(name)) {
                    self.collect(*node, value, into)?;
                }
            }
            (keyword, _) => self.value(expected(keyword), value, into),
        }
        Ok(())
    }

    /// Adds the problems of a keyword that applies schemas to the members or items of the value.
    fn explain_children(&mut self, keyword: &Keyword, value: &'i Value, into: &mut Problems) -> Result<(), Exhausted> {
        match (keyword, value) {
            (Keyword::Members(members), Value::Object(object)) => {
                for (name, member) in object {
                    for node in self.run.schemas_of(members, name)? {
                        self.check_child(Step::Member(name), node, member, into)?;
                    }
                }
            }
            (Keyword::Elements(elements), Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    if let Some(node) = elements.prefix.get(index).copied().or(elements.rest) {
                        self.check_child(Step::Item(index), node, item, into)?;
                    }
                }
            }
            (Keyword::UnevaluatedProperties { home, node }, _) => {
                for (name, member) in self.run.members_left(*home, *node, value)? {
                    self.check_child(Step::Member(name), *node, member, into)?;
                }
            }
            (Keyword::UnevaluatedItems { home, node }, _) => {
                for (index, item) in self.run.items_left(*home, *node, value)? {
                    self.check_child(Step::Item(index), *node, item, into)?;
                }
            }
            (keyword, _) => self.value(expected(keyword), value, into),
        }
        Ok(())
    }

    /// Adds the problems of a keyword that is about the value itself.
    fn explain_assertion(&mut self, keyword: &Keyword, value: &'i Value, into: &mut Problems) -> Result<(), Exhausted> {
        match (keyword, value) {
            (Keyword::Required(names), Value::Object(object)) => {
                for name in names.iter().filter(|name| !object.contains_key(*name)) {
                    self.missing(name, into);
                }
            }
            (Keyword::DependentRequired(list), Value::Object(object)) => {
                for (_, names) in list.iter().filter(|(name, _)| object.contains_key(name)) {
                    for name in names.iter().filter(|name| !object.contains_key(*name)) {
                        self.missing(name, into);
                    }
                }
            }
            (Keyword::Type(types), _) => into.push(|| Problem {
                at: place(&self.path),
                what: What::Type {
                    expected: types.words.clone(),
                    got: typed(value),
                },
            }),
            (Keyword::AnyOf(nodes), _) => {
                let expected = if into.full() {
                    String::new()
                } else {
                    self.ways(nodes, value)?
                };
                self.value(expected, value, into);
            }
            (Keyword::OneOf(nodes), _) => {
                let mut fitting = 0;
                for node in nodes {
                    fitting += u32::from(self.run.valid(*node, value)?);
                }
                let expected = match fitting {
                    _ if into.full() => String::new(),
                    0 => self.ways(nodes, value)?,
                    _ => "a value that fits only one of the allowed forms".to_owned(),
                };
                self.value(expected, value, into);
            }
            (Keyword::PropertyNames(node), Value::Object(object)) => {
                for name in object.keys() {
                    if !self.run.valid_name(*node, name)? {
                        self.value("other names of members".to_owned(), &Value::from(name.as_str()), into);
                    }
                }
            }
            (keyword, _) => self.value(expected(keyword), value, into),
        }
        Ok(())
    }

    /// Checks a member or item. Reports a member that the schema forbids as unknown, not as a wrong value.
    fn check_child(
        &mut self,
        step: Step<'i>,
        node: NodeId,
        value: &'i Value,
        into: &mut Problems,
    ) -> Result<(), Exhausted> {
        if self.run.valid(node, value)? {
            return Ok(());
        }
        self.path.push(step);
        let nodes = self.run.nodes;
        if matches!(
            (step, nodes[node].keywords.as_slice()),
            (Step::Member(_), [Keyword::Never])
        ) {
            into.push(|| Problem {
                at: place(&self.path),
                what: What::Unknown,
            });
        } else {
            self.collect(node, value, into)?;
        }
        self.path.pop();
        Ok(())
    }

    fn missing(&self, name: &str, into: &mut Problems) {
        let with_name: Vec<Step<'_>> = self.path.iter().copied().chain([Step::Member(name)]).collect();
        into.push(|| Problem {
            at: place(&with_name),
            what: What::Missing,
        });
    }

    fn value(&self, expected: String, value: &Value, into: &mut Problems) {
        into.push(|| Problem {
            at: place(&self.path),
            what: What::Value {
                expected,
                got: shorten_value(value),
            },
        });
    }

    /// Describes the alternatives of a choice such as `anyOf`, each by the first problem of the value with it.
    fn ways(&mut self, nodes: &[NodeId], value: &'i Value) -> Result<String, Exhausted> {
        let mut ways: Vec<String> = Vec::new();
        self.choices += 1;
        if self.choices <= DEEPEST_CHOICE {
            let here = place(&self.path);
            for node in nodes.iter().take(MOST_WAYS) {
                let mut first = Problems::with_limit(1);
                self.collect(*node, value, &mut first)?;
                if let Some(way) = first.told.pop().map(|problem| way(&problem, &here))
                    && !ways.contains(&way)
                {
                    ways.push(way);
                }
            }
        }
        self.choices -= 1;
        Ok(if ways.is_empty() {
            "one of the allowed forms".to_owned()
        } else {
            ways.join(" or ")
        })
    }
}

/// Describes the value that one alternative accepts, from its first problem. `here` is the path of the choice.
fn way(problem: &Problem, here: &str) -> String {
    let below = problem.at.strip_prefix(here).unwrap_or(&problem.at);
    let name = below.trim_start_matches('.');
    match &problem.what {
        What::Missing => format!("an object with `{name}`"),
        What::Unknown => format!("an object without `{name}`"),
        What::Type { expected, .. } | What::Value { expected, .. } if name.is_empty() => expected.clone(),
        What::Type { expected, .. } | What::Value { expected, .. } => format!("{expected} in `{name}`"),
    }
}

fn expected(keyword: &Keyword) -> String {
    let counted = |bound: &str, count: u64, what: &str| format!("{bound} {count} {what}");
    let bound = |bound: &str, limit: &Number| format!("{bound} {limit}");
    match keyword {
        Keyword::Never => "nothing: no value is allowed here".to_owned(),
        Keyword::Enum(options) => {
            let first: Vec<String> = options.iter().take(MOST_OPTIONS).map(shorten_value).collect();
            let rest = if options.len() > MOST_OPTIONS { ", …" } else { "" };
            format!("one of {}{rest}", first.join(", "))
        }
        Keyword::Const(option) => shorten_value(option),
        Keyword::Minimum(limit) => bound("at least", limit),
        Keyword::Maximum(limit) => bound("at most", limit),
        Keyword::ExclusiveMinimum(limit) => bound("more than", limit),
        Keyword::ExclusiveMaximum(limit) => bound("less than", limit),
        Keyword::MultipleOf(step) => bound("a multiple of", step),
        Keyword::MinLength(limit) => counted("at least", *limit, "characters"),
        Keyword::MaxLength(limit) => counted("at most", *limit, "characters"),
        Keyword::Pattern(pattern) => {
            let text = format!("a text that matches `{}`", cut(&pattern.source));
            match pattern.longest_text() {
                Some(most) => format!("{text} and has at most {most} bytes"),
                None => text,
            }
        }
        Keyword::MinItems(limit) => counted("at least", *limit, "items"),
        Keyword::MaxItems(limit) => counted("at most", *limit, "items"),
        Keyword::UniqueItems => "no item twice".to_owned(),
        Keyword::MinProperties(limit) => counted("at least", *limit, "members"),
        Keyword::MaxProperties(limit) => counted("at most", *limit, "members"),
        Keyword::Contains { min, max: None, .. } => format!("at least {min} items of the wanted form"),
        Keyword::Contains {
            min, max: Some(max), ..
        } => format!("{min} to {max} items of the wanted form"),
        Keyword::Not(_) => "a value that does not fit the forbidden form".to_owned(),
        _ => "another value".to_owned(),
    }
}
