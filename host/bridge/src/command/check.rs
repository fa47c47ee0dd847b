//! Validation of command values before any bridge gets the command: bounds, blank texts, numbers that are not finite.
//!
//! Belongs here: checks that need only the command. Does not: what exists in a project (a bridge), what is allowed
//! (`policy`).

mod edits;
mod play;
mod project;
mod texts;
mod view;

use super::Command;
use crate::error::{BridgeError, BridgeErrorKind};
use crate::model::{CursorPage, NewObject, PageRequest};
use serde_json::json;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// Items of a page.
const PAGE: RangeInclusive<u32> = 1..=500;
/// Minimum bytes of a page; the maximum is the page size that the operator configured.
const PAGE_BYTES: usize = 1024;
/// Lines of one log request.
const LINES: RangeInclusive<u32> = 1..=2_000;
/// Bytes of a cursor.
const CURSOR: usize = 16 * 1024;
/// Unity's layers.
const LAYERS: RangeInclusive<u32> = 0..=31;
/// Bytes of a name or an asset path.
const NAME: usize = 1_024;
/// Bytes of a text that names something: a type, a field, a signature, a glob pattern.
const TEXT: usize = 4 * 1024;
/// Bytes of one value as JSON.
const VALUE: usize = 1024 * 1024;
/// Bytes of a file system path.
const PATH: usize = 4_096;
/// Components of a new object, without the Transform.
const COMPONENTS: usize = 64;
/// Objects of one selection.
const SELECTED: usize = 1_000;
/// Pixels of a screenshot's side.
const SCREENSHOT: RangeInclusive<u32> = 1..=8_192;
/// Pixels of a wireframe's side.
const WIREFRAME: RangeInclusive<u32> = 16..=4_096;
/// Bytes of one C# text.
const SOURCE: usize = 256 * 1024;
/// Minimum levels of a log request, case ignored.
const LEVELS: [&str; 4] = ["debug", "info", "warn", "error"];
/// Characters of a text that an error quotes.
const SHOWN: usize = 80;

