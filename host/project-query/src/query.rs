//! Search for objects by facts about them and by values of their components, in loaded and other files.
//!
//! This module selects the files and pages of a query. `filter` has the filter, `compare` the comparisons.

mod bits;
mod compare;
mod comparison_form;
mod fact_test;
mod facts;
mod filter;
mod find_instances;
mod forms;
mod instances;
mod item_paths;
mod labels;
mod misnamed;
mod near_names;
mod reference_form;
pub(crate) mod results;
mod scope;
mod unmatched_types;
mod unsearched_parts;
mod untyped_fields;
mod uses;
mod wanted_value;

use crate::query_lookup::QueryLookup;
use crate::values::missing_value_error;
pub use compare::is_same_value;
pub(crate) use compare::matches;
use filter::{Plan, Shown};
pub(crate) use forms::has_class;
use host_bridge::{
    BridgeError, BridgeErrorKind, Cell, Column, Cursors, ObjectId, QueryAnswer, QueryRequest, QueryRow, Replied, Reply,
    Scope, Skipped, ValueText, cut, json_len,
};
use host_project_world::unimported_assets::unread_parts;
use host_project_world::world::{Place, World};
use results::{FileAt, Found, MAX_MATCHES, Match};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;
use unity_files::AssetProblem;

/// Number of objects between two checks of the time limit, because each object can be expensive.
const STRIDE: Place = 16;

/// Maximum number of unsearched files that an answer lists; further files are only counted.
const MAX_NAMED: usize = 20;

/// Maximum number of rows in which a value is searched for a column that is empty on the whole page.
const MAX_CHECKED: usize = 5_000;

/// Maximum number of rows that are cached between two steps of one page; with more, the cache is emptied.
const MOST_READ: usize = 1_000;

/// Estimated JSON bytes of one row of a query without its texts; used to limit the page size.
const ROW_BYTES: usize = 60;

