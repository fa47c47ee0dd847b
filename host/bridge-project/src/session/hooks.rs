//! Hooks on methods: added, enabled, listed and given a source, but never executed, because that needs a Unity
//! instance. `methods` finds methods, and `hook_record` stores one hook and finds it again.

mod hook_record;
mod methods;

use super::Session;
use hook_record::{NamedHook, Recorded};
use host_api::AccessTarget;
use host_bridge::{BridgeError, BridgeErrorKind, Command, Hook, Page, PageRequest, Replied, Reply, json_len};
use host_csharp::{MethodLookup, Symbols, parse_source_while};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use unity_files::DiskChange;
use unity_scripts::csharp_index::CsharpIndex;

const MAX_HOOKS: usize = 1_000;

/// Maximum total size in bytes of the C# sources of all hooks. A source that would exceed it is rejected.
const MAX_ALL_SOURCES_BYTES: usize = 16 * 1024 * 1024;

/// Maximum time for the syntax check of one hook's C# source. After it, the source counts as not checked.
const SYNTAX_PATIENCE: Duration = Duration::from_millis(500);

const NOT_FIRING: &str = "recorded in this host's session; no running Unity to patch";

const NOT_COMPILED: &str = "the source is stored, not compiled: that needs a running Unity";

/// The session's hooks (C# code for methods) in the order in which they were added, and an index of C# methods.
#[derive(Debug, Default)]
pub(super) struct Hooks {
    recorded: Vec<Recorded>,
    csharp: CsharpIndex,
    /// A signal for the end of indexing C# methods; `None` if the last command did not need to wait for it.
    waits: Option<watch::Receiver<bool>>,
}

impl Hooks {
    pub(super) fn take_wait(&mut self) -> Option<watch::Receiver<bool>> {
        self.waits.take()
    }

    /// Returns a value that changes when a hook is added, removed or given a source of another length.
    pub(super) fn revision(&self) -> (usize, usize) {
        (self.recorded.len(), self.source_bytes())
    }

    pub(super) fn without_index(self) -> Self {
        Self {
            recorded: self.recorded,
            ..Self::default()
        }
    }

    pub(super) fn disk_changed(&mut self, change: &DiskChange) {
        self.csharp.disk_changed(change);
    }

    fn source_bytes(&self) -> usize {
        self.recorded
            .iter()
            .filter_map(|hook| hook.source.as_ref())
            .map(String::len)
            .sum()
    }

    /// Returns the index of the hook with this signature. If there is none, returns an error of the kind `unknown`.
    fn find(&self, signature: &str, unknown: BridgeErrorKind) -> Result<usize, BridgeError> {
        match hook_record::find(&self.recorded, signature) {
            NamedHook::Found(at) => Ok(at),
            NamedHook::None => Err(BridgeError::new(unknown, "Hook not found").with_hint(format!(
                "no hook was added for `{}`; list the hooks for the signatures there are",
                shorten(signature)
            ))),
            NamedHook::Several(signatures) => Err(BridgeError::new(
                BridgeErrorKind::InvalidArgument,
                format!("several hooks fit `{}`", shorten(signature)),
            )
            .with_hint(format!("give one of: {}", signatures.join("; ")))),
        }
    }

    /// Finds the hook with this signature. Fails if the hook is for another type than the one in `signature`, because
    /// the permission was only checked for that type.
    fn find_allowed(&self, signature: &str) -> Result<usize, BridgeError> {
        let at = self.find(signature, BridgeErrorKind::NotFound)?;
        let asked = Command::SetHookEnabled {
            signature: signature.to_owned(),
            enabled: true,
        };
        let AccessTarget::HookType(named) = asked.access().target else {
            return Err(BridgeError::new(
                BridgeErrorKind::Internal,
                "a hook's type was not checked",
            ));
        };
        let hook = self.recorded.get(at).ok_or_else(hook_gone_error)?;
        if !hook.declaring.is_written(&named) {
            let message = format!(
                "the signature names the type `{}`, the hook is on a method of `{}`",
                shorten(&named),
                hook.declaring.full_name()
            );
            let hint = format!("give the signature as it is listed: {}", hook.signature);
            return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint(hint));
        }
        Ok(at)
    }
}

impl Session {
    pub(super) fn list_hooks(&self, page: &PageRequest) -> Result<Replied, BridgeError> {
        let hooks = &self.hooks.recorded;
        let item = |at: usize| {
            hooks.get(at).map(|hook| Hook {
                signature: hook.signature.clone(),
                enabled: hook.enabled,
                not_firing: Some(NOT_FIRING.to_owned()),
            })
        };
        let size = |hook: &Hook| 60 + json_len(&hook.signature) + hook.not_firing.as_deref().map_or(4, json_len);
        Ok(Reply::Hooks(Page::cut(page, hooks.len(), item, size)).into())
    }

