//! Sources of hooks: compiled here, put around the hooked method by the Harmony that is in Unity's process.

use super::{outcome, passed};
use crate::code::sessions::Sessions;
use crate::live_bridge::LiveBridge;
use crate::session::LinkCall;
use host_bridge::{BridgeCall, BridgeError, BridgeErrorKind, Command, Function, Replied, Reply};
use host_compile_csharp::{HOOK, compile_hook};

/// What a Unity offers that takes them.
const TAKES: &str = "link/load-hook";

impl LiveBridge {
    /// Whether the host makes the source of a hook into code, and not this Unity, which has a Harmony.
    pub(super) fn compiles_hooks(&self) -> bool {
        let session = self.session();
        let functions = session.functions();
        functions.contains(&Function::AddHook) && !functions.contains(&Function::SetHookSource)
    }

    /// Why none can be set there now, whatever the policy says.
    pub(crate) fn no_hook_code(&self) -> Option<BridgeError> {
        if let Some(error) = self.no_code() {
            return Some(error);
        }
        let session = self.session();
        let takes = session.peer()?.functions.iter().any(|offered| offered == TAKES);
        (!takes).then(|| {
            BridgeError::new(BridgeErrorKind::Unsupported, "this Unity takes no sources of hooks")
                .with_hint("update the package `com.unity-tools.bridge` in it")
        })
    }

    pub(super) async fn set_hook_source(
        &self,
        command: &Command,
        (signature, source): (&str, &str),
        call: BridgeCall,
        sessions: &mut Sessions,
    ) -> Result<Replied, BridgeError> {
        let process = self.process();
        let made = async {
            let (compiling, compiler) = self.compiler()?;
            let references = self.references_of(&call, &compiling.references()).await?;
            sessions.of_process(self.session().peer().map(AsRef::as_ref));
            let made = compile_hook(compiler, &compiling.folder, source, &references).await;
            made.map_err(|problem| outcome::refused(command, problem))
        };
        let made = tokio::select! {
            made = made => made,
            () = call.cancel.cancelled() => Err(super::cancelled()),
            () = passed(call.deadline) => {
                Err(BridgeError::new(BridgeErrorKind::NotReady, "the source was not compiled in the call's time; nothing was changed"))
            }
        };
        let made = made.inspect_err(|error| call.fate.ended(&Err(error.clone())))?;
        let load = LinkCall::LoadHook {
            signature: signature.to_owned(),
            source: source.to_owned(),
            type_name: HOOK.to_owned(),
            bytes: made.bytes.into(),
        };
        self.ask_process(load, process, call).await?;
        Ok(Reply::Done.into())
    }
}