impl QueryLookup<'_> {
    /// Returns one page of the objects or components that match the request, with the values of its columns.
    ///
    /// # Errors
    /// `NotFound` for files, types, fields and facts that do not exist, with the most similar names.
    pub fn query(&mut self, request: &QueryRequest) -> Result<Replied, BridgeError> {
        let about = query_identity(request);
        let stamp = self.lookup.stamp();
        let mut found = match self.kept.take_found(&about, stamp) {
            Some(found) => found,
            None => self.begin_search(about, request)?,
        };
        let ended_before = found.is_complete();
        if !ended_before {
            self.search(&mut found);
            found.sort();
        }
        // A file may have changed while it was read.
        found.stamp = self.lookup.stamp();
        let sorted_until = if found.plan.order.is_empty() { 0 } else { found.next.0 };
        let cursors = Cursors::new(&found.about, &(found.stamp, sorted_until));
        let total = found.matches.len() as u64;
        let patience = self.kept.patience.query;
        let step = self.kept.step(patience);
        let until = Instant::now() + step;
        let (mut read, mut made) = (std::mem::take(&mut found.rows), 0);
        if read.len() > MOST_READ || !(ended_before || found.plan.order.is_empty()) {
            // While more rows are found, the positions of rows in an order change.
            read.clear();
        }
        let rows = cut(
            &request.page,
            &cursors,
            total,
            |row| {
                if let Some(known) = read.get(&row) {
                    return Ok(known.clone());
                }
                if made > 0 && patience > step && Instant::now() >= until {
                    self.kept.note_stopped(patience);
                    return Err(rows_take_long());
                }
                let found_row = usize::try_from(row).ok().and_then(|row| found.matches.get(row));
                let made_row = self.row(&found, found_row.ok_or_else(|| missing_value_error("row"))?)?;
                made += 1;
                read.insert(row, made_row.clone());
                Ok(made_row)
            },
            |row| row_bytes(row, &request.select),
        );
        let mut rows = match rows {
            Ok(rows) => rows,
            Err(error) => {
                // The next step continues with the rows that were read so far.
                found.rows = read;
                self.kept.keep_found(found);
                return Err(error);
            }
        };
        let remarks = self.remarks(&mut found, request, rows.rows.is_empty())?;
        let unplaced = self.missing_positions_note(&found.plan.select, &rows.rows);
        if rows.next.is_none() && !found.is_complete() && !found.is_full() && found.plan.order.is_empty() {
            rows.next = Some(cursors.encode(total));
        }
        let answer = answer(&found, rows);
        self.kept.keep_found(found);
        Ok(Replied {
            reply: Reply::Found(answer),
            // Reported once: with the first page, or with the page at which the search ended.
            diagnostics: match request.page.cursor.is_some() && ended_before {
                false => remarks,
                true => Vec::new(),
            }
            .into_iter()
            .chain(unplaced)
            .collect(),
        })
    }

    fn begin_search(&mut self, about: String, request: &QueryRequest) -> Result<Found, BridgeError> {
        let (plan, mut files) = (
            Plan::from_request(self.view(), request)?,
            self.view().files_of(&request.scope)?,
        );
        for object in plan.scope_objects() {
            self.must_be_in(object, &files)?;
        }
        for wanted in plan.compared_with_objects() {
            self.must_exist(wanted);
        }
        self.keep_files_of(&request.filter, &mut files);
        let not_searched = match &request.scope {
            Scope::Loaded | Scope::Files(_) | Scope::Other(_) => Vec::new(),
            Scope::Scenes | Scope::Prefabs | Scope::Project | Scope::ScenesExcept(_) | Scope::ProjectExcept(_) => {
                unread_parts(self.lookup.library.project())
            }
        };
        Ok(Found {
            about,
            stamp: self.lookup.stamp(),
            plan,
            files,
            next: (0, 0),
            rows: BTreeMap::new(),
            named: (0, BTreeSet::new()),
            matches: Vec::new(),
            not_searched,
            unread: BTreeSet::new(),
        })
    }

    /// Returns the notes about the query and its matches, without those about single rows.
    fn remarks(
        &mut self,
        found: &mut Found,
        request: &QueryRequest,
        is_empty_page: bool,
    ) -> Result<Vec<String>, BridgeError> {
        let mut remarks = self.check_columns(found)?;
        remarks.extend(self.near_names(found));
        if found.is_complete() {
            remarks.extend(found.plan.remarks(found.matches.is_empty()));
        }
        if !is_empty_page && request.page.cursor.is_none() {
            let mut unmet: Vec<&str> = found.plan.select.iter().filter_map(Shown::unmet).collect();
            unmet.dedup();
            remarks.extend(unmet.iter().map(|name| {
                format!("select: no object of this page has a {name} itself; those of its children are not read")
            }));
        }
        Ok(remarks)
    }

    fn search(&mut self, found: &mut Found) {
        let patience = self.kept.patience.query;
        let until = Instant::now() + self.kept.step(patience);
        while let Some(file) = found.files.get(found.next.0).filter(|_| !found.is_full()).cloned() {
            let world = match self.world_of(&file) {
                Ok(world) => world,
                // The search continues at this file when it was read.
                Err(AssetProblem::BeingRead) => return,
                Err(problem) => {
                    let why = problem.with_remedy();
                    found.unread.insert(file.path.clone());
                    found.not_searched.push(Skipped { file: file.path, why });
                    found.next = (found.next.0 + 1, 0);
                    if Instant::now() >= until {
                        self.kept.note_stopped(patience);
                        return;
                    }
                    continue;
                }
            };
            self.find_instances(&found.plan, world.as_deref(), &file);
            let view = self.view().with_world(world.as_deref(), &file.path);
            let std::ops::Range { start, end } = file.places(view, world.is_some());
            let mut place = start.max(found.next.1);
            while place < end {
                if let Some(at) = view.world.node_at_place(place) {
                    for component in found.plan.rows(view, at) {
                        let keys = found.plan.order.iter();
                        let keys = keys.map(|(shown, _)| shown.sort_key(view, at, component).unwrap_or_default());
                        found.matches.push(Match {
                            file: found.next.0,
                            at,
                            component,
                            keys: keys.collect(),
                        });
                    }
                }
                place += 1;
                if found.matches.len() >= MAX_MATCHES || (place % STRIDE == 0 && Instant::now() >= until) {
                    found.next.1 = place;
                    self.kept.note_stopped(patience);
                    return;
                }
            }
            let plan = &found.plan;
            let damage = view.world.damage(file.scene.filter(|_| world.is_none()));
            let unread = [
                plan.unsearched(view, start..end),
                plan.unreadable(view, start..end),
                plan.not_compared_reason(view),
            ];
            let whys = damage.map(str::to_owned).chain(unread.into_iter().flatten());
            found.not_searched.extend(whys.map(|why| Skipped {
                file: file.path.clone(),
                why,
            }));
            found.next = (found.next.0 + 1, 0);
            if Instant::now() >= until {
                self.kept.note_stopped(patience);
                return;
            }
        }
    }

    /// Returns the objects (`World`) of a file that is not loaded; `None` if the session's own `World` has the file.
    fn world_of(&mut self, file: &FileAt) -> Result<Option<Rc<World>>, AssetProblem> {
        let slot = file.scene.and_then(|scene| self.lookup.scenes.get(scene as usize));
        if slot.is_some_and(|slot| slot.loaded.is_some()) {
            return Ok(None);
        }
        self.files().read_unloaded(&file.path).map(Some)
    }

    fn row(&mut self, found: &Found, matched: &Match) -> Result<QueryRow, BridgeError> {
        let file = found
            .files
            .get(matched.file)
            .ok_or_else(|| missing_value_error("file"))?;
        let world = self.world_of(file).map_err(|_| missing_value_error("file"))?;
        let view = self.view().with_world(world.as_deref(), &file.path);
        let columns = found.plan.select.iter();
        let cells = columns.map(|column| {
            let value = column.value_of_row(view, matched.at, matched.component);
            Cell(value.map(|value| ValueText::from_json_text(value.to_string())))
        });
        Ok(QueryRow {
            object: view.world.node(matched.at).map_or(ObjectId(0), |node| node.id),
            file: view.file(matched.at).to_owned(),
            path: view.path(matched.at),
            component: matched.component,
            cells: cells.collect(),
        })
    }

    /// Checks columns that have a value in no row, because their names may belong to no component. Returns notes about
    /// columns for which that is unknown.
    fn check_columns(&mut self, found: &Found) -> Result<Vec<String>, BridgeError> {
        for matched in found.matches.iter().take(MAX_CHECKED) {
            if !found.plan.select.iter().any(|column| column.is_open()) {
                break;
            }
            let Some(file) = found.files.get(matched.file) else {
                continue;
            };
            let Ok(world) = self.world_of(file) else { continue };
            let view = self.view().with_world(world.as_deref(), &file.path);
            for column in found.plan.select.iter().filter(|column| column.is_open()) {
                column.value_of_row(view, matched.at, matched.component);
            }
        }
        if !found.is_complete() {
            return Ok(Vec::new());
        }
        let mut elsewhere = None;
        if found.plan.has_unknown_type(self.lookup.library.types()) {
            self.number_indexed_types();
            let searched = found.searched();
            elsewhere = self.view().unloaded_scope(&|path| searched.contains(path));
        }
        found.plan.check(self.view(), elsewhere.as_ref())
    }
}

