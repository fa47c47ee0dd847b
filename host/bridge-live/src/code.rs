//! C# code for a running Unity instance: the host compiles the code, and the instance loads the assembly.
//!
//! Belongs here: the check whether code can run, the sessions of code snippets, a snippet's outcome as a bridge error.
//! Does not: the compiler (`host_compile_csharp`), the sending of `link/…` calls (`session`).

mod hooks;
mod outcome;
mod references;
pub(crate) mod scripts;
pub(crate) mod sessions;
mod startup;
pub(crate) mod startup_memory;
mod waiting;

use crate::frames::Runtime;
use crate::host_side::Compiling;
use crate::live_bridge::LiveBridge;
use crate::session::LinkCall;
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, Command, Evaluated, Function, Replied, Reply, Turn, caught_in,
    failed_inside,
};
use host_compile_csharp::{Asked, Compiler, ENTRY, METHOD, Made, compile};
use scripts::Forbidden;
use sessions::Sessions;
use std::sync::Arc;
use waiting::{blocking, cancelled, wait_until_deadline};

const NO_COMPILER: &str = "set a folder with Unity editors as `unity.editors`, a .NET SDK as `unity.dotnet` or mono's mcs as \
                           `unity.mcs` in the host's configuration, and restart the host";

impl LiveBridge {
    /// Returns the error if this Unity instance cannot run C# code now; `None` if it can. Does not check the policy.
    pub(crate) fn no_code(&self) -> Option<BridgeError> {
        let refused = |kind, message: &str, hint: &str| Some(BridgeError::new(kind, message).with_hint(hint));
        let session = self.session();
        let peer = session.peer()?;
        let offers = |function: &str| peer.functions.iter().any(|offered| offered == function);
        if peer.runtime == Runtime::Il2cpp {
            let message = "this Unity instance was built with IL2CPP, which cannot load C# at run time";
            return refused(
                BridgeErrorKind::Unsupported,
                message,
                "use a build with the Mono backend, or the editor",
            );
        }
        if !offers("link/load-assembly") {
            let message = "this Unity instance does not let hosts run code: its own switch is off";
            let hint = "set UNITY_TOOLS_ALLOW_CODE=1 for the game, or UnityToolsBridge.AllowCode before it begins";
            return refused(BridgeErrorKind::PermissionDenied, message, hint);
        }
        if self.compiling().is_none_or(|compiling| compiling.compiler.is_none()) {
            let message = "C# is compiled by the host, and it has found no compiler";
            return refused(BridgeErrorKind::Unsupported, message, NO_COMPILER);
        }
        None
    }

    /// Returns true if the host compiles the code in a call of `function`; false if the instance compiles it.
    pub(crate) fn compiles(&self, function: Function) -> bool {
        match function {
            Function::Evaluate => !self.session().functions().contains(&function),
            Function::RunScript | Function::RunStartupScript => self.scripts().is_some(),
            Function::SetHookSource => self.compiles_hooks(),
            _ => false,
        }
    }

    /// Returns the error if the host cannot compile C# code for a call of `function` now. Does not check the policy.
    pub(crate) fn cannot_compile(&self, function: Function) -> Option<BridgeError> {
        match function {
            Function::SetHookSource => self.no_hook_code(),
            _ => self.no_code(),
        }
    }

    /// Runs one C# snippet or script in the Unity instance and returns the value of the code.
    pub(crate) async fn evaluate(&self, command: Command, call: BridgeCall) -> Result<Evaluated, BridgeError> {
        match self.carry_out(command, call).await?.reply {
            Reply::Evaluated(evaluated) => Ok(evaluated),
            _ => Err(BridgeError::new(
                BridgeErrorKind::Internal,
                "the remembered answer under this key does not belong to code",
            )),
        }
    }

    /// Executes a command with C# code. Continues even if the caller disconnects: a repeated call gets the outcome.
    pub(crate) async fn carry_out(&self, command: Command, call: BridgeCall) -> Result<Replied, BridgeError> {
        if let Some(error) = self.cannot_compile(command.function()) {
            return Err(error);
        }
        call.fate.queued();
        let leaving = call.cancel.child_token();
        let _left = leaving.clone().drop_guard();
        let bridge = self.clone();
        let call = BridgeCall {
            cancel: leaving,
            ..call
        };
        let running = tokio::spawn(async move { bridge.run_once(&command, call).await });
        running.await.unwrap_or_else(|_| {
            let message = "the host ended before the outcome of the code was known";
            Err(BridgeError::new(BridgeErrorKind::OutcomeUnknown, message))
        })
    }

    async fn run_once(&self, command: &Command, call: BridgeCall) -> Result<Replied, BridgeError> {
        // One at a time, because each snippet uses the fields of those before it.
        let Ok(_turn) = self.snippets().turn.acquire().await else {
            return Err(cancelled());
        };
        if call.cancel.is_cancelled() {
            call.fate.withdraw();
            return Err(cancelled());
        }
        let mut held = self.snippets().take();
        self.known_or_run(command, call, &mut held.sessions).await
    }

