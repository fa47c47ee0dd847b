//! The published state: one immutable value, pinned by each call. Building one is pure.
//!
//! Belongs here: the shape and look-ups. Does not: how offers of bundles become a snapshot (`build`), when one is built
//! (`publish`).

mod build;
mod offer_admission;

use crate::bundle_standing::Needs;
use crate::checked_listing::Checked;
use crate::counters::{Counter, Counters};
use crate::manifest::ToolEntry;
use crate::merge::Owners;
use crate::names;
use crate::options::Settings;
use crate::readable::Reading;
use crate::resource_uri::UriTemplate;
use crate::schema::{InputSchema, Runnable};
use crate::unknown_names::UnknownGroup;
use crate::views::Views;
use crate::withdrawn_tools::WithdrawnTool;
use host_api::similar_names::nearest;
use host_api::{CallLimits, Effect, PromptDescriptor, ResourceDescriptor, ToolDescriptor};
use host_bridge::{Capability, Function};
use host_policy::Policy;
use host_runtime::OwnResources;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Key of a resource's `extra`: the resource is listed after those of all bundles without this key.
const LISTED_LAST: &str = "unity-tools/listed-last";

/// A bundle that is ready to be served. `B` is the runnable code (`PreparedBundle`).
#[derive(Debug)]
pub(crate) struct Offer<B> {
    pub(crate) id: String,
    pub(crate) digest: String,
    /// The groups by which a `Profile` selects the bundle.
    pub(crate) groups: Vec<String>,
    /// The contribution of the bundle to the instructions for agents.
    pub(crate) guide: Option<String>,
    /// The manifest's entries for single tools, by name.
    pub(crate) tools: BTreeMap<String, ToolEntry>,
    pub(crate) completions: bool,
    pub(crate) needs: Needs,
    pub(crate) checked: Checked,
    pub(crate) code: Arc<B>,
}

/// One served tool.
#[derive(Debug)]
pub(crate) struct PublishedTool<B> {
    pub(crate) descriptor: Arc<ToolDescriptor>,
    /// The tool's name, which each call shares.
    pub(crate) name: Arc<str>,
    /// See `ToolEntry::running_unity`.
    pub(crate) on_running_unity: Option<Effect>,
    /// The strongest effect on any kind of target: the listed effect, which also decides about `confirm`.
    pub(crate) most: Effect,
    pub(crate) schema: Arc<InputSchema>,
    /// The schema for structured results.
    pub(crate) output: Option<Arc<Runnable>>,
    /// False if `[bundles.<id>] tools` excludes it: then it is not listed, and gate 1 rejects it.
    pub(crate) allowed_here: bool,
    pub(crate) home: Arc<Home<B>>,
    pub(crate) counter: Arc<Counter>,
}

/// Data that all pieces of one bundle share.
#[derive(Debug)]
pub(crate) struct Home<B> {
    pub(crate) id: String,
    pub(crate) digest: String,
    pub(crate) limits: CallLimits,
    pub(crate) completions: bool,
    /// The resources that it may announce.
    pub(crate) own: OwnResources,
    /// It imports an interface that runs C#.
    pub(crate) evaluates: bool,
    /// Its functions that change something in Unity; empty if it can change anything else as well.
    pub(crate) changes: Vec<Function>,
    /// See `Subject::of_protocol`.
    pub(crate) of_protocol: bool,
    pub(crate) code: Arc<B>,
}

#[derive(Debug)]
pub(crate) struct PublishedResource<B> {
    pub(crate) descriptor: Arc<ResourceDescriptor>,
    pub(crate) reading: Reading,
    template: Option<UriTemplate>,
    pub(crate) home: Arc<Home<B>>,
}

#[derive(Debug)]
pub(crate) struct PublishedPrompt<B> {
    pub(crate) descriptor: Arc<PromptDescriptor>,
    pub(crate) reading: Reading,
    pub(crate) home: Arc<Home<B>>,
}

