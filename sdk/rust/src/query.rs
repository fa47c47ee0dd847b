//! Queries for objects: a builder for the query, and the rows of its result.
//!
//! ```
//! # use unity_tools::prelude::*;
//! use unity_tools::query::{equal, gt, objects, with};
//!
//! #[output]
//! struct Heavy {
//!     path: String,
//!     mass: f64,
//! }
//!
//! /// Finds the heavy bodies that nothing stops.
//! #[tool]
//! fn heavy_bodies() -> Result<Vec<Heavy>> {
//!     let query = objects().with("Rigidbody").where_("mass", gt, 10).where_("isKinematic", equal, false);
//!     let rows = query.not(with("Collider")).select("Rigidbody.mass").order("-Rigidbody.mass").rows();
//!     rows.map(|row| row.and_then(|row| Ok(Heavy { mass: row.get("Rigidbody.mass")?, path: row.path }))).collect()
//! }
//!
//! use unity_tools::fake::{FakeObject, FakeUnity};
//! let unity = FakeUnity::new();
//! let body = |name| FakeObject::named(name).with("Rigidbody").field("Rigidbody.isKinematic", false);
//! unity.add(body("Crate").field("Rigidbody.mass", 12));
//! unity.add(body("Feather").field("Rigidbody.mass", 0.1));
//! let heavy = heavy_bodies().unwrap();
//! assert_eq!((heavy.len(), heavy[0].path.as_str(), heavy[0].mass), (1, "/Crate", 12.0));
//! ```
//!
//! Belongs here: building and sending the query. Does not: conditions (`filter.rs`), rows (`result_rows.rs`).

mod filter;
mod result_rows;

pub use crate::unity::query::{Op, Per, Scope};
pub use crate::unity::values::Skipped;
pub use filter::{Filter, fact, under, with};
pub use result_rows::{Found, Row, Rows};

use crate::ToolError;
use crate::lookup::field;
use crate::unity::query::{self, Column, Key, Request};
use crate::unity::values::Page;
use serde_json::Value;
use std::rc::Rc;

