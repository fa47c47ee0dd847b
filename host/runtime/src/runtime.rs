//! The interface of this crate: prepares bundles, runs their exports and returns metrics.

use crate::bundle::{BundleSource, PreparedBundle};
use crate::cache::Cache;
use crate::code::Wanted;
use crate::compile::Compiler;
use crate::engine::{self, SizedEngine, ticker::Ticker};
use crate::exports::GivenCall;
use crate::inner::Inner;
use crate::instances::Instances;
use crate::invoke::{self, Ran, Subject, What};
use crate::jobs::{CallOneTool, CompleteValue, Job, ReadOneResource, RenderPrompt, TellEvent};
use crate::options::{RuntimeError, RuntimeMetrics, RuntimeOptions};
use crate::outcome::Answer;
use crate::plain::call::CallPlain;
use crate::prepare_error::PrepareError;
use crate::{executable, failure, prepare};
use host_api::{BoxFuture, CallError, CallOutcome, Completion, ErrorKind, PromptOutcome, ResourceOutcome};
use host_guest::bindings::current::unity_tools::shared::types::Error;
use host_guest::call::{CompletionQuery, GuestEvent, Invocation, InvocationBase};
use host_guest::guest_memory::GuestMemory;
use host_guest::host_side::Services;
use host_guest::rights::Rights;
use host_guest::state::StateStores;
use host_guest::{HostFacts, HostParts, interfaces};
use host_policy::Permit;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use tokio_util::sync::CancellationToken;
use wasmtime::component::Linker;

/// Prepares the components of bundles and calls their exports. Clones are cheap; dropping the last ends its thread.
#[derive(Clone)]
pub struct Runtime(Arc<Inner>);

impl std::fmt::Debug for Runtime {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Runtime")
            .field("metrics", &self.metrics())
            .finish_non_exhaustive()
    }
}

impl Runtime {
    /// Starts the engine and the thread that interrupts guests. Logs a warning if the cache folder cannot be used.
    ///
    /// # Errors
    /// Fails if the engine does not start, or if the system forbids executable memory, without which no tool can run.
    pub fn new(options: RuntimeOptions, parts: HostParts) -> Result<Self, RuntimeError> {
        if let Some(reason) = executable::forbidden() {
            return Err(RuntimeError::NoExecutableMemory(reason));
        }
        let SizedEngine { engine, places } = engine::start(options.max_instances)?;
        let ticker = Ticker::start(&engine).map_err(RuntimeError::Ticker)?;
        let mut linker = Linker::new(&engine);
        interfaces::link(&mut linker).map_err(|error| RuntimeError::Linker(format!("{error:#}")))?;
        let cache = options
            .cache_dir
            .as_deref()
            .and_then(|folder| Cache::open(folder, options.cache_bytes, &engine))
            .map(Arc::new);
        let compiler = Arc::new(Compiler::new(engine.clone(), options.compile));
        Ok(Self(Arc::new(Inner {
            engine,
            compiler,
            ticker: Arc::new(ticker),
            linker: Arc::new(linker),
            instances: Instances::new(places),
            cache,
            services: Arc::new(Services::new(
                StateStores::new(options.state_dir),
                u64::from(places / 2).max(1),
                GuestMemory::new(options.total_memory),
            )),
            parts: Arc::new(parts),
        })))
    }

    /// Prepares a component from the cache, or from its listing section; `None` if it must be compiled to get its
    /// listing. Blocks only to read files. Must not run on an async worker.
    pub fn prepare_at_once(&self, source: &BundleSource) -> Result<Option<Arc<PreparedBundle>>, PrepareError> {
        Ok(prepare::prepare_uncompiled(&self.0, source)?.map(Arc::new))
    }

    #[cfg(test)]
    pub(crate) fn cache(&self) -> Option<&Cache> {
        self.0.cache.as_deref()
    }

    #[cfg(test)]
    pub(crate) fn engine(&self) -> &wasmtime::Engine {
        &self.0.engine
    }

    /// Records that the list of tools, resources and prompts of `bundle` has no error. After a call of
    /// `keep_what_was_read`, the next start of the host does not check this list again.
    pub fn found_good(&self, bundle: &PreparedBundle) {
        if let (Some(cache), Some(listing)) = (&self.0.cache, bundle.listing) {
            cache.found_good(listing);
        }
    }

