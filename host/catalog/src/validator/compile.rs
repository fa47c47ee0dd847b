//! Compiles a schema to nodes. Every subschema becomes one node, regardless of the number of references to it.

use super::draft::Draft;
use super::keyword::{Elements, Keyword, Members, Node, NodeId, ROOT};
use super::parts::Part;
use super::pattern::Pattern;
use super::references::{self, Anchors};
use super::refusal::Refused;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of different `pattern` expressions in an accepted schema, and of costly ones among them.
const MOST_PATTERNS: usize = 256;
const MOST_COSTLY: usize = 32;
const MEMBERS: [&str; 3] = ["properties", "patternProperties", "additionalProperties"];

struct Compiler<'s> {
    root: &'s Value,
    draft: Draft,
    anchors: Anchors<'s>,
    nodes: Vec<Node>,
    places: Vec<String>,
    known: HashMap<*const Value, NodeId>,
    queue: Vec<(NodeId, &'s Value)>,
    patterns: HashMap<&'s str, Arc<Pattern>>,
}

pub(super) fn compile(root: &Value) -> Result<Vec<Node>, Refused> {
    let mut compiler = Compiler {
        root,
        draft: Draft::from_schema(root)?,
        anchors: references::anchors(root),
        nodes: Vec::new(),
        places: Vec::new(),
        known: HashMap::new(),
        queue: Vec::new(),
        patterns: HashMap::new(),
    };
    compiler.node(root, String::new());
    while let Some((id, value)) = compiler.queue.pop() {
        let at = compiler.places[id].clone();
        compiler.nodes[id].keywords = compiler.keywords(id, value, &at)?;
    }
    references::check_chains(&compiler.nodes, &compiler.places)?;
    for node in &mut compiler.nodes {
        node.shared &= node
            .keywords
            .iter()
            .any(|keyword| !keyword.in_place_subschemas().is_empty());
    }
    Ok(compiler.nodes)
}

impl<'s> Compiler<'s> {
    /// Returns the node (compiled form) of a subschema. At its first use, creates the node and queues its compilation.
    fn node(&mut self, value: &'s Value, at: String) -> NodeId {
        if let Some(known) = self.known.get(&std::ptr::from_ref(value)) {
            self.nodes[*known].shared = true;
            return *known;
        }
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.places.push(at);
        self.known.insert(std::ptr::from_ref(value), id);
        self.queue.push((id, value));
        id
    }

    fn keywords(&mut self, id: NodeId, value: &'s Value, at: &str) -> Result<Vec<Keyword>, Refused> {
        let schema = match value {
            Value::Bool(true) => return Ok(Vec::new()),
            Value::Bool(false) => return Ok(vec![Keyword::Never]),
            Value::Object(schema) => schema,
            other => {
                let reason = format!(
                    "a schema is {}, expected an object, true or false",
                    super::formatting::shorten_value(other)
                );
                return Err(Refused::new(at, reason));
            }
        };
        if id != ROOT && schema.get("$id").is_some_and(Value::is_string) {
            let reason = "an `$id` inside a schema makes it a document of its own, which is not followed".to_owned();
            return Err(Refused::new(at, reason));
        }
        let mut keywords = Vec::new();
        let only_reference = self.draft <= Draft::Seven && schema.contains_key("$ref");
        // Cheap keywords first, and `unevaluated…` after all keywords that evaluate parts.
        let mut names: Vec<&'s String> = schema.keys().collect();
        names.sort_by_key(|name| match name.as_str() {
            "type" => 0,
            name if name.starts_with("unevaluated") => 2,
            _ => 1,
        });
        for keyword in names {
            let part = Part {
                at,
                keyword,
                value: &schema[keyword],
            };
            if !only_reference || matches!(keyword.as_str(), "$ref" | "$defs" | "definitions") {
                self.keyword(id, part, schema, &mut keywords)?;
            }
        }
        Ok(keywords)
    }