impl Command {
    /// Whether some target could accept every value.
    ///
    /// # Errors
    /// `InvalidArgument` with the field, its value and the accepted values.
    pub(crate) fn check(&self) -> Result<(), BridgeError> {
        if let Some(page) = self.page() {
            check_page(page)?;
        }
        if let Some(page) = self.cursor_page() {
            check_cursor_page(page)?;
        }
        match self {
            Self::ListScenes { filter, .. } => texts::optional("filter.name", filter.name.as_deref()),
            Self::ListObjects { filter, .. } => {
                texts::objects(filter)?;
                match filter.layer {
                    Some(layer) => check_range("filter.layer", layer, &LAYERS, ""),
                    None => Ok(()),
                }
            }
            Self::ListAssets { filter, .. } => texts::assets(filter),
            Self::FindScene { name } => {
                not_blank("name", name, "an id, asset path or name of a scene", "list the scenes")?;
                check_length("name", name.len(), NAME)
            }
            Self::FindObjects { path, .. } => check_hierarchy_path(path),
            Self::Hierarchy { path, .. } => {
                let hint = "e.g. Assets/Scenes/Main.unity";
                not_blank("path", path, "the asset path of a scene or prefab", hint)?;
                check_length("path", path.len(), NAME)
            }
            Self::AddComponent { type_name, .. }
            | Self::RemoveComponent { type_name, .. }
            | Self::ResolveComponentType { type_name } => texts::type_name("type-name", type_name),
            Self::ListMembers { component, .. } => texts::component(component),
            Self::GetMember { component, member, .. } => {
                texts::component(component)?;
                texts::member(member)
            }
            Self::ResolveMember { component, member, .. } => {
                texts::component(component)?;
                member.as_deref().map_or(Ok(()), texts::member)
            }
            Self::SetMember { member, value, .. } => {
                texts::check_resolved(member)?;
                texts::value("value", value)
            }
            Self::CallMethod {
                type_name,
                method,
                arguments,
                ..
            } => {
                texts::type_name("type-name", type_name)?;
                texts::method(method)?;
                texts::arguments(arguments)
            }
            Self::ReadValues { request } => query::check_values(request),
            Self::Query { request } => query::check(request),
            Self::CreateObject { object } => check_new(object),
            Self::Select { objects } => has_at_most("objects", objects.len(), SELECTED, "ids"),
            Self::SetTimeScale { value, .. } => finite("value", *value, "a finite number; it is clamped to 0 to 4"),
            Self::TailLogs {
                count,
                min_level,
                source,
                text,
                ..
            } => {
                check_range("count", *count, &LINES, "")?;
                texts::optional("source", source.as_deref())?;
                texts::optional("text", text.as_deref())?;
                min_level
                    .as_deref()
                    .map_or(Ok(()), |level| check_level("min-level", level))
            }
            Self::PickWorld { aim, .. } => view::check_aim(aim),
            Self::PickUi { at, .. } => view::check_point(at),
            Self::Screenshot { width, height, .. } => check_size(*width, *height, &SCREENSHOT),
            Self::Wireframe { width, height } => check_size(*width, *height, &WIREFRAME),
            Self::ListHookMethods { type_name, filter, .. } => {
                texts::hook_type(type_name)?;
                texts::optional("filter", filter.as_deref())
            }
            Self::AddHook { type_name, method } => {
                texts::hook_type(type_name)?;
                texts::method(method)
            }
            Self::GetHookSource { signature }
            | Self::RemoveHook { signature }
            | Self::SetHookEnabled { signature, .. } => texts::signature(signature),
            Self::SetHookSource { signature, source } => {
                texts::signature(signature)?;
                let hint = "read the hook's source for a template to begin with";
                not_blank("source", source, "the C# text of a patch", hint)?;
                check_length("source", source.len(), SOURCE)
            }
            Self::Evaluate { code } => texts::code(code),
            Self::DescribeScript { script } => {
                let hint = "e.g. Game.Door, Door or Assets/Scripts/Door.cs";
                not_blank("script", script, "a type's name or the asset path of its source", hint)?;
                check_length("script", script.len(), NAME)
            }
            Self::ReadScriptSource { path, .. } => {
                not_blank(
                    "path",
                    path,
                    "the asset path of a C# source",
                    "e.g. Assets/Scripts/Door.cs",
                )?;
                check_length("path", path.len(), NAME)
            }
            Self::ExecuteMenuItem { path } => {
                let hint = "give a path such as Assets/Create/Folder";
                not_blank("path", path, "a menu item's path", hint)?;
                check_length("path", path.len(), NAME)
            }
            Self::RunTests { filter, .. } => texts::optional("filter", filter.as_deref()),
            Self::RunCommand { name, parameters } => {
                let hint = "list the commands that Unity announces";
                not_blank("name", name, "a command's name", hint)?;
                check_length("name", name.len(), NAME)?;
                texts::parameters(parameters)
            }
            Self::CompareObjects { first, second, .. } => match first == second {
                true => {
                    let error = invalid_value("second", second, "another object than the first");
                    Err(error.with_hint("to compare an object with its prefab, list its overrides"))
                }
                false => Ok(()),
            },
            Self::FindUsers { request } => project::check_users(request),
            Self::GetSettings { section, max_bytes } => project::check_section(section, *max_bytes),
            Self::FindAssets { request } => project::check_assets(request),
            Self::GetAsset { asset, max_bytes } => project::check_asset(asset, *max_bytes),
            Self::FrameStats { frames } => check_range("frames", *frames, &play::FRAMES, ""),
            Self::SetPlayMode { mode } => play::check_mode(mode),
            Self::Step { ticks, watched } => play::check_step(ticks, watched),
            Self::Act { gesture } => play::check_gesture(gesture),
            Self::PreviewEdits { edits } | Self::ApplyEdits { edits, .. } => edits::check_batch(edits),
            Self::PreviewUndo { entries } | Self::UndoEdits { entries, .. } => edits::check_entries(entries),
            Self::ChooseTarget { unity } => {
                let hint = "list the targets to see their ids";
                not_blank("unity", unity, "an id, a project's name or a path", hint)?;
                check_length("unity", unity.len(), PATH)
            }
            Self::PreviewSave { files } => edits::check_files(files, 0),
            Self::SaveFiles { files, .. } => edits::check_files(files, 1),
            // The scripts folder itself rejects a wrong path or text (`host_scripts_folder`).
            Self::ReadScript { .. }
            | Self::WriteScript { .. }
            | Self::DeleteScript { .. }
            | Self::RunScript { .. }
            | Self::WriteStartupScript { .. } => Ok(()),
            // These commands contain only ids, flags and a page; every value of those is possible for some target.
            Self::ProjectInfo
            | Self::OpenScene { .. }
            | Self::GetObject { .. }
            | Self::SetActive { .. }
            | Self::Reparent { .. }
            | Self::DestroyObject { .. }
            | Self::ListComponents { .. }
            | Self::GetSelection
            | Self::GetTimeScale
            | Self::ActiveCamera
            | Self::ListHooks { .. }
            | Self::ListScripts { .. }
            | Self::GetStartupScript
            | Self::SetStartupEnabled { .. }
            | Self::RunStartupScript
            | Self::SpawnTestUi
            | Self::DestroyTestUi
            | Self::MissingReferences { .. }
            | Self::ListOverrides { .. }
            | Self::ListSettings
            | Self::ListCommands
            | Self::GetClock
            | Self::Freeze { .. }
            | Self::ListEntries { .. }
            | Self::ListTargets => Ok(()),
        }
    }
}

fn check_hierarchy_path(path: &str) -> Result<(), BridgeError> {
    if !path.starts_with('/') {
        let error = invalid_value(
            "path",
            quote_shortened(path),
            "a full hierarchy path that starts with /",
        );
        return Err(error.with_hint("e.g. /Canvas/Panel/Button, as the lists of objects show it"));
    }
    Ok(())
}

