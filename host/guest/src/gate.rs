//! Gate 2, the policy check of import calls, and the only code that sends commands to Unity.
//!
//! The bridge (the connection to Unity) is a private field of this module. Every command is counted, is allowed by the
//! call's permit under the current policy, or is rejected with an audit line.

mod call_subject;
mod command_keys;
mod policy_change;
mod refusals;
mod shown_objects;

pub use call_subject::{About, Identity};

use crate::fault::{BadValue, Fault, unexpected};
use crate::notes::Notes;
use crate::parts::HostParts;
use crate::state::KeyValues;
use crate::store::{CallState, Stop, Stopped};
use host_api::{Access, AskRequest, AuditRecord, AuditStage, CallContext, Effect, Interface, Question, Refusal};
use host_bridge::{
    BridgeState, CallKey, Capability, Command, CommandKind, CommandNumbers, Function, LoadProgress, ObjectId, Origin,
    Payload, Reply, SelectedTarget, UnityBridge, UnityState,
};
use host_policy::{Permit, Policy, Step};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

/// The policy check of import calls (gate 2) for one call: its permit, and the connection to Unity.
pub struct Gate {
    parts: Arc<HostParts>,
    bridge: Arc<dyn UnityBridge>,
    permit: Option<Permit>,
    about: About,
    origin: Option<Arc<Origin>>,
    key: Option<Arc<CallKey>>,
    load_progress: Option<LoadProgress>,
    numbers: CommandNumbers,
    /// Notes of the connection to Unity (the bridge) for the caller, besides the result.
    pub diagnostics: Notes,
    /// Number of changes that Unity confirmed to this call.
    pub changes: u32,
    /// The function of a change that was sent to Unity and has no reply yet; `None` without one.
    pub unanswered: Option<&'static str>,
    /// Ids of the objects that this call created.
    made: BTreeSet<ObjectId>,
    /// True after the check, before the first change of the call, that the objects which the user approved did not
    /// change since. The check is not repeated, because the call itself may change them.
    is_as_shown: bool,
    /// True if the guest called a function that changes something. The host must then never repeat the tool call.
    has_written: bool,
    /// A copy of the bundle's store for a rehearsal (a dry run before the user is asked); `None` otherwise.
    tried_store: Option<Arc<KeyValues>>,
}

impl Gate {
    /// Creates the policy check for one call. Without a permit, it rejects every import, as for listing components.
    pub fn new(parts: Arc<HostParts>, permit: Option<Permit>, about: About) -> Self {
        let bridge = about.unity.as_ref().map_or(&parts.bridge, |one| &one.bridge);
        Self {
            bridge: Arc::clone(bridge),
            parts,
            permit,
            about,
            origin: None,
            key: None,
            load_progress: None,
            numbers: CommandNumbers::default(),
            diagnostics: Notes::default(),
            changes: 0,
            unanswered: None,
            made: BTreeSet::new(),
            is_as_shown: false,
            has_written: false,
            tried_store: None,
        }
    }

    /// Returns true for a rehearsal: a dry run before the user is asked, whose changes are all discarded.
    pub(crate) fn is_rehearsal(&self) -> bool {
        self.about.plans.is_some()
    }

    pub(crate) fn has_key(&self) -> bool {
        self.about.idempotency_key.is_some()
    }

    pub(crate) fn tried_store(&mut self) -> &mut Option<Arc<KeyValues>> {
        &mut self.tried_store
    }

    /// Records that the call changes the bundle's store, so that the host must not run the call again.
    pub(crate) fn writes(&mut self) {
        self.has_written = true;
    }

    pub(crate) fn ask_request(&self, questions: Vec<Question>) -> AskRequest {
        AskRequest {
            questions,
            digest: SelectedTarget::basis(self.about.unity.as_ref(), &self.about.component.digest),
            policy_revision: self.policy().revision,
            has_written: self.has_written,
        }
    }

    pub(crate) fn policy(&self) -> Arc<Policy> {
        self.parts.policy.load()
    }

    pub(crate) fn capabilities(&self) -> BTreeSet<Capability> {
        self.bridge.capabilities()
    }

    /// Returns the state of the Unity instance if it executes no commands now.
    pub fn busy_unity(&self) -> Option<UnityState> {
        match self.bridge.state() {
            BridgeState::Unity(state) if !state.activity.accepts_commands() => Some(state),
            _ => None,
        }
    }

    pub fn bundle(&self) -> &str {
        &self.about.component.bundle
    }

    /// Returns the component and the tool, which the log names as the source of the guest's output.
    pub fn speaker(&self) -> (&Arc<Identity>, &Arc<str>) {
        (&self.about.component, &self.about.tool)
    }

