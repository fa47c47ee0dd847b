//! Converts the arguments of `find_objects` to a query for the host.

use super::{Args, Op, Per, Scope, Where};
use crate::answer::page;
use crate::naming::{self, column, fact, field};
use serde_json::Value;
use unity_tools::ToolError;
use unity_tools::unity::query::{self, ComponentTest, Key, Node, Request, Test};

/// Maximum number of nodes (tests and combinations of tests) in the filter of a query. A larger filter is rejected.
const MOST_NODES: usize = 64;

/// Converts the arguments of `find_objects` to a query. Also returns notes for the answer.
pub(super) fn request(args: Args) -> Result<(Request, Vec<String>), ToolError> {
    let scope = scope(args.scope, args.files)?;
    let mut nodes = Nodes::default();
    let mut all = Vec::new();
    let globs = [("name", &args.name), ("path", &args.path)];
    for (name, glob) in globs {
        if let Some(glob) = glob {
            all.push(nodes.add(fact(name, query::Op::Matches, &Value::from(glob.as_str()))));
        }
    }
    if let Some(tag) = &args.tag {
        all.push(nodes.add(fact("tag", query::Op::Equal, &Value::from(tag.as_str()))));
    }
    if let Some(layer) = &args.layer {
        all.push(nodes.add(fact("layer", query::Op::Equal, layer)));
    }
    if let Some(active) = args.active {
        all.push(nodes.add(fact("active", query::Op::Equal, &Value::from(active))));
    }
    let mut notes = Vec::new();
    if let Some(under) = &args.under {
        let meant = naming::object_in("under", under, &scope)?;
        all.push(nodes.add(Node::Under(meant.id)));
        notes.extend(meant.note);
    }
    if let Some(type_name) = &args.of_type {
        all.push(nodes.add(Node::Component(ComponentTest {
            type_name: type_name.clone(),
            tests: Vec::new(),
        })));
    }
    for (argument, list) in lists(args.all.as_deref(), args.any.as_deref()) {
        for (at, test) in list.iter().enumerate() {
            notes.extend(missing(&format!("{argument}[{at}]"), test)?);
        }
    }
    notes.dedup();
    all.extend(nodes.tests(args.all.as_deref().unwrap_or_default()));
    // Clients fill in arguments that they do not use, so an empty list is no filter.
    if let Some(any) = args.any.as_ref().filter(|any| any.iter().any(|list| !list.is_empty())) {
        if let Some(at) = any.iter().position(Vec::is_empty) {
            let right = "at least one condition: without any the list is true for every object";
            return Err(ToolError::violation(&format!("any[{at}]"), right, "[]"));
        }
        let lists = any.iter().map(|list| {
            let tests = nodes.tests(list);
            nodes.add(Node::All(tests))
        });
        let lists: Vec<u32> = lists.collect();
        all.push(nodes.add(Node::Any(lists)));
    }
    nodes.add(Node::All(all));
    if nodes.0.len() > MOST_NODES {
        return Err(too_many(args.all.as_deref(), args.any.as_deref(), nodes.0.len()));
    }
    let order = args
        .order
        .unwrap_or_default()
        .into_iter()
        .map(|key| match key.strip_prefix('-') {
            Some(key) => Key {
                column: column(key),
                descending: true,
            },
            None => Key {
                column: column(&key),
                descending: false,
            },
        });
    let request = Request {
        scope,
        filter: nodes.0,
        per: match (args.per.unwrap_or_default(), args.of_type) {
            (Per::Object, _) => query::Per::Object,
            (Per::Component, Some(type_name)) => query::Per::Component(type_name),
            (Per::Component, None) => {
                return Err(ToolError::missing(
                    "type",
                    "a component type, since per is component, e.g. Rigidbody",
                ));
            }
        },
        select: args
            .select
            .unwrap_or_default()
            .iter()
            .map(|text| column(text))
            .collect(),
        order: order.collect(),
        page: page(args.limit.get(), args.cursor, args.max_bytes),
    };
    Ok((request, notes))
}

/// Returns all lists of tests in the arguments `where` and `any`, each with its argument name for errors.
fn lists<'a>(all: Option<&'a [Where]>, any: Option<&'a [Vec<Where>]>) -> Vec<(String, &'a [Where])> {
    let any = any.unwrap_or_default().iter().enumerate();
    let any = any.map(|(at, list)| (format!("any[{at}]"), list.as_slice()));
    all.map(|list| ("where".to_owned(), list))
        .into_iter()
        .chain(any)
        .collect()
}