fn check_page(page: &PageRequest) -> Result<(), BridgeError> {
    check_range("page.limit", page.limit, &PAGE, "")?;
    check_cursor(page.cursor.as_deref(), "next-cursor of the last page")
}

fn check_cursor_page(page: &CursorPage) -> Result<(), BridgeError> {
    check_range("page.limit", page.limit, &PAGE, "")?;
    if page.max_bytes < PAGE_BYTES {
        let right = format!("{PAGE_BYTES} bytes, or up to the operator's page size");
        return Err(invalid_value("page.max-bytes", page.max_bytes, right));
    }
    check_cursor(page.cursor.as_deref(), "next of the page before")
}

fn check_cursor(cursor: Option<&str>, right: &str) -> Result<(), BridgeError> {
    check_length("page.cursor", cursor.map_or(0, str::len), CURSOR)
        .map_err(|error| error.with_hint(format!("pass {right} unchanged")))
}

fn check_new(object: &NewObject) -> Result<(), BridgeError> {
    check_length("name", object.name.len(), NAME)?;
    if object.name.chars().any(char::is_control) {
        let error = invalid_value(
            "name",
            quote_shortened(&object.name),
            "a name without a control character",
        );
        return Err(error.with_hint("/ is allowed and stays part of the name"));
    }
    let position = object.position;
    for (field, value) in [
        ("position.x", position.x),
        ("position.y", position.y),
        ("position.z", position.z),
    ] {
        let is_single = value.is_finite() && value.abs() <= f64::from(f32::MAX);
        if !is_single {
            return Err(invalid_value(field, value, "a finite 32-bit number, in world units"));
        }
    }
    has_at_most("components", object.components.len(), COMPONENTS, "types")
        .map_err(|error| error.with_hint("create the object with fewer components and add the others later"))?;
    for name in &object.components {
        not_blank("components", name, "a component's full type name", "leave it out")?;
        check_length("components", name.len(), TEXT)?;
        if name == "UnityEngine.Transform" {
            let error = invalid_value(
                "components",
                "UnityEngine.Transform",
                "a component type other than Transform",
            );
            return Err(error.with_hint("leave it out"));
        }
    }
    Ok(())
}

fn check_level(field: &str, level: &str) -> Result<(), BridgeError> {
    if LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level)) {
        return Ok(());
    }
    Err(invalid_value(
        field,
        quote_shortened(level),
        "one of debug, info, warn, error",
    ))
}

fn check_size(width: u32, height: u32, sides: &RangeInclusive<u32>) -> Result<(), BridgeError> {
    check_range("width", width, sides, " pixels")?;
    check_range("height", height, sides, " pixels")
}

fn check_range(field: &str, value: u32, range: &RangeInclusive<u32>, unit: &str) -> Result<(), BridgeError> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(invalid_value(
        field,
        value,
        format!("{} to {}{unit}", range.start(), range.end()),
    ))
}

/// A text of at most `most` bytes.
fn check_length(field: &str, given: usize, most: usize) -> Result<(), BridgeError> {
    if given <= most {
        return Ok(());
    }
    Err(invalid_value(
        field,
        format!("{given} bytes long"),
        format!("at most {most}"),
    ))
}

/// A list of at most `most` items.
fn has_at_most(field: &str, given: usize, most: usize, unit: &str) -> Result<(), BridgeError> {
    if given <= most {
        return Ok(());
    }
    Err(wrong_count(field, given, unit, format!("at most {most}")))
}

/// Checks that the list `field` has a number of items in `range`.
fn has_within(field: &str, given: usize, range: &RangeInclusive<usize>, unit: &str) -> Result<(), BridgeError> {
    if range.contains(&given) {
        return Ok(());
    }
    let right = format!("{} to {}", range.start(), range.end());
    Err(wrong_count(field, given, unit, right))
}

fn finite(field: &str, value: f64, right: &str) -> Result<(), BridgeError> {
    if value.is_finite() {
        return Ok(());
    }
    Err(invalid_value(field, value, right))
}

fn not_blank(field: &str, text: &str, right: &str, hint: &str) -> Result<(), BridgeError> {
    if !text.trim().is_empty() {
        return Ok(());
    }
    Err(invalid_value(field, "blank", right).with_hint(hint))
}

fn invalid_value(field: &str, given: impl Display, right: impl Display) -> BridgeError {
    invalid_text(field, "is", &given, "be", &right)
}

fn wrong_count(field: &str, given: usize, unit: &str, right: impl Display) -> BridgeError {
    invalid_text(field, "has", &format!("{given} {unit}"), "have", &right)
}

fn invalid_text(field: &str, is: &str, given: &dyn Display, be: &str, right: &dyn Display) -> BridgeError {
    let given = given.to_string();
    let message = format!("`{field}` {is} {given}; it must {be} {right}");
    BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_data(&json!({"argument": field, "given": given}))
}

/// The text in quotes, cut to `SHOWN` characters.
fn quote_shortened(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN).collect();
    let cut = if shown.len() < text.len() { "…" } else { "" };
    format!("{shown:?}{cut}")
}

mod query;

#[cfg(test)]
mod tests;
