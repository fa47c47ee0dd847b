//! Names in `[bundles]` that mean nothing here: a misspelt one would silently be without effect. Pure.

use crate::options::Settings;
use host_api::Interface;
use host_api::near::{did_you_mean, nearest};
use std::collections::BTreeSet;

/// One sentence for each section that names no bundle and each grant that names no interface.
pub(crate) fn names(settings: &Settings, known: &BTreeSet<&str>) -> Vec<String> {
    let mut problems = Vec::new();
    for (id, of_bundle) in &settings.bundles {
        if !known.contains(id.as_str()) {
            let meant = meant(nearest(id, known.iter().copied()));
            problems.push(format!("`[bundles.{id}]` names no bundle that is here{meant}"));
        }
        for grant in of_bundle.grants.names() {
            if Interface::named(grant).is_none() {
                let name = grant.split('@').next().unwrap_or(grant);
                let meant = meant(nearest(name, Interface::all().map(Interface::name)));
                problems.push(format!(
                    "`[bundles.{id}] grants` names `{grant}`, which is no interface of this host{meant}"
                ));
            }
        }
    }
    problems
}

fn meant(nearest: Option<&str>) -> String {
    did_you_mean(nearest.map(|name| format!("`{name}`"))).map_or_else(String::new, |hint| format!("; {hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::BundleSettings;
    use host_runtime::Grants;

    #[test]
    fn the_nearest_name_is_told() {
        let own = |grants| BundleSettings {
            grants,
            ..BundleSettings::default()
        };
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let good = list(&["unity-tools:unity/objects-edit@0.1.0"]);
        let wrong = Grants::Narrowed {
            allow: Some(good.clone()),
            deny: list(&["unity-tools:unity/object-edit", "acme:x/y"]),
        };
        let settings = Settings {
            bundles: [
                ("object".to_owned(), own(Grants::Beyond(good))),
                ("selection".to_owned(), own(wrong)),
            ]
            .into(),
            ..Settings::default()
        };
        assert_eq!(
            names(&settings, &["objects", "selection"].into()),
            [
                "`[bundles.object]` names no bundle that is here; did you mean `objects`?",
                "`[bundles.selection] grants` names `unity-tools:unity/object-edit`, which is no interface of this host; did you \
                 mean `unity-tools:unity/objects-edit`?",
                "`[bundles.selection] grants` names `acme:x/y`, which is no interface of this host",
            ]
        );
    }
}
