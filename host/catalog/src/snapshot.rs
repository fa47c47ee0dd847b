//! The published state: one immutable value, pinned by each call. Building one is pure.
//!
//! Belongs here: the shape, look-ups, and how offers of bundles become a snapshot. Does not: when one is built
//! (`publish`).

mod admitted;

use self::admitted::Admitted;
use crate::checked::{Checked, CheckedResource, CheckedTool};
use crate::counters::{Counter, Counters};
use crate::listing;
use crate::manifest::ToolEntry;
use crate::merge::{self, Claims, Owners};
use crate::names;
use crate::options::Settings;
use crate::readable::Reading;
use crate::resource_uri::UriTemplate;
use crate::schema::{InputSchema, Runnable};
use crate::standing::{self, Needs, Standing};
use crate::views::Views;
use crate::withdrawn::WithdrawnTool;
use host_api::near::nearest;
use host_api::{
    CallLimits, CatalogView, Effect, Extra, Profile, PromptDescriptor, ResourceDescriptor, Rule, ToolDescriptor,
    is_for_agents,
};
use host_bridge::{Capability, Function};
use host_policy::{Piece, Policy};
use host_runtime::OwnResources;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// Key of a resource's `extra`: the resource is listed after those of all bundles without this key.
const LISTED_LAST: &str = "unity-tools/listed-last";

