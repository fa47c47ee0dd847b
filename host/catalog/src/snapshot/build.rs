//! Builds the next snapshot from the offers of bundles.
//!
//! This module selects and lists tools, resources and prompts. `merge` decides which bundle owns a name.

use super::offer_admission::Admitted;
use super::{Home, LISTED_LAST, Offer, PublishedPrompt, PublishedResource, PublishedTool, Snapshot, Surroundings};
use crate::bundle_standing::{self, Standing};
use crate::checked_listing::{Checked, CheckedResource, CheckedTool};
use crate::listing;
use crate::manifest::ToolEntry;
use crate::merge::{self, Claims, Owners, Served};
use crate::names;
use crate::options::Settings;
use crate::readable::Reading;
use crate::unknown_names::UnknownGroup;
use crate::views::Views;
use crate::withdrawn_tools::WithdrawnTool;
use host_api::{CatalogView, Extra, Profile, Rule, is_for_agents};
use host_policy::{Piece, Policy};
use host_runtime::OwnResources;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// A bundle while the next published state is built: its prepared data, publishable tools, and names to serve.
struct Bundle<'a, B> {
    offer: &'a Offer<B>,
    tools: &'a [&'a Arc<CheckedTool>],
    served: &'a Served,
    home: Arc<Home<B>>,
}