    fn keyword(
        &mut self,
        home: NodeId,
        part: Part<'_, 's>,
        schema: &'s Map<String, Value>,
        into: &mut Vec<Keyword>,
    ) -> Result<(), Refused> {
        let one = |compiler: &mut Self| compiler.node(part.value, format!("{}/{}", part.at, part.keyword));
        into.push(match part.keyword {
            "$ref" => Keyword::Ref(self.reference(part)?),
            "$dynamicRef" if self.draft == Draft::Of2020 => Keyword::Ref(self.reference(part)?),
            "$recursiveRef" if self.draft == Draft::Of2019 => Keyword::Ref(self.reference(part)?),
            "$defs" | "definitions" => {
                self.map(part)?;
                return Ok(());
            }
            "type" => Keyword::Type(part.types()?),
            "enum" => Keyword::Enum(part.list()?.to_vec()),
            "const" => Keyword::Const(part.value.clone()),
            "minimum" => Keyword::Minimum(part.number()?),
            "maximum" => Keyword::Maximum(part.number()?),
            "exclusiveMinimum" => Keyword::ExclusiveMinimum(part.number()?),
            "exclusiveMaximum" => Keyword::ExclusiveMaximum(part.number()?),
            "multipleOf" => Keyword::MultipleOf(part.positive()?),
            "minLength" => Keyword::MinLength(part.count()?),
            "maxLength" => Keyword::MaxLength(part.count()?),
            "pattern" => Keyword::Pattern(self.pattern(part.at, part.text()?)?),
            "minItems" => Keyword::MinItems(part.count()?),
            "maxItems" => Keyword::MaxItems(part.count()?),
            "uniqueItems" if part.yes()? => Keyword::UniqueItems,
            "minProperties" => Keyword::MinProperties(part.count()?),
            "maxProperties" => Keyword::MaxProperties(part.count()?),
            "required" => Keyword::Required(part.names()?),
            "dependentRequired" if self.draft >= Draft::Of2019 => Keyword::DependentRequired(part.dependent()?),
            "dependentSchemas" if self.draft >= Draft::Of2019 => Keyword::DependentSchemas(self.map(part)?),
            "dependencies" if self.draft < Draft::Of2020 => return self.dependencies(part, into),
            "allOf" => Keyword::AllOf(self.list(part)?),
            "anyOf" => Keyword::AnyOf(self.list(part)?),
            "oneOf" => Keyword::OneOf(self.list(part)?),
            "not" => Keyword::Not(one(self)),
            "if" if self.draft >= Draft::Seven => {
                let mut branch = |word: &str| {
                    let value = schema.get(word)?;
                    Some(self.node(value, format!("{}/{word}", part.at)))
                };
                let (then, otherwise) = (branch("then"), branch("else"));
                Keyword::If {
                    condition: one(self),
                    then,
                    otherwise,
                }
            }
            // Three keywords divide one object's members, and two divide one array's items: the first of each group
            // compiles all.
            "properties" | "patternProperties" | "additionalProperties" if is_first(schema, part.keyword, &MEMBERS) => {
                Keyword::Members(self.members(part.at, schema)?)
            }
            "propertyNames" => Keyword::PropertyNames(one(self)),
            "prefixItems" | "items" if is_first(schema, part.keyword, &["prefixItems", "items"]) => {
                Keyword::Elements(self.elements(part.at, schema)?)
            }
            "contains" => {
                let bound = |word: &str| {
                    let value = schema.get(word).filter(|_| self.draft >= Draft::Of2019)?;
                    let part = Part {
                        at: part.at,
                        keyword: word,
                        value,
                    };
                    Some(part.count())
                };
                let (min, max) = (bound("minContains").transpose()?, bound("maxContains").transpose()?);
                Keyword::Contains {
                    node: one(self),
                    min: min.unwrap_or(1),
                    max,
                }
            }
            "unevaluatedItems" if self.draft >= Draft::Of2019 => Keyword::UnevaluatedItems { home, node: one(self) },
            "unevaluatedProperties" if self.draft >= Draft::Of2019 => {
                Keyword::UnevaluatedProperties { home, node: one(self) }
            }
            // Annotations, keywords of other drafts, and keywords that were handled with another one of their group.
            _ => return Ok(()),
        });
        Ok(())
    }

    fn reference(&mut self, part: Part<'_, 's>) -> Result<NodeId, Refused> {
        let target = part.text()?;
        let found = references::resolve(self.root, &self.anchors, target)
            .ok_or_else(|| part.unexpected("a reference to a place or an anchor of this schema"))?;
        Ok(self.node(found, target.trim_start_matches('#').to_owned()))
    }

