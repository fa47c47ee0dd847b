//! Gate 2, the permission check of every import call, and the only access from an import to Unity.
//!
//! The bridge is a private field in this file. Each use of it was counted and was allowed by the call's permit under
//! the current policy. Each rejection was written to the audit log.

mod call_subject;
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
    BridgeCall, CallKey, Capability, Command, CommandKey, Function, LoadProgress, ObjectId, Origin, Payload, Reply,
    SelectedTarget, UnityBridge,
};
use host_policy::{Permit, Policy, Step};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

/// The permit of one call, and the bridge, which the call can use only through this gate.
pub struct Gate {
    parts: Arc<HostParts>,
    /// The bridge to the target of this call.
    bridge: Arc<dyn UnityBridge>,
    permit: Option<Permit>,
    about: About,
    origin: Option<Arc<Origin>>,
    key: Option<Arc<CallKey>>,
    load_progress: Option<LoadProgress>,
    commands: u32,
    /// Notes from the bridge for the caller.
    pub diagnostics: Notes,
    /// Number of changes that Unity has confirmed.
    pub changes: u32,
    /// The function of a change that was sent to Unity and has no reply yet; `None` if there is none.
    pub unanswered: Option<&'static str>,
    /// The objects that this call has created.
    made: BTreeSet<ObjectId>,
    /// True after the first change found the objects as the user saw them. Later, this call may move them.
    is_as_shown: bool,
    /// True after a call of an import that writes, with any outcome. The tool call must not be run again then.
    has_written: bool,
    /// A copy of the guest's store with the changes of a rehearsal; `None` in a real call or before its first use.
    tried_store: Option<Arc<KeyValues>>,
}

impl Gate {
    /// Creates the gate of one call. Without a permit, it rejects every import; this is used for listings.
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
            commands: 0,
            diagnostics: Notes::default(),
            changes: 0,
            unanswered: None,
            made: BTreeSet::new(),
            is_as_shown: false,
            has_written: false,
            tried_store: None,
        }
    }

    /// Returns true if this is a rehearsal: a dry run before the user is asked, whose effects are all discarded.
    pub(crate) fn is_rehearsal(&self) -> bool {
        self.about.plans.is_some()
    }

    /// Returns true if the client sent an idempotency key, so that it may repeat the call.
    pub(crate) fn has_key(&self) -> bool {
        self.about.idempotency_key.is_some()
    }

    /// Returns the copy of the guest's store for a rehearsal; `None` before its first use.
    pub(crate) fn tried_store(&mut self) -> &mut Option<Arc<KeyValues>> {
        &mut self.tried_store
    }

    /// Records that the guest's store was changed, so that the call must not be run again.
    pub(crate) fn writes(&mut self) {
        self.has_written = true;
    }

    /// Creates a request to the client with the questions and the state on which their answers depend.
    pub(crate) fn ask_request(&self, questions: Vec<Question>) -> AskRequest {
        AskRequest {
            questions,
            digest: SelectedTarget::basis(self.about.unity.as_ref(), &self.about.component.digest),
            policy_revision: self.policy().revision,
            has_written: self.has_written,
        }
    }

    /// Returns the active policy.
    pub(crate) fn policy(&self) -> Arc<Policy> {
        self.parts.policy.load()
    }

    /// The current capabilities of the bridge.
    pub(crate) fn capabilities(&self) -> BTreeSet<Capability> {
        self.bridge.capabilities()
    }

    pub fn bundle(&self) -> &str {
        &self.about.component.bundle
    }

    /// Returns the component and the tool, which the log names as the source of the guest's lines.
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
            // The write is rejected in any case.
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

    fn call_key(&mut self, context: &CallContext) -> Arc<CallKey> {
        let key = self.key.take().unwrap_or_else(|| {
            let about = &self.about;
            let given = about.idempotency_key.clone();
            let (bundle, tool) = (&about.component.bundle, &about.tool);
            Arc::new(CallKey::new(&about.caller, bundle, tool, given, context.id))
        });
        Arc::clone(self.key.insert(key))
    }

    fn bridge_call(&mut self, context: &CallContext, deadline: Instant) -> BridgeCall {
        self.commands += 1;
        let number = self.commands;
        BridgeCall {
            id: context.id,
            origin: Some(self.origin()),
            cancel: context.cancel.clone(),
            deadline: Some(deadline),
            key: CommandKey {
                call: self.call_key(context),
                number,
            },
            fate: Arc::default(),
            progress: self.load_progress.clone(),
        }
    }
}

