//! Tests of random filters on real projects. The query engine must return the same rows as a simple evaluation of all
//! rows, or an error.
//!
//! `random_filters` creates the filters. `reference_filter` evaluates them on rows that were read without filters.

mod random_filters;
mod reference_filter;

use super::*;
use crate::session::tests::query::random::random_filters::Maker;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tests_projects::Dice;

/// Number of filters for all projects together, unless an environment variable sets another number.
const FILTERS: usize = 3_000;

/// Names of facts about objects that filters test.
const FACTS: [&str; 15] = [
    "name",
    "path",
    "tag",
    "layer",
    "active",
    "active-self",
    "static",
    "prefab",
    "component-count",
    "position",
    "parent",
    "components",
    "id",
    "depth",
    "child-count",
];

/// Maximum number of objects in each project whose components are read.
const READ: usize = 1_500;

/// An object, as a query without filter returns it.
struct Object {
    id: i64,
    file: String,
    facts: BTreeMap<String, Value>,
    /// Names of the object's ancestors and of the object itself, without sibling numbers.
    plain_path: String,
    above: Vec<i64>,
    /// The components of the object; `None` if they were not read.
    components: Option<Vec<Component>>,
}

/// A component with all its fields.
struct Component {
    type_name: String,
    fields: BTreeMap<String, Value>,
}

/// The objects of the project's files.
struct Table {
    objects: Vec<Object>,
    files: Vec<String>,
}

fn all_rows(session: &mut Session, scope: &Scope, select: &[Column]) -> Vec<(i64, String, Vec<Option<Value>>)> {
    let (mut rows, mut cursor) = (Vec::new(), None);
    loop {
        let request = QueryRequest {
            page: CursorPage {
                limit: 500,
                cursor,
                max_bytes: 4_000_000,
            },
            ..request(scope.clone(), Vec::new(), select.to_vec())
        };
        let answer = find(session, request).expect("rows");
        rows.extend(answer.rows.into_iter().map(|row| {
            let cells = row.cells.iter().map(|cell| cell.0.as_ref());
            let cells = cells.map(|cell| cell.map(|cell| cell.to_value().expect("JSON")));
            (row.object.0, row.file, cells.collect())
        }));
        cursor = answer.next;
        if cursor.is_none() {
            assert!(answer.complete);
            return rows;
        }
    }
}

impl Table {
    fn read_table(session: &mut Session, dice: &mut Dice) -> Self {
        let columns: Vec<Column> = FACTS.iter().map(|fact| Column::Fact((*fact).to_owned())).collect();
        let rows = all_rows(session, &Scope::Project, &columns);
        let mut objects: Vec<Object> = Vec::new();
        let mut places: BTreeMap<i64, usize> = BTreeMap::new();
        for (id, file, cells) in rows {
            let facts = FACTS.iter().zip(cells);
            let facts: BTreeMap<String, Value> = facts
                .filter_map(|(name, cell)| Some(((*name).to_owned(), cell?)))
                .collect();
            let parent = facts["parent"]["ref"]
                .as_str()
                .and_then(|text| text.strip_prefix("obj:"));
            let parent = parent
                .and_then(|number| number.parse().ok())
                .and_then(|id: i64| places.get(&id));
            let (start, above) = match parent.map(|at| &objects[*at]) {
                Some(parent) => (
                    parent.plain_path.clone(),
                    parent.above.iter().copied().chain([parent.id]).collect(),
                ),
                None => (String::new(), Vec::new()),
            };
            let plain_path = format!("{start}/{}", facts["name"].as_str().expect("a name"));
            places.insert(id, objects.len());
            objects.push(Object {
                id,
                file,
                facts,
                plain_path,
                above,
                components: None,
            });
        }
        let files: BTreeSet<String> = objects.iter().map(|object| object.file.clone()).collect();
        let mut table = Self {
            objects,
            files: files.into_iter().collect(),
        };
        table.read(session, dice);
        table
    }

    /// Reads all components of some files. A filter on fields searches only such a file.
    fn read(&mut self, session: &mut Session, dice: &mut Dice) {
        let (mut count, mut left) = (0, self.files.clone());
        while count < READ && !left.is_empty() {
            let file = left.swap_remove(dice.throw(left.len()));
            let all = self.objects.iter_mut().filter(|object| object.file == file);
            let mut objects: Vec<&mut Object> = all.collect();
            for some in objects.chunks_mut(50) {
                let ids: Vec<ObjectId> = some.iter().map(|object| ObjectId(object.id)).collect();
                let mut of_each = components_of(session, ids);
                for object in some.iter_mut() {
                    object.components = Some(of_each.remove(&object.id).unwrap_or_default());
                }
                count += some.len();
            }
        }
    }