    pub fn tool(&self) -> &str {
        &self.about.tool
    }

    fn audit_refusal(
        &self,
        context: &CallContext,
        effect: Effect,
        access: Option<&Access>,
        object: Option<ObjectId>,
        refusal: &Refusal,
        since: Instant,
    ) {
        if !effect.changes_something() {
            return;
        }
        let object = object.map(|object| object.to_string());
        let record = AuditRecord {
            stage: AuditStage::Gate2,
            call: context.id,
            caller: &self.about.caller,
            bundle: &self.about.component.bundle,
            digest: &self.about.component.digest,
            tool: &self.about.tool,
            effect,
            arguments: &self.about.arguments,
            access,
            object: object.as_deref(),
            rule: refusal.rule,
            outcome: "denied",
            elapsed: since.elapsed(),
        };
        if let Err(error) = self.parts.audit.write(&record) {
            // The write is rejected even without an audit line.
            tracing::error!(call = %context.id, %error, "a refused write left no audit line");
        }
    }

    fn origin(&mut self) -> Arc<Origin> {
        let origin = self.origin.take().unwrap_or_else(|| {
            Arc::new(Origin {
                caller: self.about.caller.clone(),
                bundle: Arc::clone(&self.about.component.bundle),
                digest: Arc::clone(&self.about.component.digest),
                tool: Arc::clone(&self.about.tool),
                effect: self.permit.as_ref().map_or(Effect::Read, Permit::effect),
                arguments: Arc::clone(&self.about.arguments),
            })
        });
        Arc::clone(self.origin.insert(origin))
    }
}

impl CallState {
    fn audit_refusal(&self, access: &Access, object: Option<ObjectId>, refusal: &Refusal, since: Instant) {
        self.gate
            .audit_refusal(&self.host.context, access.effect, Some(access), object, refusal, since);
    }

    /// Checks that the call is still allowed, because permissions may have changed while it waited for its start.
    pub fn start(&self) -> Result<(), Refusal> {
        let Some(permit) = &self.gate.permit else {
            return Ok(());
        };
        self.may_go_on(permit, None).inspect_err(|refusal| {
            self.gate
                .audit_refusal(&self.host.context, permit.effect(), None, None, refusal, Instant::now());
        })
    }

    /// Checks that settings and policy still allow the call (gate 1). `import` is `None` before the guest starts.
    fn may_go_on(&self, permit: &Permit, import: Option<Interface>) -> Result<(), Refusal> {
        self.host
            .services
            .may(&self.gate.about.component, permit.piece(), import)?;
        self.gate.parts.policy.look(|policy| permit.check_valid(policy))
    }

    fn judge(&self, permit: &Permit, import: Interface, access: &Access) -> Result<(), Refusal> {
        self.may_go_on(permit, Some(import))?;
        self.gate.parts.policy.look(|policy| permit.check(policy, access))
    }

    /// Counts a call of an imported function that needs neither Unity nor a policy rule, and checks that the bundle may
    /// still use it. Otherwise ends the guest, because these functions cannot return an error.
    pub(crate) fn enter(&mut self, interface: Interface, function: &'static str, bytes: usize) -> wasmtime::Result<()> {
        let permit = self.begin(interface, function, bytes)?;
        let Err(refusal) = self.may_go_on(&permit, Some(interface)) else {
            return Ok(());
        };
        self.stop = Some(Stop::TakenBack(refusal));
        Err(Stopped.into())
    }

    /// Starts every import call: logs and counts it, and ends the guest if it is only being listed.
    fn begin(&mut self, interface: Interface, function: &'static str, bytes: usize) -> wasmtime::Result<Permit> {
        tracing::debug!(target: "hop", call = %self.host.context.id, hop = "guest.import", interface = interface.name(), function);
        let Some(permit) = self.gate.permit.clone() else {
            self.stop = Some(Stop::WhileListing {
                import: format!("{interface}.{function}"),
            });
            return Err(Stopped.into());
        };
        self.count(1, bytes)?;
        Ok(permit)
    }