/// Everything that is served at one moment.
#[derive(Debug)]
pub(crate) struct Snapshot<B> {
    /// By `names::key`.
    tools: HashMap<String, Arc<PublishedTool<B>>>,
    /// By `names::key`; no other bundle may serve such a name meanwhile.
    withdrawn: HashMap<String, Arc<WithdrawnTool>>,
    resources: HashMap<String, Arc<PublishedResource<B>>>,
    templates: Vec<Arc<PublishedResource<B>>>,
    prompts: HashMap<String, Arc<PublishedPrompt<B>>>,
    pub(crate) homes: Vec<Arc<Home<B>>>,
    pub(crate) views: Views,
    /// The policy with which the views were created.
    pub(crate) policy_revision: u64,
    /// The project was not loaded when the views were created: their instructions do not name it.
    pub(crate) was_loading: bool,
    pub(crate) owners: Owners,
    /// For each bundle, in the order of `homes`: how many tools are served, and what was rejected.
    pub(crate) notes: Vec<(usize, Vec<String>)>,
    /// Bundles of which nothing may be published, and why.
    pub(crate) refused: Vec<(String, String)>,
    /// Bundled tools whose required interfaces are not granted, and the grant that they need.
    pub(crate) not_granted: Vec<(String, String)>,
    /// Names in `policy.profile` that select nothing, each with the probable correct name.
    pub(crate) unknown_groups: Vec<UnknownGroup>,
}

/// The inputs of a snapshot besides the bundles.
pub(crate) struct Surroundings<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) policy: &'a Policy,
    /// Whether the bridge's project is not loaded yet.
    pub(crate) is_loading: bool,
    pub(crate) capabilities: &'a BTreeSet<Capability>,
    pub(crate) counters: &'a Counters,
    /// Tools of bundles that were switched off while they were served.
    pub(crate) switched_off: &'a [Arc<WithdrawnTool>],
    pub(crate) instructions: String,
    pub(crate) revision: u64,
}

impl<B> Default for Snapshot<B> {
    fn default() -> Self {
        Self {
            tools: HashMap::new(),
            withdrawn: HashMap::new(),
            resources: HashMap::new(),
            templates: Vec::new(),
            prompts: HashMap::new(),
            homes: Vec::new(),
            views: Views::default(),
            policy_revision: 0,
            was_loading: false,
            owners: Owners::default(),
            notes: Vec::new(),
            refused: Vec::new(),
            not_granted: Vec::new(),
            unknown_groups: Vec::new(),
        }
    }
}

impl<B> Snapshot<B> {
    /// By its own or portable name, case ignored.
    pub(crate) fn tool(&self, name: &str) -> Option<&Arc<PublishedTool<B>>> {
        self.tools.get(&names::key(name))
    }

    /// The served tool whose name is closest to an unknown name.
    pub(crate) fn nearest_tool(&self, name: &str) -> Option<&str> {
        nearest(name, self.tools.values().map(|tool| tool.descriptor.name.as_str()))
    }

    /// A tool that is not served because the operator withdrew it.
    pub(crate) fn find_withdrawn(&self, name: &str) -> Option<&Arc<WithdrawnTool>> {
        let key = names::key(name);
        self.withdrawn.get(&key).filter(|_| !self.tools.contains_key(&key))
    }

    /// The bundle that answers for `uri`: an exact match, then templates, then an exact match on the URI without its
    /// query.
    pub(crate) fn resource(&self, uri: &str) -> Option<&Arc<PublishedResource<B>>> {
        let fits =
            |one: &&Arc<PublishedResource<B>>| one.template.as_ref().is_some_and(|template| template.matches(uri));
        self.resources
            .get(uri)
            .or_else(|| self.templates.iter().find(fits))
            .or_else(|| {
                let (path, _) = uri.split_once('?')?;
                self.resources.get(path)
            })
    }

    /// By the text of a listed template.
    pub(crate) fn template(&self, uri: &str) -> Option<&Arc<PublishedResource<B>>> {
        self.templates.iter().find(|one| one.descriptor.uri == uri)
    }

    pub(crate) fn prompt(&self, name: &str) -> Option<&Arc<PublishedPrompt<B>>> {
        self.prompts.get(name)
    }
}

#[cfg(test)]
mod tests;
