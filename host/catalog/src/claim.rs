//! Decides whether a folder may use the bundle id that it claims. Pure functions.
//!
//! `slots` decides between two existing folders with the same id; `id_owners` stores the owner of an id.

use crate::folders::Candidate;
use crate::manifest::Manifest;
use crate::options::Settings;
use std::path::Path;

/// Returns the reason why the folder may not use the id of its `manifest`; `None` if it may. Configuration for an id
/// (grants, limits) and data stored under it belong to the folder that was first served under this id. The check passes
/// if neither exists, or if the operator identifies the bundle by `folder` or `digest`.
pub(crate) fn problem(candidate: &Candidate, manifest: &Manifest, settings: &Settings) -> Option<String> {
    let (folder, id) = (candidate.folder.display(), &manifest.id);
    let own = settings.for_bundle(id);
    if let Some(named) = &own.folder {
        let is_meant = lies_in(&candidate.folder, &candidate.real, named);
        if is_meant {
            return None;
        }
        return Some(format!(
            "{folder}: `[bundles.{id}] folder` gives the id `{id}` to {}; give this one another `id`",
            named.display()
        ));
    }
    let elsewhere = candidate.elsewhere.as_ref().filter(|_| own.digest.is_none())?;
    let left = match (settings.bundles.contains_key(id), elsewhere.keeps_state) {
        (true, true) => format!("what `[bundles.{id}]` says and what it stored"),
        (true, false) => format!("what `[bundles.{id}]` says"),
        (false, true) => "what it stored".to_owned(),
        (false, false) => return None,
    };
    Some(format!(
        "{folder}: bundle id `{id}` belongs to {}, and with it {left}; give this one another `id`, or write `[bundles.{id}] \
         folder = {:?}` if it is to have that",
        elsewhere.owner,
        candidate.folder.display().to_string()
    ))
}

/// True if the folder is the folder `named` in the configuration, by its given path or by its resolved path `real`.
pub(crate) fn lies_in(folder: &Path, real: &Path, named: &Path) -> bool {
    folder == named || real == named
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders::Fingerprint;
    use crate::id_owners::Elsewhere;
    use crate::options::BundleSettings;
    use std::path::PathBuf;

    fn claimed_id(elsewhere: Option<Elsewhere>, of_id: Option<BundleSettings>) -> Option<String> {
        let manifest = Manifest::parse("id = \"x\"\ncomponent = \"x.wasm\"").expect("a good manifest");
        let candidate = Candidate {
            folder: "/b".into(),
            real: "/real/b".into(),
            bundled: false,
            embedded: None,
            own_scheme: false,
            elsewhere,
            manifest: Ok(manifest.clone()),
            fingerprint: Fingerprint::default(),
        };
        let settings = Settings {
            bundles: of_id.map(|own| ("x".to_owned(), own)).into_iter().collect(),
            ..Settings::default()
        };
        problem(&candidate, &manifest, &settings)
    }

    #[test]
    fn rejects_id_of_another_folder_if_state_or_settings_exist() {
        let elsewhere = |keeps_state| {
            Some(Elsewhere {
                owner: "/a".to_owned(),
                keeps_state,
            })
        };
        let plain = || Some(BundleSettings::default());
        assert_eq!(claimed_id(None, plain()), None);
        assert_eq!(claimed_id(elsewhere(false), None), None, "nothing would be taken over");
        for (keeps_state, section, what) in [
            (true, None, "with it what it stored"),
            (false, plain(), "with it what `[bundles.x]` says;"),
            (true, plain(), "says and what it stored"),
        ] {
            let told = claimed_id(elsewhere(keeps_state), section).expect(what);
            assert!(told.contains("belongs to /a") && told.contains(what), "{told}");
            assert!(told.contains("`[bundles.x] folder = \"/b\"`"), "{told}");
        }
        let pinned = BundleSettings {
            digest: Some("0".repeat(64)),
            ..BundleSettings::default()
        };
        assert_eq!(
            claimed_id(elsewhere(true), Some(pinned)),
            None,
            "those bytes are meant, wherever they lie"
        );
    }

    #[test]
    fn assigns_id_only_to_the_configured_folder() {
        let named = |folder: &str| {
            Some(BundleSettings {
                folder: Some(PathBuf::from(folder)),
                ..BundleSettings::default()
            })
        };
        let elsewhere = Some(Elsewhere {
            owner: "/a".to_owned(),
            keeps_state: true,
        });
        for folder in ["/b", "/real/b"] {
            assert_eq!(claimed_id(elsewhere.clone(), named(folder)), None);
        }
        let told = claimed_id(None, named("/a")).expect("another one is named");
        assert!(told.contains("gives the id `x` to /a"), "{told}");
    }
}