    /// Saves the digests of component files and the listings without errors, so that the next start does not read and
    /// check them again. Blocks.
    pub fn keep_what_was_read(&self) {
        if let Some(cache) = &self.0.cache {
            cache.keep_stamps();
            cache.keep_found_good();
        }
    }

    /// Waits until the native code of a bundle that was prepared without compiling is loaded or compiled. The caller
    /// must have a compile permit. Fails if the code cannot be loaded.
    pub async fn compile(&self, bundle: &PreparedBundle) -> Result<(), Arc<PrepareError>> {
        bundle.code.get(Wanted::InTurn).await.map(|_| ())
    }

    /// Reads, checks, compiles and lists one component. Fails if `give_up` is cancelled. Blocks for seconds if a large
    /// component is compiled, so it must not run on an async worker.
    pub fn prepare(
        &self,
        source: &BundleSource,
        give_up: &CancellationToken,
    ) -> Result<Arc<PreparedBundle>, PrepareError> {
        prepare::prepare(&self.0, source, give_up).map(Arc::new)
    }

    /// Calls the component's export `listing` and returns the JSON of a listing section. Blocks as `prepare` does.
    pub(crate) fn section(&self, source: &BundleSource, give_up: &CancellationToken) -> Result<String, PrepareError> {
        prepare::section(&self.0, source, give_up)
    }