/// Checks the operator of one test. For the operator `missing`, which callers may understand as "has none", returns a
/// note; or an error if the test is not about a field of a component.
fn missing(argument: &str, test: &Where) -> Result<Option<String>, ToolError> {
    if test.op == Op::Unset && test.value.is_some() {
        return Err(ToolError::violation(
            &format!("{argument}.value"),
            "left out, since op is unset",
            test.value.as_ref(),
        ));
    }
    if !matches!(test.op, Op::Missing | Op::Broken) {
        return Ok(None);
    }
    if field(&test.field).is_none() {
        return Err(ToolError::violation(
            &format!("{argument}.op"),
            "unset or exists, since `name`, `tag` and the like hold no reference that could be missing",
            format!("{:?}", test.op).to_lowercase(),
        ));
    }
    Ok((test.op == Op::Missing).then(|| {
        "op missing means broken: the field refers to something that is gone; write unset for fields that refer to nothing".to_owned()
    }))
}

/// Returns an error for too many tests. It names the argument with the most tests.
#[cold]
fn too_many(all: Option<&[Where]>, any: Option<&[Vec<Where>]>, nodes: usize) -> ToolError {
    let tests = all.unwrap_or_default().len();
    let lists = any.unwrap_or_default();
    let in_lists: usize = lists.iter().map(Vec::len).sum();
    let (argument, given) = match in_lists + lists.len() > tests {
        true => ("any", format!("{} lists of {in_lists} tests", lists.len())),
        false => ("where", format!("{tests} tests")),
    };
    ToolError::invalid_argument(format!(
        "`{argument}` has {given}; with the other arguments they are {nodes} conditions, and a query takes at most {MOST_NODES}"
    ))
    .hint("each test on a fact, all tests on one type, and each list are one; ask in several calls")
    .details(serde_json::json!({"argument": argument, "given": given}))
}

fn scope(scope: Option<Scope>, files: Option<Vec<String>>) -> Result<query::Scope, ToolError> {
    match (scope, files) {
        (None | Some(Scope::Files), Some(files)) => {
            let each = files.into_iter().enumerate().map(|(at, file)| {
                if file.starts_with("Assets/") || file.starts_with("Packages/") {
                    Ok(file)
                } else if file.contains(['/', '\\']) {
                    let right = "an asset path that begins with Assets/ or Packages/, or a scene's name";
                    Err(ToolError::violation(&format!("files[{at}]"), right, file))
                } else {
                    naming::scene("files", &file).map(|scene| scene.path)
                }
            });
            Ok(query::Scope::Files(each.collect::<Result<_, ToolError>>()?))
        }
        (Some(Scope::Files), None) => Err(ToolError::missing(
            "files",
            "asset paths, since scope is files, e.g. [\"Assets/Scenes/Main.unity\"]",
        )),
        (Some(other), Some(_)) => Err(ToolError::violation(
            "scope",
            "files, or left out, since files are given",
            other.word(),
        )),
        (None | Some(Scope::Loaded), None) => Ok(query::Scope::Loaded),
        (Some(Scope::Project), None) => Ok(query::Scope::Project),
        (Some(Scope::Scenes), None) => Ok(query::Scope::Scenes),
        (Some(Scope::Prefabs), None) => Ok(query::Scope::Prefabs),
    }
}

/// The filter of a query as a list of nodes: tests, and combinations that refer to earlier nodes.
#[derive(Default)]
struct Nodes(Vec<Node>);

impl Nodes {
    fn add(&mut self, node: Node) -> u32 {
        self.0.push(node);
        u32::try_from(self.0.len() - 1).unwrap_or(u32::MAX)
    }

    /// Adds filter nodes for a list of tests: one for each property of the object, and one for all tests on a component
    /// type, which one component must pass. Returns the indexes of the nodes.
    fn tests(&mut self, list: &[Where]) -> Vec<u32> {
        let mut found = Vec::new();
        let mut types: Vec<ComponentTest> = Vec::new();
        for test in list {
            let made = |path: String| Test {
                path,
                op: op(test.op),
                value: match test.op {
                    Op::Unset => Some("null".to_owned()),
                    _ => test.value.as_ref().map(Value::to_string),
                },
            };
            match field(&test.field) {
                None => found.push(self.add(Node::Fact(made(test.field.replace('_', "-"))))),
                Some(field) => match types.iter_mut().find(|known| known.type_name == field.component) {
                    Some(known) => known.tests.push(made(field.path)),
                    None => types.push(ComponentTest {
                        type_name: field.component,
                        tests: vec![made(field.path)],
                    }),
                },
            }
        }
        found.extend(types.into_iter().map(|test| self.add(Node::Component(test))));
        found
    }
}