impl CallState {
    fn audit_refusal(&self, access: &Access, object: Option<ObjectId>, refusal: &Refusal, since: Instant) {
        self.gate
            .audit_refusal(&self.host.context, access.effect, Some(access), object, refusal, since);
    }

    /// Checks the permission again before the guest runs. The operator may have revoked it while the call waited for a
    /// free instance or for the user.
    pub fn start(&self) -> Result<(), Refusal> {
        let Some(permit) = &self.gate.permit else {
            return Ok(());
        };
        self.may_go_on(permit, None).inspect_err(|refusal| {
            self.gate
                .audit_refusal(&self.host.context, permit.effect(), None, None, refusal, Instant::now());
        })
    }

    /// Checks that the operator's settings still allow this call: the rights of its bundle, and then gate 1 again.
    /// `import` is the interface that the guest calls; `None` before the first import call.
    fn may_go_on(&self, permit: &Permit, import: Option<Interface>) -> Result<(), Refusal> {
        self.host
            .services
            .may(&self.gate.about.component, permit.piece(), import)?;
        self.gate.parts.policy.look(|policy| permit.check_valid(policy))
    }

    /// Performs the check of gate 2: the operator's settings, and the permit under the current policy. `import` is the
    /// interface that the guest calls.
    fn judge(&self, permit: &Permit, import: Interface, access: &Access) -> Result<(), Refusal> {
        self.may_go_on(permit, Some(import))?;
        self.gate.parts.policy.look(|policy| permit.check(policy, access))
    }

    /// Checks a call of an import that does not use Unity. If the call is not allowed any more, the guest is ended,
    /// because the function cannot return an error.
    pub(crate) fn enter(&mut self, interface: Interface, function: &'static str, bytes: usize) -> wasmtime::Result<()> {
        let permit = self.begin(interface, function, bytes)?;
        let Err(refusal) = self.may_go_on(&permit, Some(interface)) else {
            return Ok(());
        };
        self.stop = Some(Stop::TakenBack(refusal));
        Err(Stopped.into())
    }

    /// Begins every call of a `unity-tools:*` import: counts it, logs it, and rejects it while a component is listed.
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

    /// Limits an approved call to what the user approved: the number of steps, the shown objects, and created objects.
    async fn step(&mut self, permit: &Permit, access: &Access, command: &Command) -> Result<Option<Step>, Refusal> {
        let Some(agreed) = permit.approval_for(access) else {
            return Ok(None);
        };
        // A repeated call with the same key: the bridge has the first result of each executed command, and does not
        // execute it twice.
        let action = agreed.action(&(self.gate.commands + 1, command));
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
            // The arguments may name the object by its path or its name.
            let Some(card) = self.card(object).await else {
                return Err(agreed.other_object(&id));
            };
            if !agreed.covers(&card.path, &card.name) {
                return Err(agreed.other_object(&format!("{id} ({})", card.path)));
            }
        }
        agreed.step(action).map(Some)
    }

    /// Sends a command to Unity after the check of gate 2. The command determines the function that was called.
    pub(crate) async fn unity<T: Payload>(&mut self, bytes: usize, command: Command) -> Result<T, Fault> {
        let (interface, function) = command.import();
        self.payload(interface, function, bytes, Ok(command)).await
    }

    /// Like [`Self::unity`], for guest values that may be invalid. `function` is the one that the guest called.
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

    /// Like [`Self::unity`], for a command that the host itself sends while the guest calls `import`.
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

    /// Returns the reply without a check of its type. It is not generic, so that it is compiled only once.
    async fn reply(
        &mut self,
        interface: Interface,
        function: &'static str,
        bytes: usize,
        command: Result<Command, BadValue>,
    ) -> Result<(Function, Reply), Fault> {
        let permit = self.begin(interface, function, bytes)?;
        // Before the policy: no operator should loosen it for an invalid value.
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
        let call = self.gate.bridge_call(&self.host.context, self.clock.deadline());
        let changes = access.effect.changes_something();
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
