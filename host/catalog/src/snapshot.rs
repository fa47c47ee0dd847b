//! The published state of the catalog: one immutable value, which each call uses until its end.
//!
//! This module defines the structure and look-ups. `build` creates a snapshot; `publish` decides when.

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

/// Key in a resource's `extra` pairs. Resources with this key are listed after all other resources.
const LISTED_LAST: &str = "unity-tools/listed-last";

/// A bundle that is ready to be served. `B` is the type of the runnable code (`PreparedBundle`).
#[derive(Debug)]
pub(crate) struct Offer<B> {
    pub(crate) id: String,
    pub(crate) digest: String,
    pub(crate) groups: Vec<String>,
    /// The text that the bundle adds to the instructions for agents; `None` if it adds none.
    pub(crate) guide: Option<String>,
    pub(crate) tools: BTreeMap<String, ToolEntry>,
    pub(crate) completions: bool,
    pub(crate) needs: Needs,
    pub(crate) checked: Checked,
    pub(crate) code: Arc<B>,
}

#[derive(Debug)]
pub(crate) struct PublishedTool<B> {
    pub(crate) descriptor: Arc<ToolDescriptor>,
    pub(crate) name: Arc<str>,
    /// Effect of the tool on a running Unity instance; `None` if it is the same as on a project folder.
    pub(crate) on_running_unity: Option<Effect>,
    /// The strongest effect of the tool on any kind of target: it decides whether the tool has the argument `confirm`.
    pub(crate) most: Effect,
    pub(crate) schema: Arc<InputSchema>,
    /// The schema for structured results; `None` if the tool declares none.
    pub(crate) output: Option<Arc<Runnable>>,
    /// False if `[bundles.<id>] tools` excludes the tool: it is not listed, and the policy rejects its calls.
    pub(crate) allowed_here: bool,
    pub(crate) home: Arc<Home<B>>,
    pub(crate) counter: Arc<Counter>,
}

/// The data that all tools, resources and prompts of one bundle share.
#[derive(Debug)]
pub(crate) struct Home<B> {
    pub(crate) id: String,
    pub(crate) digest: String,
    pub(crate) limits: CallLimits,
    pub(crate) completions: bool,
    /// The resources of the bundle for which it may announce changes.
    pub(crate) own: OwnResources,
    /// True if the bundle imports an interface that runs C#.
    pub(crate) evaluates: bool,
    /// The imported functions that change something in Unity; empty if the bundle may also change the host.
    pub(crate) changes: Vec<Function>,
    /// True if the bundle serves a client protocol whose clients depend on the exact error messages.
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

#[derive(Debug)]
pub(crate) struct Snapshot<B> {
    /// The served tools, by comparison key of the name (`names::key`).
    tools: HashMap<String, Arc<PublishedTool<B>>>,
    /// Tools that are known but not served, by `names::key`. Another bundle may serve a tool with the same name.
    withdrawn: HashMap<String, Arc<WithdrawnTool>>,
    resources: HashMap<String, Arc<PublishedResource<B>>>,
    templates: Vec<Arc<PublishedResource<B>>>,
    prompts: HashMap<String, Arc<PublishedPrompt<B>>>,
    pub(crate) homes: Vec<Arc<Home<B>>>,
    pub(crate) views: Views,
    /// The revision of the policy under which the lists for clients (`views`) were created.
    pub(crate) policy_revision: u64,
    /// True if the project was not loaded when these lists were created, so that the instructions do not name it.
    pub(crate) was_loading: bool,
    pub(crate) owners: Owners,
    /// For each bundle in the order of `homes`: the number of its served tools, and a sentence for each part left out.
    pub(crate) notes: Vec<(usize, Vec<String>)>,
    /// The ids of bundles of which no part may be published, each with the reason.
    pub(crate) refused: Vec<(String, String)>,
    /// The ids of bundled tools without the required grants, each with the grant that it needs.
    pub(crate) not_granted: Vec<(String, String)>,
    /// The names in `policy.profile` that select nothing, each with the most similar known name.
    pub(crate) unknown_groups: Vec<UnknownGroup>,
}

/// The settings and other facts, besides the bundles, from which the next published state (snapshot) is built.
pub(crate) struct Surroundings<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) policy: &'a Policy,
    pub(crate) is_loading: bool,
    pub(crate) capabilities: &'a BTreeSet<Capability>,
    pub(crate) counters: &'a Counters,
    /// The tools of bundles that were switched off while they were served.
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
    /// Finds a served tool by its name or portable name, in any letter case.
    pub(crate) fn tool(&self, name: &str) -> Option<&Arc<PublishedTool<B>>> {
        self.tools.get(&names::key(name))
    }

    pub(crate) fn nearest_tool(&self, name: &str) -> Option<&str> {
        nearest(name, self.tools.values().map(|tool| tool.descriptor.name.as_str()))
    }

    pub(crate) fn find_withdrawn(&self, name: &str) -> Option<&Arc<WithdrawnTool>> {
        let key = names::key(name);
        self.withdrawn.get(&key).filter(|_| !self.tools.contains_key(&key))
    }

    /// Finds the resource for `uri`: an exact match, otherwise a matching template, otherwise an exact match of the URI
    /// without its query.
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

    /// Finds a resource template by its text as listed.
    pub(crate) fn template(&self, uri: &str) -> Option<&Arc<PublishedResource<B>>> {
        self.templates.iter().find(|one| one.descriptor.uri == uri)
    }

    pub(crate) fn prompt(&self, name: &str) -> Option<&Arc<PublishedPrompt<B>>> {
        self.prompts.get(name)
    }
}

#[cfg(test)]
mod tests;
