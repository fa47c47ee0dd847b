//! Resolves names that several bundles claim. Order of precedence: a bundled tool, then the bundle that already serves
//! the name, then the bundle that was seen first. A new bundle never takes a served name.
//!
//! Pure functions: the input is the bundle ids with their claimed names, in the order in which bundles were first seen.

use std::collections::BTreeMap;

/// The names of the tools, resources and prompts that one bundle offers. Only one bundle can serve a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claims {
    pub(crate) bundle: String,
    /// True for a bundled tool. Bundled tools have precedence, even if another bundle was ready first.
    pub(crate) bundled: bool,
    /// The tool names of the bundle, in the order in which the bundle lists them.
    pub(crate) tools: Vec<Claim>,
    pub(crate) resources: Vec<Claim>,
    pub(crate) prompts: Vec<Claim>,
}

#[derive(Clone, Debug)]
pub(crate) struct Claim {
    /// Key for comparing this name with names of other bundles. Of names with the same key, only one can be served.
    pub(crate) key: String,
    /// The name of the tool, resource or prompt as the bundle spells it.
    pub(crate) name: String,
}

/// The bundle that serves each name of a tool, resource or prompt: the bundle's id by the comparison key of the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Owners {
    pub(crate) tools: BTreeMap<String, String>,
    pub(crate) resources: BTreeMap<String, String>,
    pub(crate) prompts: BTreeMap<String, String>,
}

/// The tools, resources and prompts of one bundle that are served, as indices into the lists of its `Claims`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Served {
    pub(crate) tools: Vec<usize>,
    pub(crate) resources: Vec<usize>,
    pub(crate) prompts: Vec<usize>,
    /// One sentence for each name that is not served because another bundle serves it, with the names of both bundles.
    pub(crate) refusals: Vec<String>,
}

/// Decides which bundle serves each name. Returns the served names, and the new owners; `incumbents` are the old ones.
pub(crate) fn merge(bundles: &[Claims], incumbents: &Owners) -> (Vec<Served>, Owners) {
    let mut served = vec![Served::default(); bundles.len()];
    let owners = Owners {
        tools: settle(
            "tool",
            bundles,
            |b| &b.tools,
            &incumbents.tools,
            &mut served,
            |s| &mut s.tools,
        ),
        resources: settle(
            "resource",
            bundles,
            |b| &b.resources,
            &incumbents.resources,
            &mut served,
            |s| &mut s.resources,
        ),
        prompts: settle(
            "prompt",
            bundles,
            |b| &b.prompts,
            &incumbents.prompts,
            &mut served,
            |s| &mut s.prompts,
        ),
    };
    (served, owners)
}