    pub(super) fn hook_source(&self, signature: &str) -> Result<Replied, BridgeError> {
        let at = self.hooks.find(signature, BridgeErrorKind::InvalidArgument)?;
        let hook = self.hooks.recorded.get(at).ok_or_else(hook_gone_error)?;
        let (text, note) = match &hook.source {
            Some(source) => (source, NOT_COMPILED),
            None => (&hook.template, "no source was set for this hook; this is a template"),
        };
        Ok(Replied {
            reply: Reply::Source(text.clone()),
            diagnostics: vec![note.to_owned()],
        })
    }

    pub(super) fn add_hook(&mut self, type_name: &str, method: &str) -> Result<Replied, BridgeError> {
        let gathered = self.gathered_csharp()?;
        let info = methods::find_type(&gathered, self.library.project(), type_name)?;
        let is_signature = method.contains("::") && method.contains('(') && method.contains(')');
        let found = match info.find_method(method) {
            MethodLookup::Found(found) => found,
            MethodLookup::Ambiguous(candidates) => {
                let name = shorten(methods::bare_name(method));
                let message = format!("Multiple overloads found for '{type_name}.{name}'.");
                let hint = format!("give the full signature of one of them: {}", candidates.join("; "));
                return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint(hint));
            }
            MethodLookup::NotFound(_) => return Err(methods::no_method(info, method, is_signature)),
        };
        let recorded = Recorded::new(found);
        if let Some(reason) = found.unpatchable() {
            let message = format!("`{}` cannot be hooked: {reason}", recorded.signature);
            return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint("list the methods of the type and take one with a body"));
        }
        if self
            .hooks
            .recorded
            .iter()
            .any(|hook| hook.signature == recorded.signature)
        {
            return Err(
                BridgeError::new(BridgeErrorKind::InvalidArgument, "Method is already hooked")
                    .with_hint(format!("`{}` has a hook; switch it or remove it", recorded.signature)),
            );
        }
        if self.hooks.recorded.len() >= MAX_HOOKS {
            let message = format!("this session holds {MAX_HOOKS} hooks already");
            return Err(BridgeError::new(BridgeErrorKind::Conflict, message).with_hint("remove one first"));
        }
        let mut notes = vec![NOT_FIRING.to_owned()];
        if !recorded.resolved {
            notes.push(format!(
                "`{}` may be written differently by a running Unity: {}",
                recorded.signature,
                methods::why_unresolved(found)
            ));
        }
        let signature = recorded.signature.clone();
        self.hooks.recorded.push(recorded);
        let mut replied = self.count_write(Reply::Signature(signature));
        replied.diagnostics.append(&mut notes);
        Ok(replied)
    }

    pub(super) fn remove_hook(&mut self, signature: &str) -> Result<Replied, BridgeError> {
        let at = self.hooks.find(signature, BridgeErrorKind::NotFound)?;
        self.hooks.recorded.remove(at);
        Ok(self.count_write(Reply::Done))
    }

    pub(super) fn set_hook_enabled(&mut self, signature: &str, enabled: bool) -> Result<Replied, BridgeError> {
        let at = self.hooks.find_allowed(signature)?;
        self.hooks.recorded.get_mut(at).ok_or_else(hook_gone_error)?.enabled = enabled;
        let mut replied = self.count_write(Reply::Done);
        replied.diagnostics.push(NOT_FIRING.to_owned());
        Ok(replied)
    }

    pub(super) fn set_hook_source(&mut self, signature: &str, source: String) -> Result<Replied, BridgeError> {
        let at = self.hooks.find_allowed(signature)?;
        let others = self.hooks.source_bytes();
        let hook = self.hooks.recorded.get_mut(at).ok_or_else(hook_gone_error)?;
        let others = others - hook.source.as_ref().map_or(0, String::len);
        if others + source.len() > MAX_ALL_SOURCES_BYTES {
            let message = format!("the sources of all hooks would need more than {MAX_ALL_SOURCES_BYTES} bytes");
            return Err(
                BridgeError::new(BridgeErrorKind::Conflict, message).with_hint("remove hooks that are not needed")
            );
        }
        let broken = syntax_note(&source);
        hook.source = Some(source);
        let mut replied = self.count_write(Reply::Done);
        replied.diagnostics.push(NOT_COMPILED.to_owned());
        replied.diagnostics.extend(broken);
        Ok(replied)
    }
}

/// Returns a note if a hook's C# source has syntax errors. The source may be a whole file or only methods.
fn syntax_note(source: &str) -> Option<String> {
    let until = Instant::now() + SYNTAX_PATIENCE;
    let mut keep_going = || Instant::now() < until;
    let as_members = format!("static class Patch\n{{\n{source}\n}}");
    for text in [source, as_members.as_str()] {
        match parse_source_while("the source", text, &Symbols::default(), &mut keep_going) {
            Ok(file) if !file.has_syntax_errors && !file.unbalanced_directives => return None,
            Ok(_) => {}
            Err(error) => return Some(format!("its syntax was not checked: {error}")),
        }
    }
    Some("the source does not look like C#: a brace or a bracket may be missing".to_owned())
}

fn hook_gone_error() -> BridgeError {
    BridgeError::new(BridgeErrorKind::Internal, "a hook that was found is gone")
}

fn shorten(text: &str) -> String {
    const MOST: usize = 300;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