impl<B> Snapshot<B> {
    /// Builds the next published state from the prepared bundles. `offers` is in the order in which the bundles were
    /// first seen, and all ids differ. `incumbents` are the owners of names in the last snapshot.
    pub(crate) fn build(offers: &[Arc<Offer<B>>], incumbents: &Owners, mut around: Surroundings<'_>) -> Self {
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
            instructions: std::mem::take(&mut around.instructions),
            tier: around.policy.current_tier().to_owned(),
            ..CatalogView::default()
        };
        // Listed by bundle id, so that the order does not depend on which bundle was loaded first.
        let mut all: Vec<_> = offers.iter().zip(&served).collect();
        all.sort_by(|(a, _), (b, _)| a.offer.id.cmp(&b.offer.id));
        for (admitted, served) in all {
            next.add_bundle(admitted, served, &around, &mut view);
        }
        let resources = offers.iter().flat_map(|one| &one.offer.checked.resources);
        let last: HashSet<&str> = resources
            .filter(|resource| resource.spec.extra.iter().any(|(key, _)| key == LISTED_LAST))
            .map(|resource| resource.spec.uri.as_str())
            .collect();
        // A stable sort keeps the order of bundles within both groups.
        view.resources
            .sort_by_key(|resource| last.contains(resource.uri.as_str()));
        let profile = Profile::parse(around.policy.profile.as_deref().unwrap_or_default());
        let unknown = profile.unknown(&view).into_iter();
        let unknown = unknown.map(|(name, meant)| UnknownGroup {
            name: name.to_owned(),
            meant,
        });
        next.unknown_groups = unknown.collect();
        next.views = Views::new(view, profile);
        next
    }

    fn add_bundle(
        &mut self,
        Admitted { offer, tools, note }: &Admitted<'_, B>,
        served: &Served,
        around: &Surroundings<'_>,
        view: &mut CatalogView,
    ) {
        view.completions |= offer.completions;
        view.groups.insert(offer.id.clone(), offer.groups.clone());
        view.guides
            .extend(offer.guide.clone().map(|guide| (offer.id.clone(), guide)));
        let bundle = Bundle {
            offer,
            tools,
            served,
            home: Arc::new(home(offer, served, around.settings)),
        };
        self.add_tools(&bundle, around, view);
        self.add_readables(&bundle, around, view);
        let mut notes: Vec<String> = note.iter().chain(&offer.checked.problems).cloned().collect();
        notes.extend(served.refusals.iter().cloned());
        self.notes.push((served.tools.len(), notes));
        self.homes.push(bundle.home);
    }

    fn add_tools(&mut self, bundle: &Bundle<'_, B>, around: &Surroundings<'_>, view: &mut CatalogView) {
        let offer = bundle.offer;
        let settings = around.settings.for_bundle(&offer.id);
        let unset = ToolEntry::default();
        for tool in bundle.served.tools.iter().map(|at| bundle.tools[*at]) {
            let published = Arc::new(PublishedTool {
                descriptor: Arc::new(listing::tool(
                    &offer.id,
                    offer.tools.get(&tool.spec.name).unwrap_or(&unset),
                    tool,
                    around.capabilities,
                )),
                name: Arc::from(tool.spec.name.as_str()),
                on_running_unity: tool.on_running_unity,
                most: tool.strongest_effect(),
                schema: Arc::clone(&tool.input),
                output: tool.output.clone(),
                allowed_here: settings.allows(&Piece::Tool(tool.spec.name.clone())),
                home: Arc::clone(&bundle.home),
                counter: around.counters.tool_counter(&tool.spec.name),
            });
            if is_listed(around.policy, &published) {
                view.tools.push(Arc::clone(&published.descriptor));
            }
            self.tools.insert(names::key(&tool.spec.name), published);
        }
    }

    fn add_readables(&mut self, bundle: &Bundle<'_, B>, around: &Surroundings<'_>, view: &mut CatalogView) {
        let Bundle {
            offer, served, home, ..
        } = bundle;
        let settings = around.settings.for_bundle(&offer.id);
        let categories = offer.checked.tools.iter().map(|tool| tool.spec.category.clone());
        let of_tools: Arc<BTreeSet<String>> = Arc::new(categories.collect());
        let reading = |piece, extra: &Extra| Reading::new(&offer.id, piece, extra, &settings, &of_tools);
        for resource in served.resources.iter().map(|at| &offer.checked.resources[*at]) {
            let reading = reading(Piece::Resource(resource.spec.uri.clone()), &resource.spec.extra);
            let resource = self.add_resource(resource, reading, home);
            if resource.reading.is_readable(around.policy) {
                view.resources.push(Arc::clone(&resource.descriptor));
            }
        }
        for spec in served.prompts.iter().map(|at| &offer.checked.prompts[*at]) {
            let prompt = Arc::new(PublishedPrompt {
                descriptor: Arc::new(listing::prompt(&offer.id, spec)),
                reading: reading(Piece::Prompt(spec.name.clone()), &spec.extra),
                home: Arc::clone(home),
            });
            if prompt.reading.is_readable(around.policy) {
                view.prompts.push(Arc::clone(&prompt.descriptor));
            }
            self.prompts.insert(spec.name.clone(), prompt);
        }
    }

    /// Returns the prepared bundles that the settings permit at least in part; records the others with the reason.
    fn admit<'a>(&mut self, offers: &'a [Arc<Offer<B>>], settings: &Settings) -> Vec<Admitted<'a, B>> {
        let mut admitted = Vec::with_capacity(offers.len());
        for offer in offers {
            let all = &offer.checked.tools;
            let withdrawn = |tools: &[&Arc<CheckedTool>], rule, remedy: Option<&str>| {
                WithdrawnTool::withdraw(&offer.id, &offer.digest, tools.iter().copied(), rule, remedy)
            };
            match bundle_standing::decide(&offer.id, &offer.needs, &offer.checked, &settings.for_bundle(&offer.id)) {
                Standing::Served {
                    tools,
                    withdrawn: kept_back,
                    remedy,
                    note,
                } => {
                    self.withdraw(withdrawn(&kept_back, Rule::BundlesGrants, remedy.as_deref()));
                    admitted.push(Admitted { offer, tools, note });
                }
                Standing::Refused { rule, reason, remedy } => {
                    self.withdraw(withdrawn(&all.iter().collect::<Vec<_>>(), rule, remedy.as_deref()));
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

fn home<B>(offer: &Offer<B>, served: &Served, settings: &Settings) -> Home<B> {
    let imports = &offer.needs.imports;
    Home {
        id: offer.id.clone(),
        digest: offer.digest.clone(),
        limits: settings.limits_of(&offer.id),
        completions: offer.completions,
        own: own_resources(&offer.checked, &served.resources),
        evaluates: imports.iter().any(|import| import.contains("/console-eval")),
        changes: offer.needs.changes(),
        of_protocol: !offer.groups.is_empty() && !is_for_agents(&offer.groups),
        code: Arc::clone(&offer.code),
    }
}

/// True if the tool is listed under `policy`. A tool above the current tier is listed, so that a client learns the
/// required tier.
fn is_listed<B>(policy: &Policy, tool: &PublishedTool<B>) -> bool {
    tool.allowed_here && !policy.disabled_categories.contains(&tool.descriptor.category)
}

/// Returns the resources for which a bundle may announce changes. They match URIs in the same way as reads.
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