    /// Checks that a change is within the user's approval: the plan, the files, the shown objects, the number of steps.
    async fn step(&mut self, permit: &Permit, access: &Access, command: &Command) -> Result<Option<Step>, Refusal> {
        let Some(agreed) = permit.approval_for(access) else {
            return Ok(None);
        };
        // In a repeated call with the same key, the bridge only returns the first result of each executed command.
        let action = agreed.action(&(self.gate.numbers.count() + 1, command));
        if agreed.is_done(action) {
            return Ok(None);
        }
        if let Some(planned) = agreed.plan(action, command.plan()) {
            return planned.map(Some);
        }
        agreed.files(match command {
            Command::SaveFiles { files, .. } => Some(files.as_slice()),
            _ => None,
        })?;
        let objects = command.objects();
        if objects.is_empty() && agreed.names_objects() {
            return Err(agreed.no_object(access));
        }
        self.as_shown(agreed).await?;
        for object in objects {
            let id = object.to_string();
            if agreed.covers_id(&id) || self.gate.made.contains(&object) {
                continue;
            }
            // The arguments may contain the path or the name of the object instead of its id.
            let Some(card) = self.card(object).await else {
                return Err(agreed.other_object(&id));
            };
            if !agreed.covers(&card.path, &card.name) {
                return Err(agreed.other_object(&format!("{id} ({})", card.path)));
            }
        }
        agreed.step(action).map(Some)
    }

    /// Executes a command in Unity after gate 2, the policy check of import calls. The command determines the import.
    pub(crate) async fn unity<T: Payload>(&mut self, bytes: usize, command: Command) -> Result<T, Fault> {
        let (interface, function) = command.import();
        self.payload(interface, function, bytes, Ok(command)).await
    }

    /// Like [`Self::unity`], for a command from guest values that may be invalid. `function` is the called import.
    pub(crate) async fn unity_if<T: Payload>(
        &mut self,
        function: Function,
        bytes: usize,
        command: Result<Command, BadValue>,
    ) -> Result<T, Fault> {
        let used = command.as_ref().map_or(function, Command::function);
        debug_assert_eq!(used, function, "an import is named after another one's command");
        let (interface, function) = command.as_ref().map_or_else(|_| function.import(), Command::import);
        self.payload(interface, function, bytes, command).await
    }

    /// Like [`Self::unity`], for a command that the host needs to execute the guest's call of `import`.
    pub(crate) async fn unity_for<T: Payload>(
        &mut self,
        import: Function,
        bytes: usize,
        command: Result<Command, BadValue>,
    ) -> Result<T, Fault> {
        let (interface, function) = import.import();
        self.payload(interface, function, bytes, command).await
    }

    async fn payload<T: Payload>(
        &mut self,
        interface: Interface,
        function: &'static str,
        bytes: usize,
        command: Result<Command, BadValue>,
    ) -> Result<T, Fault> {
        let (asked, reply) = self.reply(interface, function, bytes, command).await?;
        T::from_reply(reply).ok_or_else(|| unexpected(asked.method()))
    }

    /// Executes a command and returns its reply of any type. It is not generic, so that it is compiled only once.
    async fn reply(
        &mut self,
        interface: Interface,
        function: &'static str,
        bytes: usize,
        command: Result<Command, BadValue>,
    ) -> Result<(Function, Reply), Fault> {
        let permit = self.begin(interface, function, bytes)?;
        // This precedes the policy check, so that no operator loosens the policy for an invalid value.
        let command = command.map_err(BadValue::answer)?.checked()?;
        let (asked, since) = (command.function(), Instant::now());
        let access = self.gate.bridge.access(&command);
        let judged = match self.judge(&permit, interface, &access) {
            Ok(()) => self.step(&permit, &access, &command).await,
            Err(refusal) => Err(refusal),
        };
        let step = match judged {
            Ok(step) => step,
            Err(refusal) => return Err(self.reject(&permit, &access, &command, refusal, since)),
        };
        if self.gate.load_progress.is_none() {
            self.gate.load_progress = self.host.load_progress();
        }
        let changes = access.effect.changes_something();
        let kind = match changes {
            true => CommandKind::Write,
            false if asked.plans_write() => CommandKind::Plan,
            false => CommandKind::Read,
        };
        let deadline = self.clock.deadline().clone();
        let call = self.gate.bridge_call(&self.host.context, deadline, kind);
        if changes {
            self.gate.has_written = true;
            self.gate.unanswered = Some(function);
        }
        let bridge = Arc::clone(&self.gate.bridge);
        let answer = self.clock.host_work(bridge.execute(command, call)).await;
        self.gate.unanswered = None;
        if let (Some(step), Err(error)) = (step, &answer)
            && error.kind.leaves_all_as_it_was()
        {
            step.give_back();
        }
        let replied = answer?;
        if changes {
            self.gate.changes += 1;
        }
        if let Reply::Created(object) = &replied.reply {
            self.gate.made.insert(*object);
        }
        match (&replied.reply, &self.gate.about.plans) {
            (Reply::Plan(plan), Some(plans)) => plans.add(plan),
            (Reply::FileChanges(files), Some(plans)) => plans.set_files(files),
            _ => {}
        }
        self.gate.diagnostics.extend(replied.diagnostics);
        self.count(0, replied.reply.weight())?;
        Ok((asked, replied.reply))
    }
}