/// Returns the error that the page needs another step, which continues with the rows read so far.
fn rows_take_long() -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::NotReady,
        "reading the rows of this page takes longer than one request may",
    )
    .with_hint("ask again: the next call continues with the rows already read; or ask for fewer rows or columns")
}

/// Returns a text that identifies a query, independent of its page.
fn query_identity(request: &QueryRequest) -> String {
    let parts = (
        &request.scope,
        &request.filter,
        &request.per,
        &request.select,
        &request.order,
    );
    format!("{parts:?}")
}

fn answer(found: &Found, rows: host_bridge::Rows<QueryRow>) -> QueryAnswer {
    QueryAnswer {
        total: found.matches.len() as u64,
        complete: found.is_complete(),
        rows: rows.rows,
        next: rows.next,
        not_searched: found.not_searched.iter().take(MAX_NAMED).cloned().collect(),
        not_searched_total: found.not_searched.len() as u64,
    }
}

/// Returns the bytes of JSON of a row, including the names of the columns, which each row repeats.
fn row_bytes(row: &QueryRow, select: &[Column]) -> usize {
    let cells = row.cells.iter().zip(select).map(|(cell, column)| {
        let value = cell.0.as_ref().map_or(0, |value| value.get().len());
        let name = match column {
            Column::Fact(name) | Column::Other(name) => json_len(name),
            Column::Field(field) => json_len(&field.component) + json_len(&field.path),
        };
        value + name + 2
    });
    ROW_BYTES + json_len(&row.file) + json_len(&row.path) + cells.sum::<usize>()
}