macro_rules! ops {
    ($($(#[$doc:meta])+ $name:ident = $op:ident;)+) => {
        $(
            $(#[$doc])+
            #[allow(non_upper_case_globals, reason = "it is used like an operator")]
            pub const $name: Op = Op::$op;
        )+
    };
}

ops! {
    /// The same value; numbers by value, texts exactly.
    equal = Equal;
    /// A different value; numbers by value, texts exactly.
    unequal = Unequal;
    /// Greater; numbers only.
    gt = Greater;
    /// Greater or equal; numbers only.
    ge = AtLeast;
    /// Less; numbers only.
    lt = Less;
    /// Less or equal; numbers only.
    le = AtMost;
    /// A text contains the part, ignoring case; a list contains the item.
    contains = Contains;
    /// A glob: `*` and `?`, ignoring case.
    matches = Matches;
}

/// Default number of rows in a page.
const LIMIT: u32 = 100;

/// Default maximum bytes of a page, which is below the limit of any operator.
const BYTES: u32 = 32 * 1024;

/// A query. It sends no request before [`page`](Self::page) or [`rows`](Self::rows).
#[derive(Clone, Debug)]
#[must_use = "it asks nothing before `page` or `rows`"]
pub struct Query {
    filter: Filter,
    request: Request,
    /// The columns of `select`, as the caller wrote them.
    columns: Vec<String>,
}

/// Creates a query for all objects of the loaded scenes.
pub fn objects() -> Query {
    Query {
        filter: Filter::default(),
        request: Request {
            scope: Scope::Loaded,
            filter: Vec::new(),
            per: Per::Object,
            select: Vec::new(),
            order: Vec::new(),
            page: Page {
                limit: LIMIT,
                cursor: None,
                max_bytes: BYTES,
            },
        },
        columns: Vec::new(),
    }
}

/// Creates a query for all components of this type in the loaded scenes, with one row for each. `where_` applies to the
/// component of the row.
pub fn components(type_name: &str) -> Query {
    let mut query = objects().with(type_name);
    query.request.per = Per::Component(type_name.to_owned());
    query
}

/// Methods that add conditions. All conditions must be true.
impl Query {
    /// Requires that the object has a component of this type, by full or short name; base types and interfaces count.
    pub fn with(mut self, type_name: &str) -> Self {
        self.filter = self.filter.with(type_name);
        self
    }

    /// Adds a condition on a field of the component that `with` named last, or on a fact of the object if there was no
    /// `with`. All conditions after one `with` must be true of the same component.
    pub fn where_(mut self, path: &str, op: Op, value: impl Into<Value>) -> Self {
        self.filter = self.filter.where_(path, op, value);
        self
    }

    /// Adds a condition on a fact of the object, such as `name`, `path`, `tag`, `layer`, `active` or `depth`.
    pub fn fact(mut self, name: &str, op: Op, value: impl Into<Value>) -> Self {
        self.filter = self.filter.fact(name, op, value);
        self
    }

    /// Requires that the field (or fact, as with `where_`) exists and is not null.
    pub fn exists(mut self, path: &str) -> Self {
        self.filter = self.filter.exists(path);
        self
    }

    /// Requires that the field refers to something that does not exist.
    pub fn missing(mut self, path: &str) -> Self {
        self.filter = self.filter.missing(path);
        self
    }

    /// Requires that the object is a descendant of the object with this id.
    pub fn under(mut self, object: &str) -> Self {
        self.filter = self.filter.under(object);
        self
    }

    /// Requires that at least one filter is true: `any([with("Light"), with("Camera").where_("depth", gt, 0)])`.
    pub fn any(mut self, filters: impl IntoIterator<Item = Filter>) -> Self {
        self.filter = self.filter.any(filters);
        self
    }

    /// Requires that the filter is false: `not(with("Collider"))`.
    pub fn not(mut self, filter: Filter) -> Self {
        self.filter = self.filter.not(filter);
        self
    }
}

/// Methods that set the scope and the form of the result.
impl Query {
    /// Sets where to search; by default in the loaded scenes. Scenes that are not loaded are read without loading them.
    pub fn scope(mut self, scope: Scope) -> Self {
        self.request.scope = scope;
        self
    }

    /// Searches only these scenes and prefabs; `paths` are asset paths.
    pub fn files<T: Into<String>>(self, paths: impl IntoIterator<Item = T>) -> Self {
        self.scope(Scope::Files(paths.into_iter().map(Into::into).collect()))
    }

    /// Sets whether rows are objects or components.
    pub fn per(mut self, per: Per) -> Self {
        self.request.per = per;
        self
    }

    /// Adds a column: `Type.path`, or a fact, including `position`, `parent` and `components`. A query has at most 32.
    pub fn select(mut self, column: &str) -> Self {
        self.request.select.push(column_of(column));
        self.columns.push(column.to_owned());
        self
    }

    /// Adds a sort key, which is a column; a `-` before it sorts in descending order. A query has at most 4.
    pub fn order(mut self, key: &str) -> Self {
        let descending = key.starts_with('-');
        let column = column_of(key.strip_prefix('-').unwrap_or(key));
        self.request.order.push(Key { column, descending });
        self
    }

    /// Sets the maximum rows of a page, 1 to 500; the default is 100.
    pub fn limit(mut self, rows: u32) -> Self {
        self.request.page.limit = rows;
        self
    }

    /// Sets the maximum bytes of a page, from 1024 to the operator's page size; the default is 32 KiB.
    pub fn max_bytes(mut self, bytes: u32) -> Self {
        self.request.page.max_bytes = bytes;
        self
    }

    /// Continues after an earlier page, whose [`Found::next`] is `cursor`.
    pub fn cursor(mut self, cursor: Option<String>) -> Self {
        self.request.page.cursor = cursor;
        self
    }
}

impl Query {
    /// Returns the request as the type of the import.
    pub fn request(self) -> Request {
        Request {
            filter: self.filter.nodes(),
            ..self.request
        }
    }

    /// Requests one page of rows.
    ///
    /// # Errors
    ///
    /// The errors of Unity that `wit` defines: an unknown type or field is `not-found` with the nearest names.
    pub fn page(mut self) -> Result<Found, ToolError> {
        let columns = Rc::new(std::mem::take(&mut self.columns));
        Ok(Found::new(query::find(&self.request())?, &columns))
    }

    /// Returns all rows; pages are requested as their rows are consumed. An error is the last item.
    pub fn rows(mut self) -> Rows {
        let columns = Rc::new(std::mem::take(&mut self.columns));
        Rows::new(self.request(), columns)
    }
}

/// Parses a column: `Type.path` is a field, a name without a dot is a fact.
fn column_of(text: &str) -> Column {
    match field(text) {
        Some(field) => Column::Field(field),
        None => Column::Fact(text.to_owned()),
    }
}

#[cfg(test)]
mod tests;
