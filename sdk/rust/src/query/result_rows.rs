//! Results of a query: rows whose cells are converted to the types of the tool.
//! Belongs here: pages and rows. Does not: building the query (`query.rs`).

use crate::ToolError;
use crate::unity::query::{self, Answer, Request};
use crate::unity::values::Skipped;
use serde::de::DeserializeOwned;
use std::any::type_name;
use std::rc::Rc;
use std::vec::IntoIter;

/// One page of a query's rows.
#[derive(Clone, Debug)]
pub struct Found {
    /// The total number of rows, or the number found so far if `complete` is false.
    pub total: u32,
    /// True if the search is complete; false if the host ended it early.
    pub complete: bool,
    /// The rows of this page, in the requested order.
    pub rows: Vec<Row>,
    /// The cursor of the next page for [`Query::cursor`](super::Query::cursor); `None` on the last page.
    pub next: Option<String>,
    /// The first 20 files that could not be searched.
    pub not_searched: Vec<Skipped>,
    /// The total number of files that could not be searched.
    pub not_searched_total: u32,
}

impl Found {
    pub(super) fn new(answer: Answer, columns: &Rc<Vec<String>>) -> Self {
        let rows = answer.rows.into_iter().map(|row| Row {
            object: row.object,
            file: row.file,
            path: row.path,
            component: row.component,
            columns: Rc::clone(columns),
            cells: row.cells,
        });
        Self {
            total: answer.total,
            complete: answer.complete,
            rows: rows.collect(),
            next: answer.next,
            not_searched: answer.not_searched,
            not_searched_total: answer.not_searched_total,
        }
    }
}

/// One row of a query's result: an object or a component, with the selected values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The object's id, `obj:…`.
    pub object: String,
    /// Asset path of the object's scene or prefab.
    pub file: String,
    /// The hierarchy path, with sibling numbers if it would not be unique: `/Spawn[2]`.
    pub path: String,
    /// Index of the component on its object; `None` if rows are objects.
    pub component: Option<u32>,
    columns: Rc<Vec<String>>,
    cells: Vec<Option<String>>,
}

impl Row {
    /// Returns the value of the column that `select` added under this name. An `Option` is `None` if the value is null
    /// or the row has no such field. If the object has several components of the type, the value is a list.
    ///
    /// # Errors
    /// `Internal` if the column was not selected, or if its value cannot be converted to `T`.
    pub fn get<T: DeserializeOwned>(&self, column: &str) -> Result<T, ToolError> {
        let cell = self.cell(column)?;
        serde_json::from_str(cell.unwrap_or("null"))
            .map_err(|problem| self.cell_error(column, cell, type_name::<T>(), &problem))
    }

    #[cold]
    fn cell_error(&self, column: &str, cell: Option<&str>, wanted: &str, problem: &serde_json::Error) -> ToolError {
        let path = &self.path;
        ToolError::internal(match cell {
            Some(json) => format!("{column} of {path} is {json}, which the tool reads as {wanted}: {problem}"),
            None => format!("{path} has no {column}, which the tool reads as {wanted}; read it as Option<{wanted}>"),
        })
    }

    /// Returns a column's value as JSON text, in the form of `wit/value.md`; `None` if the row has no such field.
    ///
    /// # Errors
    /// `Internal` if the column was not selected.
    pub fn cell(&self, column: &str) -> Result<Option<&str>, ToolError> {
        match self.columns.iter().position(|known| known == column) {
            Some(at) => Ok(self.cells.get(at).and_then(Option::as_deref)),
            None => Err(ToolError::internal(format!(
                "column {column:?} was not selected; add .select({column:?}) to the query, which has {:?}",
                self.columns
            ))),
        }
    }
}

/// An iterator over all rows of a query. It requests further pages while rows are consumed.
#[derive(Debug)]
pub struct Rows {
    /// The query for the next page of rows; `None` after the last page.
    next: Option<Request>,
    columns: Rc<Vec<String>>,
    here: IntoIter<Row>,
    complete: bool,
    not_searched: Vec<Skipped>,
}

impl Rows {
    pub(super) fn new(request: Request, columns: Rc<Vec<String>>) -> Self {
        Self {
            next: Some(request),
            columns,
            here: Vec::new().into_iter(),
            complete: false,
            not_searched: Vec::new(),
        }
    }

    /// Returns true if all rows were consumed and the host neither ended the search early nor skipped a file.
    pub fn is_complete(&self) -> bool {
        self.complete && self.next.is_none() && self.not_searched.is_empty()
    }

    /// Returns the first 20 files that could not be searched.
    pub fn not_searched(&self) -> &[Skipped] {
        &self.not_searched
    }
}

impl Iterator for Rows {
    type Item = Result<Row, ToolError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.here.next() {
                return Some(Ok(row));
            }
            let mut request = self.next.take()?;
            let found = match query::find(&request) {
                Ok(answer) => Found::new(answer, &self.columns),
                Err(error) => {
                    self.complete = false;
                    return Some(Err(error.into()));
                }
            };
            self.complete = found.complete;
            self.not_searched = found.not_searched;
            self.here = found.rows.into_iter();
            // A page without rows only reports the progress of the search; the time limit of the call ends the search.
            if found.next.is_some() {
                request.page.cursor = found.next;
                self.next = Some(request);
            }
        }
    }
}
