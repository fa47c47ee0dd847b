//! C# types and sources of the project. `unity_scripts::script_info` describes a type.

use crate::query_view::QueryView;
use host_api::similar_names::{did_you_mean, near_names, near_paths};
use host_bridge::paging::{self, Cursors};
use host_bridge::{
    BridgeError, BridgeErrorKind, CursorPage, Replied, Reply, ScriptEnum, ScriptField, ScriptType, ValueText, json_len,
};
use host_csharp::MAX_SOURCE_BYTES;
use serde_json::json;
use std::hash::{DefaultHasher, Hash, Hasher};
use unity_files::{Project, has_extension};
use unity_scripts::csharp_index::Gathered;
use unity_scripts::script_info::{self, NoScript, ScriptInfo};

/// Maximum number of characters of a type name or path that an error quotes; a longer text is cut.
const SHOWN: usize = 200;

impl QueryView<'_> {
    /// Describes one C# type, by its name or the path of its source.
    ///
    /// # Errors
    /// `NotFound` for an unknown type or source, with similar names; `InvalidArgument` for a name of several types.
    pub fn describe_script(self, script: &str, gathered: &Gathered) -> Result<Replied, BridgeError> {
        let project = self.library.project();
        let info = script_info::info(project, gathered, self.library.types().sources(), script)
            .map_err(|why| no_script_error(&why, script, project, gathered))?;
        Ok(Reply::ScriptType(Box::new(convert_info(info))).into())
    }

    /// Returns one page of the lines of a C# source.
    pub fn read_script_source(self, path: &str, page: &CursorPage) -> Result<Replied, BridgeError> {
        let project = self.library.project();
        if !has_extension(path, "cs") {
            let message = format!(
                "`path` is `{}`; it must be the asset path of a C# source",
                shorten(path)
            );
            return Err(
                BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint("e.g. Assets/Scripts/Door.cs")
            );
        }
        let bytes = project.read_at_most(path, MAX_SOURCE_BYTES as u64).map_err(|problem| {
            if project.index.guid(path).is_some_and(|guid| project.index.is_gone(guid)) {
                return only_meta(path, path);
            }
            let error = BridgeError::new(BridgeErrorKind::NotFound, format!("`{}`: {problem}", shorten(path)));
            with_near(error, path, &near_sources(project, path))
        })?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text
            .strip_prefix('\u{feff}')
            .unwrap_or(&text)
            .split_inclusive('\n')
            .collect();
        let mut stamp = DefaultHasher::new();
        bytes.hash(&mut stamp);
        let cursors = Cursors::new(&("scripts/source", path), &stamp.finish());
        let line = |at: u64| {
            let line = usize::try_from(at).ok().and_then(|at| lines.get(at));
            Ok(line.map(|line| cut_line(line, page.max_bytes)).unwrap_or_default())
        };
        let rows = paging::cut(page, &cursors, lines.len() as u64, line, |line: &String| json_len(line))?;
        Ok(Reply::SourceLines(rows).into())
    }
}

/// Returns the line, or only its start if the line is longer than a page may be (`max_bytes`).
fn cut_line(line: &str, max_bytes: usize) -> String {
    if json_len(line) <= max_bytes {
        return line.to_owned();
    }
    // A byte takes at most six characters in JSON.
    let mut end = (max_bytes / 6).saturating_sub(20).min(line.len());
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    let (start, rest) = line.split_at(end);
    format!("{start}… [{} bytes of this line are left out]\n", rest.len())
}

fn convert_info(info: ScriptInfo) -> ScriptType {
    let field = |field: script_info::ScriptField| ScriptField {
        name: field.name,
        type_name: field.type_name,
        default: field.default.map(ValueText::from_json_text),
        attributes: field.attributes,
        shown: field.shown,
        declared_in: field.declared_in,
    };
    let of_enum = |of: script_info::ScriptEnum| ScriptEnum {
        type_name: of.type_name,
        is_flags: of.flags,
        members: of.members,
    };
    ScriptType {
        type_name: info.type_name,
        path: info.path,
        assembly: info.assembly,
        bases: info.bases,
        attributes: info.attributes,
        fields: info.fields.into_iter().map(field).collect(),
        enums: info.enums.into_iter().map(of_enum).collect(),
        messages: info.messages,
        methods: info.methods,
        not_known: info.not_known,
    }
}

fn no_script_error(why: &NoScript, asked: &str, project: &Project, gathered: &Gathered) -> BridgeError {
    let kind = match why {
        NoScript::Unknown { .. } | NoScript::NoFile { .. } | NoScript::OnlyMeta { .. } => BridgeErrorKind::NotFound,
        NoScript::NoType { .. } | NoScript::Ambiguous { .. } => BridgeErrorKind::InvalidArgument,
    };
    let mut message = shorten(&why.to_string());
    if matches!(why, NoScript::Unknown { .. }) && gathered.may_be_unread() {
        message.push_str(", as far as sources were read: some were skipped");
    }
    let error = BridgeError::new(kind, message);
    match why {
        NoScript::Unknown { .. } => with_near(error, asked, &near_types(gathered, asked)),
        NoScript::NoFile { .. } => with_near(error, asked, &near_sources(project, asked)),
        NoScript::OnlyMeta { path } => only_meta(path, asked),
        NoScript::NoType { .. } => {
            error.with_hint("give the name of a type, or the path of a source that declares one")
        }
        NoScript::Ambiguous { names, .. } => error
            .with_hint(format!("give one of: {}", names.join(", ")))
            .with_data(&json!({"argument": "script", "given": shorten(asked), "near": names})),
    }
}

fn only_meta(path: &str, asked: &str) -> BridgeError {
    let why = NoScript::OnlyMeta { path: path.to_owned() };
    BridgeError::new(BridgeErrorKind::NotFound, shorten(&why.to_string()))
        .with_hint("restore the source, e.g. from version control; its users can be listed without it")
        .with_data(&json!({"argument": "script", "given": shorten(asked), "near": [path]}))
}

fn with_near(error: BridgeError, asked: &str, near: &[String]) -> BridgeError {
    let hint =
        did_you_mean(near).unwrap_or_else(|| "give a full type name, or the asset path of a C# source".to_owned());
    error
        .with_hint(hint)
        .with_data(&json!({"argument": "script", "given": shorten(asked), "near": near}))
}

fn near_types(gathered: &Gathered, asked: &str) -> Vec<String> {
    let names: Vec<String> = gathered
        .index
        .types()
        .iter()
        .map(|info| info.name.joined_by_dots())
        .collect();
    // Nested types and folder paths use other separators.
    let asked = asked.replace(['+', '/'], ".");
    owned(near_names(&asked, names.iter().map(String::as_str)))
}

fn near_sources(project: &Project, asked: &str) -> Vec<String> {
    owned(near_paths(asked, project.index.with_extension("cs")))
}

fn owned(names: Vec<&str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

fn shorten(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}