    /// Runs one tool. The caller must have validated the arguments by the tool's schema, and gate 1 (the policy check
    /// of calls) must have accepted the call.
    pub fn call_tool<'a>(
        &'a self,
        bundle: &'a Arc<PreparedBundle>,
        permit: Permit,
        call: Invocation,
    ) -> BoxFuture<'a, CallOutcome> {
        Box::pin(self.tool_called(bundle, permit, call))
    }

    async fn tool_called(&self, bundle: &Arc<PreparedBundle>, permit: Permit, call: Invocation) -> CallOutcome {
        let Invocation { tool, arguments, base } = call;
        let what = What::Named("tool", &tool);
        let limits = base.limits;
        if arguments.len() > limits.arguments {
            let (given, most) = (failure::size(arguments.len()), failure::size(limits.arguments));
            let text =
                format!("the arguments of {what} have {given}; at most {most} are passed on (`limits.arguments`)");
            return Err(CallError::new(ErrorKind::TooLarge, text).with_hint(failure::raise("arguments", &bundle.id)));
        }
        let subject = Subject {
            what,
            tool: Arc::clone(&tool),
            arguments: Arc::clone(&arguments),
        };
        let name = Arc::clone(&tool);
        let ran = if bundle.plain {
            let job = CallPlain {
                tool: name,
                arguments,
                most: limits.result,
            };
            // A separate boxed future keeps the future of the more common other calls small.
            Box::pin(invoke::run(&self.0, bundle, permit, subject, base, job)).await?
        } else {
            let job = CallOneTool(GivenCall { name, arguments });
            invoke::run(&self.0, bundle, permit, subject, base, job).await?
        };
        let Ran {
            answer,
            mut notes,
            was_executed,
        } = ran;
        let converted = what.answer(&bundle.id, limits.result);
        match answer {
            Ok(result) => {
                if was_executed {
                    notes.push(failure::EXECUTED_BEFORE.to_owned());
                }
                converted.tool(result, notes)
            }
            Err(error) => {
                let error = converted.error(error, notes);
                Err(if was_executed {
                    failure::executed_before(error)
                } else {
                    error
                })
            }
        }
    }

    /// Reads one resource by calling the bundle. `permit` is the accepted policy check, with the effect `Read`.
    pub fn read_resource<'a>(
        &'a self,
        bundle: &'a Arc<PreparedBundle>,
        permit: Permit,
        uri: String,
        base: InvocationBase,
    ) -> BoxFuture<'a, ResourceOutcome> {
        Box::pin(async move {
            let what = What::Named("resource", &uri);
            let subject = Subject::new(what, "resource", &serde_json::json!({"uri": uri}));
            let job = ReadOneResource(uri.clone());
            self.run_job(bundle, permit, subject, base, job, |answer, found| {
                answer.resource(found)
            })
            .await
        })
    }

    /// Renders one prompt by calling the bundle. `permit` is the accepted policy check, with the effect `Read`.
    pub fn get_prompt<'a>(
        &'a self,
        bundle: &'a Arc<PreparedBundle>,
        permit: Permit,
        name: String,
        arguments: Vec<(String, String)>,
        base: InvocationBase,
    ) -> BoxFuture<'a, PromptOutcome> {
        Box::pin(async move {
            let what = What::Named("prompt", &name);
            let subject = Subject::new(what, "prompt", &serde_json::json!({"name": name}));
            let job = RenderPrompt {
                name: name.clone(),
                arguments,
            };
            self.run_job(bundle, permit, subject, base, job, |answer, found| answer.prompt(found))
                .await
        })
    }

    /// Lets the bundle complete an argument's value. `permit` is the accepted policy check, with the effect `Read`.
    pub fn complete<'a>(
        &'a self,
        bundle: &'a Arc<PreparedBundle>,
        permit: Permit,
        query: CompletionQuery,
        base: InvocationBase,
    ) -> BoxFuture<'a, Result<Completion, CallError>> {
        Box::pin(async move {
            let argument = query.argument.clone();
            let what = What::Named("completion of", &argument);
            let subject = Subject::new(what, "completion", &serde_json::json!({"argument": argument}));
            let job = CompleteValue(query);
            self.run_job(bundle, permit, subject, base, job, |answer, found| {
                answer.completion(found)
            })
            .await
        })
    }

    /// Sends an event to a bundle that exports `events`. `permit` is the accepted policy check, with the effect `Read`.
    pub fn handle_event<'a>(
        &'a self,
        bundle: &'a Arc<PreparedBundle>,
        permit: Permit,
        event: GuestEvent,
        base: InvocationBase,
    ) -> BoxFuture<'a, Result<(), CallError>> {
        Box::pin(async move {
            let subject = Subject::new(What::Event, "event", &serde_json::Value::Null);
            invoke::run(&self.0, bundle, permit, subject, base, TellEvent(event)).await?;
            Ok(())
        })
    }

    async fn run_job<J, G, T>(
        &self,
        bundle: &Arc<PreparedBundle>,
        permit: Permit,
        subject: Subject<'_>,
        base: InvocationBase,
        job: J,
        convert: impl FnOnce(&Answer<'_>, G) -> Result<T, CallError>,
    ) -> Result<T, CallError>
    where
        J: Job<Answer = Result<G, Error>>,
    {
        let (what, limit) = (subject.what, base.limits.result);
        let Ran { answer, notes, .. } = invoke::run(&self.0, bundle, permit, subject, base, job).await?;
        let converted = what.answer(&bundle.id, limit);
        answer.map_or_else(
            |error| Err(converted.error(error, notes)),
            |found| convert(&converted, found),
        )
    }

    /// Sets the operator's settings of all bundles, by bundle id. Running calls are checked again at their next import.
    /// Bundles without an entry have the default settings.
    pub fn set_rights(&self, rights: BTreeMap<String, Rights>) {
        self.0.services.set_rights(rights);
    }

    /// Returns true if the key-value store of this bundle has content or a file. Blocks.
    pub fn keeps_state(&self, bundle: &str) -> bool {
        self.0.services.states.keeps(bundle)
    }

    /// Sets the facts about the host that the import `policy-view.host` returns.
    pub fn set_host_facts(&self, facts: HostFacts) {
        // The value stays valid after a panic, because it is replaced in one step.
        *self.0.services.facts.write().unwrap_or_else(PoisonError::into_inner) = facts;
    }

    /// Returns the current gauges and counters of this runtime, such as the number of running guests.
    pub fn metrics(&self) -> RuntimeMetrics {
        let (running, waiting) = self.0.instances.gauges();
        RuntimeMetrics {
            instances: running.into(),
            parked: self.0.services.parked.load(Ordering::Relaxed),
            waiting: waiting.into(),
            memory: self.0.services.memory.used_bytes() as u64,
            memory_limit: self.0.services.memory.limit() as u64,
            capacity: self.0.instances.total().into(),
            guest_lines_dropped: self.0.services.guest_lines_dropped.load(Ordering::Relaxed),
        }
    }
}

impl<'a> Subject<'a> {
    fn new(what: What<'a>, tool: &str, arguments: &serde_json::Value) -> Self {
        Self {
            what,
            tool: Arc::from(tool),
            arguments: Arc::from(arguments.to_string()),
        }
    }
}

impl What<'_> {
    fn answer<'a>(&'a self, bundle: &'a str, limit: usize) -> Answer<'a> {
        Answer {
            what: self,
            bundle,
            limit,
        }
    }
}

#[cfg(test)]
mod tests;
