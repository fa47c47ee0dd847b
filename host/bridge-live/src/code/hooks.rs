//! C# sources of method hooks: the host compiles them, and Harmony in the Unity process runs them around a method.

use super::{outcome, wait_until_deadline};
use crate::code::sessions::Sessions;
use crate::live_bridge::LiveBridge;
use crate::session::LinkCall;
use host_bridge::{BridgeCall, BridgeError, BridgeErrorKind, Command, Function, Replied, Reply};
use host_compile_csharp::{HOOK, compile_hook};

/// The name of the instance's function that loads a compiled hook. Without it, the instance compiles hooks itself.
const TAKES: &str = "link/load-hook";

impl LiveBridge {
    /// Returns true if the host compiles hook sources; false if the instance does, or if it has no hooks.
    pub(super) fn compiles_hooks(&self) -> bool {
        let session = self.session();
        let functions = session.functions();
        functions.contains(&Function::AddHook) && !functions.contains(&Function::SetHookSource)
    }

    /// Returns the error if this instance cannot accept C# source of a hook now, or `None`. Does not check the policy.
    pub(crate) fn no_hook_code(&self) -> Option<BridgeError> {
        if let Some(error) = self.no_code() {
            return Some(error);
        }
        let session = self.session();
        if session.peer()?.functions.iter().any(|offered| offered == TAKES) {
            return None;
        }
        let error = BridgeError::new(
            BridgeErrorKind::Unsupported,
            "this Unity instance does not accept hook sources",
        );
        Some(error.with_hint("update the package `com.unity-tools.bridge` in the Unity project"))
    }

    pub(super) async fn set_hook_source(
        &self,
        command: &Command,
        signature: &str,
        source: &str,
        call: BridgeCall,
        sessions: &mut Sessions,
    ) -> Result<Replied, BridgeError> {
        let process = self.process();
        let made = async {
            let (compiling, compiler) = self.compiler()?;
            let references = self.references_of(&call, &compiling.references()).await?;
            sessions.reset_if_new_process(self.session().peer().map(AsRef::as_ref));
            let made = compile_hook(compiler, &compiling.folder, source, &references).await;
            made.map_err(|problem| outcome::compile_error(command, problem))
        };
        let made = tokio::select! {
            made = made => made,
            () = call.cancel.cancelled() => Err(super::cancelled()),
            () = wait_until_deadline(call.deadline.as_ref()) => {
                Err(BridgeError::new(BridgeErrorKind::NotReady, "compiling the source took longer than the deadline of the call; nothing was changed"))
            }
        };
        let made = made.inspect_err(|error| call.fate.finish(&Err(error.clone())))?;
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