/// A bundle that is ready to be served. `B` is the runnable code (`PreparedBundle`).
#[derive(Debug)]
pub(crate) struct Offer<B> {
    pub(crate) id: String,
    pub(crate) digest: String,
    /// See `Profile`.
    pub(crate) groups: Vec<String>,
    /// Its contribution to the instructions.
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
    pub(crate) unknown_groups: Vec<(String, Option<String>)>,
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
    pub(crate) fn withdrawn(&self, name: &str) -> Option<&Arc<WithdrawnTool>> {
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

    /// Builds the next snapshot from `offers`, in the order in which the bundles were first seen; their ids differ.
    pub(crate) fn build(offers: &[Arc<Offer<B>>], incumbents: &Owners, around: Surroundings<'_>) -> Self {
        let mut next = Self {
            policy_revision: around.policy.revision,
            was_loading: around.is_loading,
            ..Self::default()
        };
        next.withdraw(around.switched_off.iter().cloned());
        let offers = next.admit(offers, around.settings);
        let claims: Vec<Claims> = offers.iter().map(Admitted::claims).collect();
        let (served, owners) = merge::merge(&claims, incumbents);
        next.owners = owners;
        let mut view = CatalogView {
            revision: around.revision,
            instructions: around.instructions,
            tier: around.policy.current_tier().to_owned(),
            ..CatalogView::default()
        };
        let resources = offers.iter().flat_map(|one| &one.offer.checked.resources);
        let last: HashSet<&str> = resources
            .filter(|resource| resource.spec.extra.iter().any(|(key, _)| key == LISTED_LAST))
            .map(|resource| resource.spec.uri.as_str())
            .collect();
        // Listed by bundle id, so that the order does not depend on which bundle was loaded first.
        let mut order: Vec<usize> = (0..offers.len()).collect();
        order.sort_by(|a, b| offers[*a].offer.id.cmp(&offers[*b].offer.id));
        for at in order {
            let (Admitted { offer, tools, note }, served) = (&offers[at], &served[at]);
            let settings = around.settings.of(&offer.id);
            let home = Arc::new(Home {
                id: offer.id.clone(),
                digest: offer.digest.clone(),
                limits: around.settings.limits_of(&offer.id),
                completions: offer.completions,
                own: own_resources(&offer.checked, &served.resources),
                evaluates: offer
                    .needs
                    .imports
                    .iter()
                    .any(|import| import.contains("/console-eval")),
                changes: offer.needs.changes(),
                of_protocol: !offer.groups.is_empty() && !is_for_agents(&offer.groups),
                code: Arc::clone(&offer.code),
            });
            view.completions |= offer.completions;
            view.groups.insert(offer.id.clone(), offer.groups.clone());
            view.guides
                .extend(offer.guide.clone().map(|guide| (offer.id.clone(), guide)));
            let groups_of = |tool: &CheckedTool| offer.tools.get(&tool.spec.name).map(|entry| entry.groups.clone());
            for tool in served.tools.iter().map(|at| tools[*at]) {
                let published = Arc::new(PublishedTool {
                    descriptor: Arc::new(listing::tool(
                        &offer.id,
                        groups_of(tool).unwrap_or_default(),
                        tool,
                        around.capabilities,
                    )),
                    name: Arc::from(tool.spec.name.as_str()),
                    on_running_unity: tool.on_running_unity,
                    most: tool.most(),
                    schema: Arc::clone(&tool.input),
                    output: tool.output.clone(),
                    allowed_here: settings.serves(&Piece::Tool(tool.spec.name.clone())),
                    home: Arc::clone(&home),
                    counter: around.counters.of(&tool.spec.name),
                });
                if is_listed(around.policy, &published) {
                    view.tools.push(Arc::clone(&published.descriptor));
                }
                next.tools.insert(names::key(&tool.spec.name), published);
            }
            let of_tools: Arc<BTreeSet<String>> = Arc::new(
                offer
                    .checked
                    .tools
                    .iter()
                    .map(|tool| tool.spec.category.clone())
                    .collect(),
            );
            let reading = |piece, extra: &Extra| Reading::new(&offer.id, piece, extra, &settings, &of_tools);
            for resource in served.resources.iter().map(|at| &offer.checked.resources[*at]) {
                let reading = reading(Piece::Resource(resource.spec.uri.clone()), &resource.spec.extra);
                let resource = next.add_resource(resource, reading, &home);
                if resource.reading.is_readable(around.policy) {
                    view.resources.push(Arc::clone(&resource.descriptor));
                }
            }
            for spec in served.prompts.iter().map(|at| &offer.checked.prompts[*at]) {
                let prompt = Arc::new(PublishedPrompt {
                    descriptor: Arc::new(listing::prompt(&offer.id, spec)),
                    reading: reading(Piece::Prompt(spec.name.clone()), &spec.extra),
                    home: Arc::clone(&home),
                });
                if prompt.reading.is_readable(around.policy) {
                    view.prompts.push(Arc::clone(&prompt.descriptor));
                }
                next.prompts.insert(spec.name.clone(), prompt);
            }
            let mut notes: Vec<String> = note.iter().chain(&offer.checked.problems).cloned().collect();
            notes.extend(served.refusals.iter().cloned());
            next.notes.push((served.tools.len(), notes));
            next.homes.push(home);
        }
        // A stable sort keeps the order of bundles within both groups.
        view.resources
            .sort_by_key(|resource| last.contains(resource.uri.as_str()));
        let profile = Profile::parse(around.policy.profile.as_deref().unwrap_or_default());
        let unknown = profile.unknown(&view).into_iter();
        next.unknown_groups = unknown.map(|(name, near)| (name.to_owned(), near)).collect();
        next.views = Views::new(view, profile);
        next
    }

    /// The offers of which the operator's settings leave something; the others are recorded with the reason.
    fn admit<'a>(&mut self, offers: &'a [Arc<Offer<B>>], settings: &Settings) -> Vec<Admitted<'a, B>> {
        let mut admitted = Vec::with_capacity(offers.len());
        for offer in offers {
            let all = &offer.checked.tools;
            let withdrawn = |tools: &[&Arc<CheckedTool>], rule, remedy: Option<&str>| {
                WithdrawnTool::of(&offer.id, &offer.digest, tools.iter().copied(), rule, remedy)
            };
            match standing::of(&offer.id, &offer.needs, &offer.checked, &settings.of(&offer.id)) {
                Standing::Served {
                    tools,
                    withdrawn: kept_back,
                    note,
                } => {
                    self.withdraw(withdrawn(&kept_back, Rule::BundlesGrants, None));
                    admitted.push(Admitted { offer, tools, note });
                }
                Standing::Refused { rule, reason } => {
                    self.withdraw(withdrawn(&all.iter().collect::<Vec<_>>(), rule, None));
                    self.refused.push((offer.id.clone(), reason));
                }
                Standing::Off { rule, remedy } => {
                    self.withdraw(withdrawn(&all.iter().collect::<Vec<_>>(), rule, Some(&remedy)));
                    if rule == Rule::BundlesGrants {
                        self.not_granted.push((offer.id.clone(), remedy));
                    }
                }
            }
        }
        admitted
    }

    fn withdraw(&mut self, tools: impl IntoIterator<Item = Arc<WithdrawnTool>>) {
        let tools = tools.into_iter().map(|tool| (names::key(tool.name()), tool));
        self.withdrawn.extend(tools);
    }

    fn add_resource(
        &mut self,
        resource: &CheckedResource,
        reading: Reading,
        home: &Arc<Home<B>>,
    ) -> Arc<PublishedResource<B>> {
        let published = Arc::new(PublishedResource {
            descriptor: Arc::new(listing::resource(&home.id, resource)),
            reading,
            template: resource.template.clone(),
            home: Arc::clone(home),
        });
        if published.template.is_some() {
            self.templates.push(Arc::clone(&published));
        } else {
            self.resources.insert(resource.spec.uri.clone(), Arc::clone(&published));
        }
        published
    }
}

/// Whether the tool is listed under `policy`. A tool above the tier is, so that a client learns the tier it needs.
fn is_listed<B>(policy: &Policy, tool: &PublishedTool<B>) -> bool {
    tool.allowed_here && !policy.disabled_categories.contains(&tool.descriptor.category)
}

/// The resources with which a bundle is served, found by URI as for a reader.
fn own_resources(checked: &Checked, served: &[usize]) -> OwnResources {
    let mut exact = HashSet::new();
    let mut templates = Vec::new();
    for resource in served.iter().map(|at| &checked.resources[*at]) {
        match &resource.template {
            Some(template) => templates.push(template.clone()),
            None => _ = exact.insert(resource.spec.uri.clone()),
        }
    }
    OwnResources::new(move |uri| {
        let path = uri.split_once('?').map_or(uri, |(path, _)| path);
        exact.contains(uri) || exact.contains(path) || templates.iter().any(|template| template.matches(uri))
    })
}

#[cfg(test)]
mod tests;