fn settle(
    kind: &str,
    bundles: &[Claims],
    claims: fn(&Claims) -> &Vec<Claim>,
    incumbents: &BTreeMap<String, String>,
    served: &mut [Served],
    list: fn(&mut Served) -> &mut Vec<usize>,
) -> BTreeMap<String, String> {
    let mut owners: BTreeMap<String, String> = BTreeMap::new();
    for own in [true, false] {
        for serves_already in [true, false] {
            for bundle in bundles.iter().filter(|bundle| bundle.bundled == own) {
                for claim in claims(bundle) {
                    if !serves_already || incumbents.get(&claim.key) == Some(&bundle.bundle) {
                        owners.entry(claim.key.clone()).or_insert_with(|| bundle.bundle.clone());
                    }
                }
            }
        }
    }
    for (bundle, served) in bundles.iter().zip(served) {
        let mut own: BTreeMap<&str, &str> = BTreeMap::new();
        for (at, claim) in claims(bundle).iter().enumerate() {
            let owner = &owners[&claim.key];
            if *owner != bundle.bundle {
                served.refusals.push(format!(
                    "{kind} `{}` of bundle `{}` is not served: bundle `{owner}` serves that name, or one that clients show alike, \
                     already; rename one of them or set `[bundles.{owner}] enabled = false`",
                    claim.name, bundle.bundle
                ));
            } else if let Some(first) = own.insert(&claim.key, &claim.name) {
                own.insert(&claim.key, first);
                served.refusals.push(format!(
                    "{kind} `{}` of bundle `{}` is not served: the same bundle lists `{first}` before it; rename one of them",
                    claim.name, bundle.bundle
                ));
            } else {
                list(served).push(at);
            }
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn bundle(id: &str, tools: &[&str]) -> Claims {
        Claims {
            bundle: id.to_owned(),
            tools: tools
                .iter()
                .map(|&name| Claim {
                    key: crate::names::folded(name),
                    name: name.to_owned(),
                })
                .collect(),
            ..Claims::default()
        }
    }

    #[test]
    fn first_claim_of_name_wins_and_refusal_names_both_bundles() {
        let bundles = [
            bundle("a", &["scene.dump", "GetStatus"]),
            bundle("b", &["Scene_Dump", "Other"]),
        ];
        let (served, owners) = merge(&bundles, &Owners::default());
        assert_eq!(served[0].tools, [0, 1]);
        assert_eq!(served[1].tools, [1]);
        let refusal = &served[1].refusals[0];
        assert!(
            refusal.contains("`Scene_Dump`") && refusal.contains("`a`") && refusal.contains("`b`"),
            "{refusal}"
        );
        assert_eq!(owners.tools["scene_dump"], "a");
    }

    #[test]
    fn earlier_bundle_does_not_replace_current_owner_of_a_name() {
        let (_, owners) = merge(&[bundle("old", &["A"]), bundle("young", &["B"])], &Owners::default());
        let (served, owners) = merge(&[bundle("old", &["A", "B"]), bundle("young", &["B"])], &owners);
        assert_eq!(
            (served[0].tools.as_slice(), served[1].tools.as_slice()),
            ([0].as_slice(), [0].as_slice())
        );
        assert!(served[0].refusals[0].contains("`young`"));
        // When the younger bundle drops the name, the older one serves it.
        let (served, _) = merge(&[bundle("old", &["A", "B"]), bundle("young", &[])], &owners);
        assert_eq!(served[0].tools, [0, 1]);
    }

    #[test]
    fn host_bundle_always_owns_its_names() {
        let own = || Claims {
            bundled: true,
            ..bundle("own", &["GetStatus"])
        };
        let (_, early) = merge(&[bundle("early", &["GetStatus"])], &Owners::default());
        assert_eq!(early.tools["getstatus"], "early");
        for bundles in [
            [bundle("early", &["GetStatus"]), own()],
            [own(), bundle("early", &["GetStatus"])],
        ] {
            let (served, owners) = merge(&bundles, &early);
            assert_eq!(owners.tools["getstatus"], "own");
            let early = bundles.iter().position(|one| one.bundle == "early").expect("there");
            assert!(served[early].tools.is_empty() && served[early].refusals[0].contains("bundle `own`"));
        }
    }

    #[test]
    fn serves_first_of_duplicate_names_in_a_bundle() {
        let names = ["x.y", "x_y", "X-y", "xy"];
        let (served, _) = merge(&[bundle("a", &names)], &Owners::default());
        assert_eq!(served[0].tools, [0, 3]);
        assert_eq!(served[0].refusals.len(), 2, "each refusal is reported");
        assert!(served[0].refusals.iter().all(|refusal| refusal.contains("`x.y`")));
    }

    proptest! {
        /// At start: bundles become ready in any order, and no bundle is an incumbent until all are ready.
        #[test]
        fn names_move_only_to_earlier_bundles_during_startup(
            order in Just((0..5_usize).collect::<Vec<_>>()).prop_shuffle(),
            claims in prop::collection::vec(prop::collection::btree_set("[a-c]", 0..3), 5),
        ) {
            let all: Vec<Claims> = claims.iter().enumerate().map(|(at, names)| {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                bundle(&format!("b{at}"), &names)
            }).collect();
            let mut before = Owners::default();
            for ready in 1..=order.len() {
                let present: Vec<Claims> = (0..all.len()).filter(|at| order[..ready].contains(at)).map(|at| all[at].clone()).collect();
                let (_, now) = merge(&present, &Owners::default());
                let newcomer = format!("b{}", order[ready - 1]);
                for (name, owner) in &before.tools {
                    let next = &now.tools[name];
                    prop_assert!(next == owner || next < owner && *next == newcomer, "{name}: from {owner} to {next}");
                }
                before = now;
            }
            for (name, owner) in &before.tools {
                let first = all.iter().find(|one| one.tools.iter().any(|claim| claim.key == *name));
                prop_assert_eq!(Some(owner), first.map(|one| &one.bundle));
            }
        }

        #[test]
        fn serves_each_claimed_name_once_and_keeps_its_owner(
            before in prop::collection::vec(prop::collection::vec("[a-d][._]?[a-c]?", 0..6), 1..5),
            after in prop::collection::vec(prop::collection::vec("[a-d][._]?[a-c]?", 0..6), 1..5),
        ) {
            let build = |all: &[Vec<String>]| -> Vec<Claims> {
                all.iter().enumerate().map(|(n, names)| {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    bundle(&format!("b{n}"), &names)
                }).collect()
            };
            let (before, after) = (build(&before), build(&after));
            let (_, owners) = merge(&before, &Owners::default());
            let (served, next) = merge(&after, &owners);
            let claimed: BTreeSet<&String> = after.iter().flat_map(|b| b.tools.iter().map(|c| &c.key)).collect();
            let mut seen = BTreeSet::new();
            for (bundle, served) in after.iter().zip(&served) {
                prop_assert_eq!(served.tools.len() + served.refusals.len(), bundle.tools.len());
                for at in &served.tools {
                    prop_assert!(seen.insert(&bundle.tools[*at].key), "served twice");
                }
            }
            prop_assert_eq!(&seen, &claimed);
            for (key, owner) in &owners.tools {
                let still = after.iter().any(|b| b.bundle == *owner && b.tools.iter().any(|c| c.key == *key));
                if still {
                    prop_assert_eq!(&next.tools[key], owner);
                }
            }
        }
    }
}
