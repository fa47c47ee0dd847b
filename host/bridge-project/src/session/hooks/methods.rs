//! Lists the types and methods that can be hooked. They come from the project's sources and assemblies and from a table
//! of engine types. Errors explain why a type or method is missing.

use super::{Session, shorten};
use host_api::similar_names::did_you_mean;
use host_bridge::{BridgeError, BridgeErrorKind, HookMethod, Page, PageRequest, Replied, Reply, json_len};
use host_csharp::{Form, Gap, Method, Origin, TypeInfo, TypeLookup};
use std::sync::Arc;
use unity_files::{InEditor, Project};
use unity_scripts::csharp_index::{Gathered, NotYet};

/// Maximum number of methods or types that the hint of an error lists. Further ones are only counted.
const MAX_NAMED: usize = 8;

impl Session {
    /// Lists one page of the methods that a type itself declares, by signature. `filter` matches parts in any case.
    pub(in crate::session) fn list_hook_methods(
        &mut self,
        type_name: &str,
        filter: Option<&str>,
        page: &PageRequest,
    ) -> Result<Replied, BridgeError> {
        let gathered = self.gathered_csharp()?;
        let info = find_type(&gathered, self.library.project(), type_name)?;
        let methods = info.list_methods(filter);
        let item = |at: usize| {
            methods.get(at).map(|method| {
                let signature = method.signature(Form::Cecil);
                HookMethod {
                    name: method.name.clone(),
                    signature: signature.text,
                    origin: method.origin.as_str().to_owned(),
                    resolved: signature.resolved,
                }
            })
        };
        let size = |method: &HookMethod| 80 + json_len(&method.name) + json_len(&method.signature);
        let mut diagnostics = notes(info, &gathered, self.library.project());
        let unpatchable = methods.iter().filter(|method| method.unpatchable().is_some()).count();
        if unpatchable > 0 {
            diagnostics.push(format!(
                "{unpatchable} of the {} methods cannot be hooked: they are abstract, generic or of a generic type",
                methods.len()
            ));
        }
        Ok(Replied {
            reply: Reply::HookMethods(Page::cut(page, methods.len(), item, size)),
            diagnostics,
        })
    }

    pub(in crate::session) fn gathered_csharp(&mut self) -> Result<Arc<Gathered>, BridgeError> {
        let project = Arc::clone(self.library.project());
        self.hooks.csharp.get(&project).map_err(|not_yet| match &not_yet {
            NotYet::Reading { ended, .. } => {
                self.hooks.waits = Some(ended.clone());
                BridgeError::new(BridgeErrorKind::NotReady, not_yet.to_string())
                    .with_hint("ask again in a moment; the reading goes on")
            }
            NotYet::Failed(_) => BridgeError::new(BridgeErrorKind::Internal, not_yet.to_string())
                .with_hint("ask again; the host's log may say more"),
        })
    }
}

/// Finds the type with exactly this name, because the allowlist was checked for this spelling of the name.
pub(super) fn find_type<'g>(
    gathered: &'g Gathered,
    project: &Project,
    type_name: &str,
) -> Result<&'g TypeInfo, BridgeError> {
    let not_found = |hint: String| BridgeError::new(BridgeErrorKind::NotFound, "Type not found").with_hint(hint);
    match gathered.index.find_type(type_name) {
        TypeLookup::Found(info) if info.name.is_written(type_name) => Ok(info),
        TypeLookup::Found(info) => Err(not_found(format!(
            "`{}` is written `{}`, in the allowlist too",
            shorten(type_name),
            info.name.full_name()
        ))),
        TypeLookup::Ambiguous(names) => {
            let message = format!("`{}` may be any of several types", shorten(type_name));
            Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint(format!("give one of: {}", names.join("; "))))
        }
        TypeLookup::NotFound(reason) => {
            let reason = reason.strip_prefix("Type not found: ").unwrap_or(&reason);
            let mut hint = vec![shorten(reason)];
            hint.extend(similar_types(gathered, type_name));
            hint.extend(unreadable_sources(gathered, project));
            Err(not_found(hint.join("; ")))
        }
    }
}

/// Returns the error for a missing method, or a missing overload if `is_signature` is true. Its hint lists methods.
pub(super) fn no_method(info: &TypeInfo, method: &str, is_signature: bool) -> BridgeError {
    let message = if is_signature {
        "Method overload not found"
    } else {
        "Method not found"
    };
    let name = bare_name(method);
    let near: Vec<String> = info
        .methods
        .iter()
        .filter(|known| known.name.eq_ignore_ascii_case(name))
        .map(|known| known.signature(Form::Cecil).text)
        .collect();
    let full_name = info.name.full_name();
    let hint = if near.is_empty() {
        format!(
            "`{full_name}` itself declares no `{}`; list its methods for those it has, inherited ones belong to the type that declares them",
            shorten(method)
        )
    } else {
        format!("`{full_name}` declares {}", join_first(&near))
    };
    BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint)
}

