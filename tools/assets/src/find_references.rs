//! The tool `find_references`, which finds the users of an asset, a script, a type or an object.

use crate::shared::{NotSearched, Skipped, page};
use unity_tools::lookup::project_lookup;
use unity_tools::prelude::*;
use unity_tools::unity::references::{self, Place, Request, Target, User};

#[input]
#[derive(Clone, Copy, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum In {
    Scenes,
    Prefabs,
    Assets,
    Scripts,
}

/// One place that uses the asset, type or object for which `find_references` searches.
#[output]
#[derive(Debug, PartialEq)]
pub(crate) struct Row {
    /// Asset path of the file with the use.
    file: String,
    /// Id of the object that uses the target, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// Full type name of the component.
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<String>,
    /// Position of the component on its object, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// Line of the use in C# or a UI file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// Certainty of a match by name: `resolved` by C#'s scope rules, or `by-name` (the same name, which could mean
    /// something else).
    #[serde(skip_serializing_if = "Option::is_none")]
    sure: Option<String>,
}

impl From<User> for Row {
    fn from(user: User) -> Self {
        let (index, component) = user.component.unzip();
        let (line, field, sure) = user.field.as_deref().map(place).unwrap_or_default();
        Self {
            file: user.file,
            object: user.object,
            path: user.path,
            component,
            index,
            field,
            line,
            sure,
        }
    }
}

/// Parses a position such as `line:12 src` or `m_Events[0].functionName (by-name)`. Returns the line, field and
/// certainty of the use that it describes.
fn place(text: &str) -> (Option<u32>, Option<String>, Option<String>) {
    let mut field = text;
    let mut sure = None;
    for mark in ["resolved", "by-name"] {
        if let Some(before) = field.strip_suffix(&format!("({mark})")) {
            field = before.trim_end();
            sure = Some(mark.to_owned());
        }
    }
    let numbered = field
        .strip_prefix("line:")
        .map(|rest| rest.split_once(' ').unwrap_or((rest, "")));
    let line = numbered.and_then(|(number, _)| number.parse().ok());
    if let Some((_, rest)) = numbered.filter(|_| line.is_some()) {
        field = rest;
    }
    let field = (!field.is_empty()).then(|| field.to_owned());
    (line, field, sure)
}

/// One page of users, which the tool `find_references` returns.
#[output]
pub(crate) struct Answer {
    total: u32,
    /// True while the search continues: call again, or use `next`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    total_so_far: bool,
    /// True if no rows follow and everything was searched.
    complete: bool,
    rows: Vec<Row>,
    /// `cursor` of the next page, or null.
    next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_searched: Option<NotSearched>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Parses the argument `target`. Also returns a note for the answer, if any. Object paths are resolved in all scenes.
pub(crate) fn parse_target(text: &str) -> Result<(Target, Option<String>)> {
    let text = text.trim();
    let is_guid = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let target = if is_guid {
        Target::Guid(text.to_owned())
    } else if text.starts_with("obj:") {
        Target::Object(text.to_owned())
    } else if text.starts_with('/') || project_lookup::split_file(text).is_some() {
        let meant = project_lookup::object("target", text)?;
        return Ok((Target::Object(meant.id), meant.note));
    } else if text.contains('/') {
        Target::Asset(text.to_owned())
    } else {
        Target::TypeName(text.to_owned())
    };
    Ok((target, None))
}

/// Find the users of an asset, script, type or object: objects with component and field, assets, script lines. For
/// dependencies of an asset call asset_info; for broken references missing_references.
#[tool(category = "project", needs = Scene, called("places" = "in"))]
pub(crate) fn find_references(
    /// Asset path (`Assets/Red.mat`), guid, type (`Rigidbody`), method that UnityEvents or animations call (`Menu.StartGame`), or
    /// object (`obj:12`, `/Level/Door`).
    target: String,
    /// Everywhere by default; `assets`: materials, controllers, settings; e.g. `["scenes"]`.
    #[serde(rename = "in")]
    places: Option<Vec<In>>,
    #[default] limit: Limit<50, 500>,
    /// `next` of a page.
    cursor: Option<String>,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))] max_bytes: Option<u32>,
) -> Result<Reply<Answer>> {
    let places = places.into_iter().flatten().map(|place| match place {
        In::Scenes => Place::Scenes,
        In::Prefabs => Place::Prefabs,
        In::Assets => Place::Assets,
        In::Scripts => Place::Scripts,
    });
    let (target, note) = parse_target(&target)?;
    let found = references::find_users(&Request {
        target,
        places: places.collect(),
        page: page(limit.get(), cursor, max_bytes),
    })?;
    let skipped = found.not_searched.into_iter().map(|skipped| Skipped {
        file: skipped.file,
        why: skipped.why,
    });
    let files: Vec<Skipped> = skipped.collect();
    Ok(Reply::new(Answer {
        total: found.total,
        total_so_far: !found.complete,
        complete: found.complete && found.next.is_none() && found.not_searched_total == 0,
        rows: found.rows.into_iter().map(Row::from).collect(),
        next: found.next,
        not_searched: (found.not_searched_total > 0).then_some(NotSearched {
            total: found.not_searched_total,
            files,
        }),
        notes: Vec::new(),
    })
    .note_each(note))
}