    async fn known_or_run(
        &self,
        command: &Command,
        call: BridgeCall,
        sessions: &mut Sessions,
    ) -> Result<Replied, BridgeError> {
        let first = match sessions.remembered.turn(command, &call.key, &call.fate) {
            Turn::First(first) => first,
            Turn::Again(known) => return known,
        };
        let fate = Arc::clone(&call.fate);
        let carried_out = caught_in(async {
            match command {
                Command::SetHookSource { signature, source } => {
                    self.set_hook_source(command, signature, source, call, sessions).await
                }
                _ => {
                    let ran = self.run_snippet(command, call, sessions).await;
                    ran.map(|evaluated| Reply::Evaluated(evaluated).into())
                }
            }
        });
        let outcome = carried_out.await.unwrap_or_else(|why| {
            // A part that was not sent by now is never sent.
            fate.withdraw();
            Err(failed_inside(&fate, true, &why))
        });
        // If the command was handed to a link, the link sets the end of its fate.
        sessions.remembered.keep(first, &outcome);
        outcome
    }

    /// Returns a handle for this instance that runs code only in the process with the id `instance`.
    fn pinned(&self, instance: &str) -> Self {
        let mut pinned = self.clone();
        pinned.pinned = Some(instance.into());
        pinned
    }

    /// Returns the id of the Unity process for which the host compiles code: the connected process, or the last one.
    fn process(&self) -> Option<String> {
        if let Some(pinned) = &self.pinned {
            return Some(pinned.to_string());
        }
        self.session().peer().map(|peer| peer.instance.clone())
    }

    async fn run_snippet(
        &self,
        command: &Command,
        call: BridgeCall,
        sessions: &mut Sessions,
    ) -> Result<Evaluated, BridgeError> {
        // Code that was compiled for one process is loaded by no other one.
        let process = self.process();
        let made = tokio::select! {
            made = self.make(command, &call, sessions) => made,
            () = call.cancel.cancelled() => Err(cancelled()),
            () = wait_until_deadline(call.deadline.as_ref()) => {
                Err(BridgeError::new(BridgeErrorKind::NotReady, "compiling the code took longer than the deadline of the call; nothing was run"))
            }
        };
        let made = made.inspect_err(|error| call.fate.finish(&Err(error.clone())))?;
        // Compiling takes time, so the permission is checked again: it may have been revoked meanwhile.
        if let (Command::RunStartupScript, Some(scripts)) = (command, self.scripts())
            && let Err(Forbidden { why, .. }) = (scripts.may_start)()
        {
            let error = BridgeError::new(BridgeErrorKind::PermissionDenied, why);
            call.fate.finish(&Err(error.clone()));
            return Err(error);
        }
        let caller = sessions::session_key(&call);
        let load = LinkCall::LoadAssembly {
            name: made.name,
            type_name: ENTRY.to_owned(),
            method: METHOD.to_owned(),
            arguments: Vec::new(),
            bytes: made.bytes.into(),
        };
        let reply = self.ask_process(load, process, call).await?;
        let (evaluated, ran) = outcome::read(reply.value.get())?;
        let notes = ran.map(|ran| sessions.keep(&caller, ran)).unwrap_or_default();
        Ok(Evaluated {
            logs: evaluated.logs.into_iter().chain(notes).collect(),
            ..evaluated
        })
    }

    fn compiler(&self) -> Result<(&Compiling, &Compiler), BridgeError> {
        let compiling = self.compiling();
        let found = compiling.and_then(|compiling| Some((compiling, compiling.compiler.as_ref()?)));
        found.ok_or_else(|| {
            BridgeError::new(BridgeErrorKind::Unsupported, "the host found no compiler").with_hint(NO_COMPILER)
        })
    }

    /// Compiles the C# code of `command` against the instance's assemblies. It can use the fields of earlier snippets.
    async fn make(&self, command: &Command, call: &BridgeCall, sessions: &mut Sessions) -> Result<Made, BridgeError> {
        let code = self.code_of(command).await?;
        let (compiling, compiler) = self.compiler()?;
        let references = self.references_of(call, &compiling.references()).await?;
        // Only now, because the answer about the references shows which process is linked.
        sessions.reset_if_new_process(self.session().peer().map(AsRef::as_ref));
        let forgotten = sessions.open(&sessions::session_key(call));
        let session = sessions.get(&sessions::session_key(call));
        let asked = Asked {
            code: &code,
            session: &session.name,
            fields: &session.fields,
            forgotten: &forgotten,
            references: &references,
        };
        compile(compiler, &compiling.folder, asked)
            .await
            .map_err(|problem| outcome::compile_error(command, problem))
    }

    /// Runs a script and returns its log lines and its value as text. A null value is omitted.
    pub(crate) async fn print(&self, command: Command, call: BridgeCall) -> Result<Replied, BridgeError> {
        let Evaluated { output, logs, .. } = self.evaluate(command, call).await?;
        let mut lines: Vec<String> = logs.into_iter().collect();
        if output != "null" {
            lines.push(output);
        }
        Ok(Reply::Printed(lines.join("\n")).into())
    }

    /// Returns the C# code of the command: the code in the command, or the content of a file in the scripts folder.
    async fn code_of(&self, command: &Command) -> Result<String, BridgeError> {
        let path = match command {
            Command::Evaluate { code } => return Ok(code.clone()),
            Command::RunScript { path } => Some(path.clone()),
            _ => None,
        };
        let none = || BridgeError::new(BridgeErrorKind::NotReady, "this host has no scripts folder");
        let scripts = Arc::clone(self.scripts().ok_or_else(none)?);
        blocking(move || scripts.folder.code(path.as_deref())).await?
    }
}
