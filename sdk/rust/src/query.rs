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
    /// Operator: the values are equal. Numbers are compared by value, texts exactly.
    equal = Equal;
    /// Operator: the values differ. Numbers are compared by value, texts exactly.
    unequal = Unequal;
    /// Operator: the value is greater; numbers only.
    gt = Greater;
    /// Operator: the value is greater or equal; numbers only.
    ge = AtLeast;
    /// Operator: the value is less; numbers only.
    lt = Less;
    /// Operator: the value is less or equal; numbers only.
    le = AtMost;
    /// Operator: a text contains another text, ignoring case, or a list contains an item.
    contains = Contains;
    /// Operator: a text matches a glob with `*` and `?`, ignoring case.
    matches = Matches;
}

/// Default maximum number of rows in a page.
const LIMIT: u32 = 100;

/// Default maximum size in bytes of one page of result rows. It is smaller than any limit that an operator can set.
const BYTES: u32 = 32 * 1024;

/// A query for objects or components. Only [`page`](Self::page) and [`rows`](Self::rows) send requests.
#[derive(Clone, Debug)]
#[must_use = "it asks nothing before `page` or `rows`"]
pub struct Query {
    filter: Filter,
    request: Request,
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

/// Creates a query for all components of this type in the loaded scenes. Each component is a row that `where_` tests.
pub fn components(type_name: &str) -> Query {
    let mut query = objects().with(type_name);
    query.request.per = Per::Component(type_name.to_owned());
    query
}

/// Methods that add conditions. A row of the result matches all of them.
impl Query {
    /// Requires that the object has a component of this type, by full or short name; base types and interfaces count.
    pub fn with(mut self, type_name: &str) -> Self {
        self.filter = self.filter.with(type_name);
        self
    }

    /// Adds a condition on a field of the component of the last `with`, or on a property of the object if there was no
    /// `with`. The same component must satisfy all conditions after a `with`.
    pub fn where_(mut self, path: &str, op: Op, value: impl Into<Value>) -> Self {
        self.filter = self.filter.where_(path, op, value);
        self
    }

    /// Adds a condition on a property of the object itself: `name`, `path`, `tag`, `layer`, `active` or `depth`.
    pub fn fact(mut self, name: &str, op: Op, value: impl Into<Value>) -> Self {
        self.filter = self.filter.fact(name, op, value);
        self
    }

    /// Requires that a component field (after a `with`) or a property of the object, such as `tag`, is not null.
    pub fn exists(mut self, path: &str) -> Self {
        self.filter = self.filter.exists(path);
        self
    }

    /// Requires that a field of the component of the last `with` is a reference whose target does not exist.
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

impl Query {
    /// Sets where to search; the default is the loaded scenes. Other scenes are read from their files.
    pub fn scope(mut self, scope: Scope) -> Self {
        self.request.scope = scope;
        self
    }

    /// Searches only these scenes and prefabs; `paths` are asset paths.
    pub fn files<T: Into<String>>(self, paths: impl IntoIterator<Item = T>) -> Self {
        self.scope(Scope::Files(paths.into_iter().map(Into::into).collect()))
    }

    /// Sets whether the rows of the result are objects or components.
    pub fn per(mut self, per: Per) -> Self {
        self.request.per = per;
        self
    }

    /// Adds a result column (at most 32): a component field `Type.path`, or an object property such as `position`.
    pub fn select(mut self, column: &str) -> Self {
        self.request.select.push(column_of(column));
        self.columns.push(column.to_owned());
        self
    }

    /// Adds a sort key: a column, with a `-` before it for descending order. A query has at most 4 sort keys.
    pub fn order(mut self, key: &str) -> Self {
        let descending = key.starts_with('-');
        let column = column_of(key.strip_prefix('-').unwrap_or(key));
        self.request.order.push(Key { column, descending });
        self
    }

    /// Sets the maximum number of rows in a page, 1 to 500; the default is 100.
    pub fn limit(mut self, rows: u32) -> Self {
        self.request.page.limit = rows;
        self
    }

    /// Sets the maximum size of a page in bytes, from 1024 to the operator's limit; the default is 32 KiB.
    pub fn max_bytes(mut self, bytes: u32) -> Self {
        self.request.page.max_bytes = bytes;
        self
    }

    /// Sets the start of the page: `cursor` is [`Found::next`] of an earlier page, or `None` for the first page.
    pub fn cursor(mut self, cursor: Option<String>) -> Self {
        self.request.page.cursor = cursor;
        self
    }
}

impl Query {
    /// Returns the query as the generated type `Request`, which the host's query functions accept.
    pub fn request(self) -> Request {
        Request {
            filter: self.filter.nodes(),
            ..self.request
        }
    }

    /// Requests one page of rows of this query from the host.
    ///
    /// # Errors
    /// The errors that `wit/` defines for the import: an unknown type or field is `not-found` with the nearest names.
    pub fn page(mut self) -> Result<Found, ToolError> {
        let columns = Rc::new(std::mem::take(&mut self.columns));
        Ok(Found::new(query::find(&self.request())?, &columns))
    }

    /// Returns all rows. Further pages are requested while rows are consumed. After an error there are no more rows.
    pub fn rows(mut self) -> Rows {
        let columns = Rc::new(std::mem::take(&mut self.columns));
        Rows::new(self.request(), columns)
    }
}

/// Parses the name of a column: `Type.path` is a component field, a name without a dot is a property of the object.
fn column_of(text: &str) -> Column {
    match field(text) {
        Some(field) => Column::Field(field),
        None => Column::Fact(text.to_owned()),
    }
}

#[cfg(test)]
mod tests;
