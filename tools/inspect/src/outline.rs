//! The tool `outline`, which shows the tree of a scene, a prefab or an object as a short text.

mod disabled;

use crate::answer::{AROUND, BYTES, page, value};
use crate::naming::{self, fact, request};
use disabled::Disabled;
use serde_json::Value;
use std::fmt::Write;
use unity_tools::prelude::*;
use unity_tools::unity::query::{self, Column, Node, Op, Request, Row, Scope};
use unity_tools::unity::values;

/// Minimum bytes of a page that the tool requests from the host. With less space, it requests no further page.
const LEAST: u32 = 1024 + AROUND;

/// Number of levels of the object tree in an outline, if the caller specifies none.
const DEPTH: u32 = 3;

/// Returns the columns to request for an outline, without components if they are not shown, because the host counts
/// their bytes.
fn columns(names_only: bool) -> Vec<Column> {
    let names: &[&str] = match names_only {
        true => &["name", "depth", "child-count", "active-self"],
        false => &["name", "depth", "child-count", "active-self", "components"],
    };
    names.iter().map(|name| Column::Fact((*name).to_owned())).collect()
}

/// The pages of an outline that were read so far, and the space for further rows.
struct Pages {
    /// The number of rows that may still be added; `max_bytes` is the number of bytes.
    limit: u32,
    max_bytes: u32,
    names_only: bool,
    rows: Vec<Row>,
    total: u32,
    next: Option<String>,
    not_searched: Vec<values::Skipped>,
}

impl Pages {
    fn read(&mut self, filter: &[Node], scope: &Scope, written: impl Fn(&Row) -> usize) -> Result<()> {
        loop {
            let found = query::find(&Request {
                filter: filter.to_vec(),
                select: columns(self.names_only),
                ..request(scope.clone(), page(self.limit, self.next.take(), Some(self.max_bytes)))
            })?;
            let bytes: usize = found.rows.iter().map(&written).sum();
            self.limit = self
                .limit
                .saturating_sub(u32::try_from(found.rows.len()).unwrap_or(u32::MAX));
            self.max_bytes = self.max_bytes.saturating_sub(u32::try_from(bytes).unwrap_or(u32::MAX));
            let is_last = found.rows.is_empty() || self.limit == 0 || self.max_bytes < LEAST;
            self.rows.extend(found.rows);
            (self.total, self.next, self.not_searched) = (found.total, found.next, found.not_searched);
            if is_last || self.next.is_none() {
                return Ok(());
            }
        }
    }
}

/// The settings with which objects are converted to text lines of an outline.
struct Lines {
    /// Depth of the first level in the outline; `last` is the depth of the deepest level that is shown.
    base: u64,
    last: u64,
    disabled: Disabled,
}