    fn pattern(&mut self, at: &str, source: &'s str) -> Result<Arc<Pattern>, Refused> {
        if let Some(known) = self.patterns.get(source) {
            return Ok(Arc::clone(known));
        }
        let shown: String = source.chars().take(60).collect();
        let pattern = Pattern::compile(source)
            .map(Arc::new)
            .map_err(|reason| Refused::new(at, format!("the pattern `{shown}` cannot be run: {reason}")))?;
        self.patterns.insert(source, Arc::clone(&pattern));
        let costly = self.patterns.values().filter(|one| one.is_costly()).count();
        if self.patterns.len() > MOST_PATTERNS || costly > MOST_COSTLY {
            let reason = format!(
                "the pattern `{shown}` is one too many: at most {MOST_PATTERNS} are run, {MOST_COSTLY} of them large or with lookaround"
            );
            return Err(Refused::new(at, reason));
        }
        Ok(pattern)
    }

    fn list(&mut self, part: Part<'_, 's>) -> Result<Vec<NodeId>, Refused> {
        Ok(part
            .filled_list()?
            .iter()
            .enumerate()
            .map(|(index, schema)| self.node(schema, format!("{}/{}/{index}", part.at, part.keyword)))
            .collect())
    }

    fn map(&mut self, part: Part<'_, 's>) -> Result<Vec<(String, NodeId)>, Refused> {
        Ok(part
            .object()?
            .iter()
            .map(|(name, schema)| {
                let at = format!("{}/{}/{name}", part.at, part.keyword);
                (name.clone(), self.node(schema, at))
            })
            .collect())
    }

    fn members(&mut self, at: &str, schema: &'s Map<String, Value>) -> Result<Members, Refused> {
        let mut members = Members::default();
        let part = |keyword: &'static str| schema.get(keyword).map(|value| Part { at, keyword, value });
        if let Some(part) = part("properties") {
            members.named = self.map(part)?.into_iter().collect();
        }
        if let Some(part) = part("patternProperties") {
            let nodes = self.map(part)?;
            for (source, (_, node)) in part.object()?.keys().zip(nodes) {
                members.patterns.push((self.pattern(at, source)?, node));
            }
        }
        if let Some(part) = part("additionalProperties") {
            members.rest = Some(self.node(part.value, format!("{at}/additionalProperties")));
        }
        Ok(members)
    }

    /// Compiles the keywords for array items. Up to draft 2019-09, an array in `items` means `prefixItems`, and
    /// `additionalItems` means `items`.
    fn elements(&mut self, at: &str, schema: &'s Map<String, Value>) -> Result<Elements, Refused> {
        let old = self.draft < Draft::Of2020;
        let (prefix, rest) = match schema.get("items") {
            Some(Value::Array(_)) if old => ("items", "additionalItems"),
            Some(value @ Value::Array(_)) => {
                let part = Part {
                    at,
                    keyword: "items",
                    value,
                };
                return Err(part.unexpected("one schema; a list of them is `prefixItems`"));
            }
            _ if old => ("", "items"),
            _ => ("prefixItems", "items"),
        };
        let mut elements = Elements::default();
        if let Some(value) = schema.get(prefix) {
            let part = Part {
                at,
                keyword: prefix,
                value,
            };
            elements.prefix = self.list(part)?;
        }
        elements.rest = schema.get(rest).map(|value| self.node(value, format!("{at}/{rest}")));
        Ok(elements)
    }

    fn dependencies(&mut self, part: Part<'_, 's>, into: &mut Vec<Keyword>) -> Result<(), Refused> {
        let (mut names, mut schemas) = (Vec::new(), Vec::new());
        for (name, value) in part.object()? {
            let at = format!("{}/dependencies", part.at);
            if value.is_array() {
                names.push((
                    name.clone(),
                    Part {
                        at: &at,
                        keyword: name,
                        value,
                    }
                    .names()?,
                ));
            } else {
                schemas.push((name.clone(), self.node(value, format!("{at}/{name}"))));
            }
        }
        into.push(Keyword::DependentRequired(names));
        into.push(Keyword::DependentSchemas(schemas));
        Ok(())
    }
}

fn is_first(schema: &Map<String, Value>, keyword: &str, family: &[&str]) -> bool {
    family.iter().find(|word| schema.contains_key(**word)) == Some(&keyword)
}
