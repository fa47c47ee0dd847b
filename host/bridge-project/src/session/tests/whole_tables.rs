//! Tests of all rows of the real projects. Every row is compared with an independent reader (`tests/fixtures/readers`)
//! or with a copy of the project.
//!
//! This module reads all rows with commands of the session. Each submodule compares one kind of data.

mod calls;
mod csharp;
mod damaged;
mod damaged_assets;
mod linked;
mod managed;
mod settings;
mod spelled;
mod ui_files;

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use crate::session::changing::component_edits::tests::run;
use host_bridge::{
    Column, Command, CursorPage, ObjectId, Per, QueryAnswer, QueryRequest, Reply, Rows, Scope, Skipped, ValuesRequest,
};
use host_project_watch::watch::WatchMode;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

const PAGE_BYTES: usize = 4_000_000;
/// Number of objects in one command.
const OBJECTS: usize = 50;

/// Returns the five real projects with their names. Empty if the fixtures are not available.
fn projects() -> Vec<(String, PathBuf)> {
    let Some(folder) = tests_projects::folder() else {
        return Vec::new();
    };
    let expected = tests_projects::expected(&folder).into_iter();
    expected.map(|(name, _)| (name.clone(), folder.join(name))).collect()
}

fn open(root: &Path) -> Session {
    let options = ProjectOptions {
        open: OpenScenes::Paths(Vec::new()),
        watch: WatchMode::Off,
        ..ProjectOptions::new(root)
    };
    let mut session = Session::open(root, &options, &|_, _| true).expect("a project");
    session.query_caches.patience.query = Duration::from_secs(600);
    session
}

fn page(cursor: Option<String>) -> CursorPage {
    CursorPage {
        limit: 500,
        cursor,
        max_bytes: PAGE_BYTES,
    }
}

/// An object of a scene or prefab.
struct Object {
    id: ObjectId,
    file: String,
    path: String,
    facts: Vec<Option<Value>>,
}

/// Returns all objects of the files, and up to 20 files that were not searched or only partly.
fn objects(session: &mut Session, scope: &Scope, facts: &[&str]) -> (Vec<Object>, Vec<Skipped>) {
    let (mut rows, mut cursor) = (Vec::new(), None);
    loop {
        let select = ["path"].iter().chain(facts);
        let request = QueryRequest {
            scope: scope.clone(),
            filter: Vec::new(),
            per: Per::Object,
            select: select.map(|fact| Column::Fact((*fact).to_owned())).collect(),
            order: Vec::new(),
            page: page(cursor),
        };
        let answer = query_rows(session, request);
        rows.extend(answer.rows.into_iter().map(|row| {
            let mut cells = row.cells.iter().map(|cell| cell.0.as_ref()?.to_value().ok());
            let path = cells.next().flatten().expect("a path");
            Object {
                id: row.object,
                file: row.file,
                path: path.as_str().expect("a path").to_owned(),
                facts: cells.collect(),
            }
        }));
        cursor = answer.next;
        if cursor.is_none() {
            assert_eq!(answer.total, rows.len() as u64);
            return (rows, answer.not_searched);
        }
    }
}

fn query_rows(session: &mut Session, request: QueryRequest) -> QueryAnswer {
    let request = Box::new(request);
    match run(session, Command::Query { request }).expect("rows").reply {
        Reply::Found(answer) => answer,
        other => panic!("{other:?}"),
    }
}

/// A component: its type, and its fields by C# name. Fields that exceed the size limit are missing.
struct Component {
    type_name: String,
    fields: BTreeMap<String, Value>,
}

/// Returns the components of each object, in order.
fn components(session: &mut Session, objects: &[Object]) -> BTreeMap<ObjectId, Vec<Component>> {
    let mut by_object: BTreeMap<ObjectId, Vec<Component>> = BTreeMap::new();
    for some in objects.chunks(OBJECTS) {
        let mut cursor = None;
        loop {
            let request = ValuesRequest {
                objects: some.iter().map(|object| object.id).collect(),
                types: Vec::new(),
                paths: Vec::new(),
                items: 500,
                page: page(cursor),
            };
            let Rows { rows, next, .. } = match run(session, Command::ReadValues { request }).expect("values").reply {
                Reply::Values(rows) => rows,
                other => panic!("{other:?}"),
            };
            for row in rows {
                assert!(row.cut.is_empty(), "{}: {:?}", row.type_name, row.cut);
                let fields = row.fields.iter();
                let fields = fields.map(|(name, value)| (name.clone(), value.to_value().expect("JSON")));
                by_object.entry(row.object).or_default().push(Component {
                    type_name: row.type_name.clone(),
                    fields: fields.collect(),
                });
            }
            cursor = next;
            if cursor.is_none() {
                break;
            }
        }
    }
    by_object
}

/// Fails with the first difference, if there is one.
fn expect_none(wrong: &[String]) {
    let first = wrong.get(..wrong.len().min(20)).unwrap_or_default();
    assert!(wrong.is_empty(), "{} differ: {first:#?}", wrong.len());
}
