//! One page of the rows of a query that an editor and its project folder answer together.
//!
//! Belongs here: the order of the rows of both parts, and the cursor, which has a place in each part. Does not: the
//! execution of the parts (`joined_query`).

use data_encoding::BASE64URL_NOPAD;
use host_api::Tree;
use host_bridge::{
    BridgeError, BridgeErrorKind, Cell, QueryAnswer, QueryRequest, QueryRow, Replied, Reply, Skipped, value_order,
};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Maximum number of unsearched files that an answer lists; further ones are only counted.
pub(super) const MOST_NAMED: usize = 20;

/// Maximum number of columns of a query, and of rows of a page.
const MOST_COLUMNS: usize = 32;
pub(super) const MOST_ROWS: usize = 500;

/// The next row of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A row of the page with this cursor, after `skip` rows of the page. `seen` is the digest of these rows.
    Page {
        cursor: Option<String>,
        skip: usize,
        seen: u64,
    },
    /// The part was searched completely and has no further rows; contains the number of its rows.
    End(u64),
}

impl Default for Place {
    fn default() -> Self {
        Self::Page {
            cursor: None,
            skip: 0,
            seen: digest(&[]),
        }
    }
}

/// Returns a digest of the objects and components of rows, in their order. A cursor contains it, so that no page continues
/// another list of rows.
fn digest(rows: &[QueryRow]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for row in rows {
        (row.object.0, row.component).hash(&mut hasher);
    }
    hasher.finish()
}

/// Returns a digest of the loaded scenes, on which the split of the files between both parts depends.
pub(super) fn digest_of_scenes(loaded: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    loaded.hash(&mut hasher);
    hasher.finish()
}

/// Returns the error for a cursor that does not continue what a query finds now.
fn changed_error() -> BridgeError {
    let message = "what the query found has changed since the previous page, so the next page would not continue it";
    BridgeError::new(BridgeErrorKind::Conflict, message).with_hint("begin again without `cursor`")
}

/// The places in both parts at which a page begins.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) editor: Place,
    pub(super) files: Place,
    /// Digest of the scenes that the editor had loaded; `None` for the first page.
    scenes: Option<u64>,
}

impl Places {
    /// Reads the cursor of a page; without one, both parts begin at their first row.
    ///
    /// # Errors
    /// `InvalidArgument` for a text that `text` did not write.
    pub(super) fn read(cursor: Option<&str>) -> Result<Self, BridgeError> {
        let Some(cursor) = cursor else {
            return Ok(Self::default());
        };
        Self::parse(cursor).ok_or_else(|| {
            let message = "`page.cursor` is not a cursor of this query; it must be `next` of the previous page";
            let given: String = cursor.chars().take(80).collect();
            BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint("pass the unchanged cursor with the same request, or none for the first page")
                .with_data(&json!({"argument": "page.cursor", "given": given}))
        })
    }

    /// # Errors
    /// `Conflict` if the editor has loaded other scenes since the previous page.
    pub(super) fn require_scenes(&self, scenes: u64) -> Result<(), BridgeError> {
        match self.scenes {
            Some(before) if before != scenes => Err(changed_error()),
            _ => Ok(()),
        }
    }

    fn parse(cursor: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(cursor.as_bytes()).ok()?;
        let tree = Tree::read(std::str::from_utf8(&bytes).ok()?).ok()?;
        let place = |value: &Value| match value {
            Value::Number(total) => Some(Place::End(total.as_u64()?)),
            Value::Array(parts) => match parts.as_slice() {
                [Value::Number(skip), cursor, Value::Number(seen)] => {
                    let skip = usize::try_from(skip.as_u64()?).ok().filter(|skip| *skip <= MOST_ROWS)?;
                    let cursor = match cursor {
                        Value::Null => None,
                        Value::String(cursor) => Some(cursor.clone()),
                        _ => return None,
                    };
                    let seen = seen.as_u64()?;
                    Some(Place::Page { cursor, skip, seen })
                }
                _ => None,
            },
            _ => None,
        };
        match tree.as_array()?.as_slice() {
            [editor, files, Value::Number(scenes)] => Some(Self {
                editor: place(editor)?,
                files: place(files)?,
                scenes: Some(scenes.as_u64()?),
            }),
            _ => None,
        }
    }

    fn text(&self) -> String {
        let place = |place: &Place| match place {
            Place::End(total) => json!(total),
            Place::Page { cursor, skip, seen } => json!([skip, cursor, seen]),
        };
        let text = json!([place(&self.editor), place(&self.files), self.scenes]).to_string();
        BASE64URL_NOPAD.encode(text.as_bytes())
    }
}

/// The answer of one part: a page with the given cursor, of which an earlier page has the first `skip` rows.
#[derive(Debug)]
pub(super) struct Part {
    answer: QueryAnswer,
    notes: Vec<String>,
    cursor: Option<String>,
    skip: usize,
}

impl Part {
    /// Creates a part from its page with `cursor`. `seen` is the digest of its first `skip` rows, when an earlier page
    /// returned them.
    ///
    /// # Errors
    /// `Conflict` if these rows have changed.
    pub(super) fn new(
        answer: QueryAnswer,
        notes: Vec<String>,
        cursor: Option<String>,
        skip: usize,
        seen: u64,
    ) -> Result<Self, BridgeError> {
        match answer.rows.get(..skip) {
            Some(rows) if digest(rows) == seen => Ok(Self {
                answer,
                notes,
                cursor,
                skip,
            }),
            _ => Err(changed_error()),
        }
    }

    /// A part without further rows.
    pub(super) fn ended(total: u64) -> Self {
        Self {
            answer: QueryAnswer {
                total,
                complete: true,
                rows: Vec::new(),
                next: None,
                not_searched: Vec::new(),
                not_searched_total: 0,
            },
            notes: Vec::new(),
            cursor: None,
            skip: 0,
        }
    }