    /// Returns the files whose components were read.
    fn read_files(&self) -> Vec<&str> {
        let read: BTreeSet<&str> = self
            .objects
            .iter()
            .filter(|object| object.components.is_some())
            .map(|object| object.file.as_str())
            .collect();
        read.into_iter().collect()
    }
}

/// Reads the components of the objects. Omits fields with shortened values, which filters do not test.
fn components_of(session: &mut Session, objects: Vec<ObjectId>) -> BTreeMap<i64, Vec<Component>> {
    let (mut found, mut cursor): (BTreeMap<i64, Vec<Component>>, _) = (BTreeMap::new(), None);
    loop {
        let request = ValuesRequest {
            objects: objects.clone(),
            types: Vec::new(),
            paths: Vec::new(),
            items: 500,
            page: CursorPage {
                limit: 500,
                cursor,
                max_bytes: 4_000_000,
            },
        };
        let rows = match run(session, Command::ReadValues { request }).expect("values").reply {
            Reply::Values(rows) => rows,
            other => panic!("{other:?}"),
        };
        for row in rows.rows {
            let fields = row.fields.iter().filter(|(name, _)| !row.cut.contains(name));
            let fields = fields.map(|(name, value)| (name.clone(), value.to_value().expect("JSON")));
            let fields: BTreeMap<String, Value> = fields.collect();
            found.entry(row.object.0).or_default().push(Component {
                type_name: row.type_name,
                fields,
            });
        }
        cursor = rows.next;
        if cursor.is_none() {
            return found;
        }
    }
}

/// Counts of the results of the filters.
#[derive(Debug, Default)]
struct Tally {
    equal: usize,
    found: usize,
    refused: usize,
    /// Number of filters that the simple evaluation cannot decide, such as a number compared with an enum name.
    open: usize,
}

fn check_project(root: &Path, filters: usize, seed: u64, tally: &mut Tally) {
    let options = ProjectOptions::new(root);
    let mut session = Session::open(root, &options, &|_, _| true).expect("a project");
    session.query_caches.patience.query = std::time::Duration::from_secs(600);
    let mut dice = Dice::new(seed);
    let table = Table::read_table(&mut session, &mut dice);
    let maker = Maker::new(&table, &session);
    for number in 0..filters {
        let mut dice = Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
        let made = maker.make(&mut dice);
        let asked = request(made.scope.clone(), made.nodes.clone(), Vec::new());
        let expected = reference_filter::evaluate(&table, &made);
        let answer = find(
            &mut session,
            QueryRequest {
                page: page(500, None),
                ..asked
            },
        );
        let shown = || {
            format!(
                "{root:?}, seed {seed}, filter {number}: {:?} in {:?}",
                made.nodes, made.scope
            )
        };
        match (answer, expected) {
            (Err(error), _) => {
                let kinds = [BridgeErrorKind::InvalidArgument, BridgeErrorKind::NotFound];
                assert!(kinds.contains(&error.kind), "{}: {error:?}", shown());
                tally.refused += 1;
            }
            (Ok(_), None) => tally.open += 1,
            (Ok(answer), Some(expected)) => {
                let found: Vec<i64> = answer.rows.iter().map(|row| row.object.0).collect();
                assert!(answer.complete, "{}", shown());
                assert_eq!(answer.total, expected.len() as u64, "{}", shown());
                assert_eq!(found, expected[..expected.len().min(500)], "{}", shown());
                tally.equal += 1;
                tally.found += usize::from(!expected.is_empty());
            }
        }
    }
}

#[test]
fn random_filters_match_plain_evaluation_or_return_an_error() {
    let Some(folder) = tests_projects::folder() else { return };
    #[expect(clippy::disallowed_methods, reason = "`cargo xtask fuzz` says how many")]
    let wanted = std::env::var("UTH_FILTERS").ok().and_then(|count| count.parse().ok());
    let projects = tests_projects::expected(&folder);
    let each = wanted.unwrap_or(FILTERS).div_ceil(projects.len());
    let mut tally = Tally::default();
    for (seed, (name, _)) in (1..).zip(projects) {
        check_project(&folder.join(&name), each, seed, &mut tally);
    }
    println!("{tally:?}");
    // A test with only errors and empty results would prove little.
    let all = tally.equal + tally.refused + tally.open;
    assert!(tally.equal * 3 > all && tally.found * 10 > all, "{tally:?}");
}