/// Returns the name of a method, such as `SetActive`. `method` may be the name or a whole signature.
pub(super) fn bare_name(method: &str) -> &str {
    let before = method.split('(').next().unwrap_or(method).trim();
    before.rsplit([':', ' ']).next().unwrap_or(before)
}

/// Returns the reason why the signature of a method is uncertain, as a part of a sentence.
pub(super) fn why_unresolved(method: &Method) -> &'static str {
    if method.conditional {
        "the method is inside an `#if` that may be off"
    } else if method.uncertain {
        "its declaration could not be read with certainty"
    } else {
        "a type in it is declared in none of the sources here"
    }
}

fn notes(info: &TypeInfo, gathered: &Gathered, project: &Project) -> Vec<String> {
    let mut notes = Vec::new();
    match info.origin {
        Origin::Table => notes.push("from the host's own table of public engine methods (Unity 2022.3)".to_owned()),
        Origin::Assembly => notes.extend(
            info.files
                .first()
                .map(|file| format!("from the compiled assembly {file}")),
        ),
        Origin::Source => {}
    }
    notes.extend(info.gaps.iter().map(|gap| {
        match gap {
            Gap::SyntaxErrors => "a part of the type's source could not be read; methods may be missing",
            Gap::Conditional => "the type is inside an `#if` that may be off",
            Gap::CompilerMade => "the type is a record; what the compiler adds to it is not listed",
            Gap::OtherAssembly => "other assemblies declare the type too; the methods are those of the first by path",
            Gap::DeclaredTwice => "the type is declared in several sources; the methods of all are listed",
        }
        .to_owned()
    }));
    if info.origin == Origin::Source {
        notes.extend(info.files.iter().find_map(|file| uncertain_assembly(file, project)));
        notes.extend(unread_notes(gathered));
    }
    notes
}

/// Returns a note if it is unknown whether the Unity editor compiles the assembly of the source file.
fn uncertain_assembly(file: &str, project: &Project) -> Option<String> {
    let assembly = project.assemblies.find_for_script(file)?;
    let InEditor::Unknown(why) = &assembly.in_editor else {
        return None;
    };
    Some(format!(
        "the type is in the assembly {}, of which no file says whether the editor compiles it: {why}",
        assembly.name
    ))
}

fn unread_notes(gathered: &Gathered) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some((path, reason)) = gathered.unread.first() {
        let (many, all) = (gathered.unread.len(), gathered.unread.len() + gathered.read);
        notes.push(format!(
            "{many} of {all} C# sources could not be read, first {path}: {reason}"
        ));
    }
    if let Some((path, why)) = gathered.not_compiled.first() {
        let many = gathered.not_compiled.len();
        notes.push(format!(
            "{many} C# sources are left out, as the editor does: first {path} of {why}"
        ));
    }
    if gathered.left_out > 0 {
        notes.push(format!(
            "{} C# sources, assemblies or folder entries were left out: too many, not readable, or links out of the project",
            gathered.left_out
        ));
    }
    notes
}

/// Returns a hint that lists types with the same last name part, ignoring case; `None` without such types.
fn similar_types(gathered: &Gathered, type_name: &str) -> Option<String> {
    let last = |name: &str| name.rsplit(['.', '/', '+']).next().unwrap_or(name).to_lowercase();
    let wanted = last(type_name);
    let names: Vec<String> = gathered
        .index
        .types()
        .into_iter()
        .map(|info| info.name.full_name())
        .filter(|name| last(name.split('`').next().unwrap_or(name)) == wanted)
        .collect();
    did_you_mean((!names.is_empty()).then(|| join_first(&names)))
}

/// Returns sentences about files that cannot be read and may contain the type.
fn unreadable_sources(gathered: &Gathered, project: &Project) -> Vec<String> {
    let mut notes = unread_notes(gathered);
    let assemblies: Vec<String> = gathered
        .unread_assemblies
        .iter()
        .map(|(path, reason)| format!("{path} ({reason})"))
        .collect();
    if !assemblies.is_empty() {
        notes.push(format!(
            "assemblies that could not be read: {}",
            join_first(&assemblies)
        ));
    }
    let absent = project.absent.names();
    if !absent.is_empty() {
        notes.push(format!(
            "packages whose sources are not in this project folder are not read: {}",
            join_first(absent)
        ));
    }
    notes
}

fn join_first(names: &[String]) -> String {
    let mut text = names.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join("; ");
    if names.len() > MAX_NAMED {
        text.push_str(&format!("; and {} more", names.len() - MAX_NAMED));
    }
    text
}