    /// A part that failed, although the other part did not.
    pub(super) fn not_searched(files: &str, error: &BridgeError) -> Self {
        let mut part = Self::ended(0);
        part.answer.not_searched.push(Skipped {
            file: files.to_owned(),
            why: error.message.clone(),
        });
        part.answer.not_searched_total = 1;
        part
    }

    fn row(&self, used: usize) -> Option<&QueryRow> {
        self.answer.rows.get(self.skip.saturating_add(used))
    }

    /// Returns true if there are no rows after the first `used` ones, also not on a further page.
    fn is_over(&self, used: usize) -> bool {
        self.row(used).is_none() && self.answer.next.is_none()
    }

    /// Returns the place after the first `used` rows.
    fn place_after(&self, used: usize) -> Place {
        match &self.answer.next {
            Some(next) if self.row(used).is_none() => Place::Page {
                cursor: Some(next.clone()),
                skip: 0,
                seen: digest(&[]),
            },
            None if self.is_over(used) && self.answer.complete && self.answer.not_searched_total == 0 => {
                Place::End(self.answer.total)
            }
            _ => {
                let skip = self.skip.saturating_add(used);
                Place::Page {
                    cursor: self.cursor.clone(),
                    skip,
                    seen: digest(self.answer.rows.get(..skip).unwrap_or_default()),
                }
            }
        }
    }
}

/// Returns the request with its sort keys as additional columns, because the rows of both parts are sorted by them.
///
/// # Errors
/// `InvalidArgument` if a query cannot have so many columns.
pub(super) fn with_key_columns(request: &QueryRequest) -> Result<QueryRequest, BridgeError> {
    let mut keyed = request.clone();
    for key in &request.order {
        if !keyed.select.contains(&key.column) {
            keyed.select.push(key.column.clone());
        }
    }
    if keyed.select.len() > MOST_COLUMNS {
        let message = format!(
            "`select` and `order` have {} different columns; with an editor, both together have at most {MOST_COLUMNS}",
            keyed.select.len()
        );
        return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
            .with_hint("select fewer columns, or give no order"));
    }
    Ok(keyed)
}

/// Joins the answers of both parts to one page. With sort keys, the rows are merged by them; otherwise those of the editor
/// are first. `keyed` is the request with the sort keys as columns, of which the answer has the first `columns`. `scenes` is
/// the digest of the loaded scenes.
pub(super) fn join(editor: Part, folder: Part, keyed: &QueryRequest, columns: usize, scenes: u64) -> Replied {
    let (mut of_editor, mut of_files) = (0, 0);
    let mut rows: Vec<QueryRow> = Vec::new();
    let mut bytes = 0_usize;
    while rows.len() < keyed.page.limit as usize {
        let is_editors = match (editor.row(of_editor), folder.row(of_files)) {
            (None, _) if !editor.is_over(of_editor) => break,
            // The next row of the files is unknown, and it can be before the row of the editor.
            (Some(_), None) if !keyed.order.is_empty() && !folder.is_over(of_files) => break,
            (Some(own), Some(other)) => order(keyed, own, other).is_le(),
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => break,
        };
        let next = match is_editors {
            true => editor.row(of_editor),
            false => folder.row(of_files),
        };
        let Some(next) = next else { break };
        let mut next = next.clone();
        next.cells.truncate(columns);
        bytes = bytes.saturating_add(serde_json::to_string(&next).map_or(0, |text| text.len()));
        if bytes > keyed.page.max_bytes && !rows.is_empty() {
            break;
        }
        rows.push(next);
        match is_editors {
            true => of_editor += 1,
            false => of_files += 1,
        }
    }
    let complete = editor.answer.complete && folder.answer.complete;
    // The order of rows that an incomplete search found can change, so that no page continues them.
    let can_continue = complete || keyed.order.is_empty();
    let is_over = editor.is_over(of_editor) && folder.is_over(of_files);
    let places = Places {
        editor: editor.place_after(of_editor),
        files: folder.place_after(of_files),
        scenes: Some(scenes),
    };
    // Notes of a search without results, such as similar names, are wrong if the other part has results.
    let is_needed = |part: &Part, other: &Part| part.answer.total > 0 || other.answer.total == 0;
    let (needs_editor, needs_files) = (is_needed(&editor, &folder), is_needed(&folder, &editor));
    let mut diagnostics = Vec::new();
    diagnostics.extend(editor.notes.into_iter().filter(|_| needs_editor));
    diagnostics.extend(folder.notes.into_iter().filter(|_| needs_files));
    let (one, other) = (editor.answer, folder.answer);
    let mut not_searched = one.not_searched;
    not_searched.extend(other.not_searched);
    not_searched.truncate(MOST_NAMED);
    Replied {
        reply: Reply::Found(QueryAnswer {
            total: one.total.saturating_add(other.total),
            complete,
            rows,
            next: (can_continue && !is_over).then(|| places.text()),
            not_searched,
            not_searched_total: one.not_searched_total.saturating_add(other.not_searched_total),
        }),
        diagnostics,
    }
}

/// Compares two rows by the sort keys of the query.
fn order(keyed: &QueryRequest, one: &QueryRow, other: &QueryRow) -> Ordering {
    let value = |row: &QueryRow, at: usize| match row.cells.get(at) {
        Some(Cell(Some(value))) => value.to_value().unwrap_or_default(),
        _ => Value::Null,
    };
    let mut keys = keyed.order.iter().filter_map(|key| {
        let at = keyed.select.iter().position(|column| *column == key.column)?;
        let order = value_order::order(&value(one, at), &value(other, at));
        Some(if key.descending { order.reverse() } else { order })
    });
    keys.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests;