fn op(op: Op) -> query::Op {
    match op {
        Op::Equal => query::Op::Equal,
        Op::Unequal => query::Op::Unequal,
        Op::Greater => query::Op::Greater,
        Op::AtLeast => query::Op::AtLeast,
        Op::Less => query::Op::Less,
        Op::AtMost => query::Op::AtMost,
        Op::Contains => query::Op::Contains,
        Op::Matches => query::Op::Matches,
        Op::Exists => query::Op::Exists,
        Op::Missing | Op::Broken => query::Op::Missing,
        Op::Unset => query::Op::Equal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn request_of(arguments: Value) -> Result<Request, ToolError> {
        request(serde_json::from_value(arguments).expect("arguments")).map(|(request, _)| request)
    }

    #[test]
    fn merges_conditions_on_one_type_into_one_component_node() {
        let request = request_of(json!({
            "scope": "project",
            "name": "Crate*",
            "where": [
                {"field": "Rigidbody.mass", "op": ">", "value": 10},
                {"field": "tag", "op": "!=", "value": "Player"},
                {"field": "Rigidbody.drag", "op": "exists"},
            ],
            "any": [[{"field": "Light.cookie", "op": "=", "value": null}], [{"field": "active_self", "op": "=", "value": false}]],
            "order": ["-Rigidbody.mass", "name"],
        }))
        .expect("a query");
        let Some(Node::Component(body)) = request.filter.get(2) else {
            panic!("{:?}", request.filter)
        };
        let paths: Vec<&str> = body.tests.iter().map(|test| test.path.as_str()).collect();
        assert_eq!((body.type_name.as_str(), paths), ("Rigidbody", vec!["mass", "drag"]));
        assert!(
            matches!(&request.filter[3], Node::Component(light) if light.tests[0].value.as_deref() == Some("null"))
        );
        assert!(matches!(&request.filter[5], Node::Fact(test) if test.path == "active-self"));
        assert_eq!(request.filter.last(), Some(&Node::All(vec![0, 1, 2, 7])));
        assert!(request.order[0].descending && !request.order[1].descending);
    }

    #[test]
    fn ignores_empty_any_but_rejects_empty_list_beside_conditions() {
        let plain = request_of(json!({"type": "Camera"})).expect("a query");
        for any in [json!([]), json!([[]]), json!([[], []])] {
            let request = request_of(json!({"type": "Camera", "any": any})).expect("a query");
            assert_eq!(request.filter, plain.filter);
        }
        let error = request_of(json!({"any": [[{"field": "name", "op": "exists"}], []]})).expect_err("an empty list");
        assert!(error.message.contains("any[1]"), "{error}");
    }

    #[test]
    fn rejects_conflicting_or_incomplete_arguments() {
        for (arguments, part) in [
            (json!({"per": "component"}), "type"),
            (json!({"scope": "files"}), "files"),
            (json!({"scope": "prefabs", "files": ["Assets/A.prefab"]}), "scope"),
        ] {
            let error = request_of(arguments).expect_err(part);
            let is_named = error.message.starts_with(part) || error.message.contains(&format!("`{part}` is missing"));
            assert!(is_named, "{error}");
        }
    }

    #[test]
    fn translates_broken_and_unset_and_notes_ambiguous_missing() {
        let tested = |field: &str, op: &str| {
            let args = serde_json::from_value(json!({"where": [{"field": field, "op": op}]})).expect("arguments");
            request(args)
        };
        let test = |op: &str| {
            let (request, notes) = tested("Light.cookie", op).expect(op);
            let Some(Node::Component(light)) = request.filter.first() else {
                panic!("{:?}", request.filter)
            };
            (light.tests[0].op.clone(), light.tests[0].value.clone(), notes.len())
        };
        assert_eq!(test("broken"), (query::Op::Missing, None, 0));
        assert_eq!(test("unset"), (query::Op::Equal, Some("null".to_owned()), 0));
        assert_eq!(test("missing"), (query::Op::Missing, None, 1));
        for op in ["missing", "broken"] {
            let error = tested("parent", op).expect_err(op);
            assert!(
                error.message.contains("where[0].op") && error.message.contains("unset"),
                "{error}"
            );
        }
    }
}