/// Appends the line for a row to `text`. An object is marked as inactive if it is itself inactive, not for its parents.
fn line(text: &mut String, row: &Row, lines: &Lines) {
    let cell = |at: usize| {
        row.cells
            .get(at)
            .and_then(|cell| cell.as_deref())
            .map_or(Value::Null, value)
    };
    let number = |at: usize| cell(at).as_u64().unwrap_or_default();
    let depth = number(1);
    let indent = usize::try_from(depth.saturating_sub(lines.base)).unwrap_or_default();
    let name = cell(0);
    // Writing into a text cannot fail.
    let _ = write!(
        text,
        "{}{} #{}",
        "  ".repeat(indent),
        name.as_str().unwrap_or_default(),
        row.object
    );
    if cell(3) == Value::Bool(false) {
        text.push_str(" (inactive)");
    }
    if let Some(components) = cell(4).as_array() {
        let names = components.iter().enumerate();
        let short = names.filter_map(|(at, name)| Some((at, name.as_str()?.rsplit('.').next()?)));
        let told = short.filter(|(_, name)| *name != "Transform").map(|(at, name)| {
            let off = if lines.disabled.has(&row.object, at) {
                "(off)"
            } else {
                ""
            };
            format!("{name}{off}")
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() {
            let _ = write!(text, " [{}]", told.join(", "));
        }
    }
    if depth >= lines.last && number(2) > 0 {
        let _ = write!(text, " (+{})", number(2));
    }
    text.push('\n');
}

/// Finds an object by id in the loaded scenes or the whole project. Returns its file as a scope, and its row.
fn find_object(id: &str, names_only: bool) -> Result<(Scope, Row)> {
    let mut select = columns(names_only);
    select.push(Column::Fact("active".to_owned()));
    for scope in [Scope::Loaded, Scope::Project] {
        let found = query::find(&Request {
            filter: vec![id_filter(id)],
            select: select.clone(),
            ..request(scope, page(1, None, None))
        })?;
        if let Some(row) = found.rows.into_iter().next() {
            let is_saved = !row.file.is_empty();
            let scope = if is_saved {
                Scope::Files(vec![row.file.clone()])
            } else {
                Scope::Loaded
            };
            return Ok((scope, row));
        }
    }
    Err(
        ToolError::not_found(format!("object is {id:?}, which is in no scene or prefab"))
            .hint("find_objects gives ids")
            .details(serde_json::json!({"argument": "object", "given": id, "next": "find_objects"})),
    )
}

/// Returns the scope of one scene. A scene of an editor that was never saved has no path, so no scope can name it.
fn scope_of_scene(path: String, given: &str) -> Result<Scope> {
    if !path.is_empty() {
        return Ok(Scope::Files(vec![path]));
    }
    let (scenes, _) = naming::all_scenes()?;
    match scenes.iter().filter(|scene| scene.is_loaded).count() {
        0 | 1 => Ok(Scope::Loaded),
        _ => Err(ToolError::violation(
            "scene",
            "a saved scene, or left out to show all loaded scenes",
            given,
        )),
    }
}

fn id_filter(id: &str) -> Node {
    fact("id", Op::Equal, &Value::from(id))
}

/// Appends the line of the requested object. Its ancestors are not shown, so the line notes if one of them is inactive.
fn first_line(text: &mut String, mut row: Row, scope: &Scope, lines: &mut Lines, names_only: bool) -> Result<()> {
    let is_active = row.cells.pop().flatten();
    if !names_only {
        lines.disabled = Disabled::find(&[id_filter(&row.object)], scope, std::slice::from_ref(&row))?;
    }
    line(text, &row, lines);
    let has_own = row.cells.get(3).and_then(Option::as_deref) == Some("false");
    if is_active.as_deref() == Some("false") && !has_own {
        text.insert_str(text.len() - 1, " (below an inactive object)");
    }
    Ok(())
}

/// Appends the lines of a page to `text`, and a hint on how to read omitted rows. `with_files`: a line for each file.
fn write_page(text: &mut String, found: &Pages, lines: &Lines, with_files: bool) {
    let mut file = String::new();
    for row in &found.rows {
        if with_files && row.file != file {
            file.clone_from(&row.file);
            // Writing into a text cannot fail.
            let _ = writeln!(text, "{file}");
        }
        line(text, row, lines);
    }
    if lines.disabled.is_cut {
        text.push_str("more components may be off than are marked; outline one object\n");
    }
    if let Some(next) = &found.next {
        let _ = writeln!(
            text,
            "… {} of {} objects; continue with cursor {next:?}, or outline one object",
            found.rows.len(),
            found.total
        );
    }
    for skipped in &found.not_searched {
        let _ = writeln!(text, "not read: {}: {}", skipped.file, skipped.why);
    }
}

/// Show the tree of a scene, prefab or object as text: `Name #obj:12 (inactive) [Camera, Light(off)] (+7)`, 7 children
/// not shown. To search call find_objects.
#[tool(
    category = "scene",
    needs = Scene,
    example = r#"{"scene": "Main", "depth": 2}"#,
    example = r#"{"object": "obj:12"}"#
)]
pub(crate) fn outline(
    /// A scene, or the asset path of a prefab; e.g. `Main`.
    scene: Option<String>,
    /// Id or unique path; e.g. `/World/Enemies`.
    object: Option<String>,
    /// Levels; 1 = the roots, or the object.
    #[schemars(range(min = 1, max = 100), extend("default" = 3))]
    depth: Option<u32>,
    /// True omits components.
    names_only: Option<bool>,
    #[default] limit: Limit<200>,
    /// From the last line of a page.
    cursor: Option<String>,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))] max_bytes: Option<u32>,
) -> Result<Reply<()>> {
    let levels = u64::from(depth.unwrap_or(DEPTH));
    let names_only = names_only.unwrap_or_default();
    let mut text = String::new();
    let mut note = None;
    let lines = |base: u64, last: u64| Lines {
        base,
        last,
        disabled: Disabled::default(),
    };
    let (scope, mut lines, under) = match (&scene, &object) {
        (Some(_), Some(_)) => {
            return Err(ToolError::violation(
                "object",
                "left out, since scene is given",
                &object,
            ));
        }
        (None, None) => (Scope::Loaded, lines(0, levels - 1), None),
        (Some(scene), None) if scene.ends_with(".prefab") => {
            (Scope::Files(vec![scene.clone()]), lines(0, levels - 1), None)
        }
        (Some(scene), None) => {
            let path = naming::scene("scene", scene)?.path;
            (scope_of_scene(path, scene)?, lines(0, levels - 1), None)
        }
        (None, Some(object)) => {
            let meant = naming::object("object", object)?;
            let id = meant.id;
            note = meant.note;
            let (scope, row) = find_object(&id, names_only)?;
            let depth = row
                .cells
                .get(1)
                .and_then(|cell| cell.as_deref())
                .map_or(Value::Null, value);
            let depth = depth.as_u64().unwrap_or_default();
            let mut lines = lines(depth, depth + levels);
            if cursor.is_none() {
                first_line(&mut text, row, &scope, &mut lines, names_only)?;
            }
            (scope, lines, Some(id))
        }
    };
    let mut filter = vec![fact("depth", Op::AtMost, &Value::from(lines.last))];
    if let Some(id) = under {
        filter.push(Node::Under(id));
        filter.push(Node::All(vec![0, 1]));
    }
    let several = matches!(scope, Scope::Loaded);
    let mut found = Pages {
        limit: limit.get(),
        max_bytes: max_bytes.unwrap_or(BYTES),
        names_only,
        rows: Vec::new(),
        total: 0,
        next: cursor,
        not_searched: Vec::new(),
    };
    found.read(&filter, &scope, |row| {
        let mut text = String::new();
        line(&mut text, row, &lines);
        text.len()
    })?;
    if !names_only {
        lines.disabled = Disabled::find(&filter, &scope, &found.rows)?;
    }
    write_page(&mut text, &found, &lines, several);
    if text.is_empty() {
        text.push_str("no objects\n");
    }
    Ok(Reply::text(text).note_each(note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_shows_name_id_components_and_hidden_child_count() {
        let row = |depth: u32, children: u32, components: Option<&str>| Row {
            object: "obj:12".to_owned(),
            file: "Assets/A.unity".to_owned(),
            path: "/A/B".to_owned(),
            component: None,
            cells: [
                Some("\"B\""),
                Some(depth.to_string().as_str()),
                Some(children.to_string().as_str()),
                Some("true"),
                components,
            ]
            .map(|cell| cell.map(str::to_owned))
            .to_vec(),
        };
        let components = Some(r#"["UnityEngine.Transform","UnityEngine.Camera"]"#);
        let told = |row: &Row| {
            let mut text = String::new();
            let lines = Lines {
                base: 1,
                last: 2,
                disabled: Disabled::default(),
            };
            line(&mut text, row, &lines);
            text
        };
        assert_eq!(told(&row(2, 7, components)), "  B #obj:12 [Camera] (+7)\n");
        assert_eq!(told(&row(1, 7, components)), "B #obj:12 [Camera]\n");
        assert_eq!(told(&row(2, 0, None)), "  B #obj:12\n");
    }
}
