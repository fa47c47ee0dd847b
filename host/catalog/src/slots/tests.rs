//! Tests scans of folders that change, with constructed candidates and results.

use super::*;
use crate::bundle_standing::Needs;
use crate::checked_listing::Checked;
use crate::folders::Fingerprint;
use crate::options::BundleSettings;

/// Creates a folder with a valid manifest. `version` represents the state of its files.
fn candidate(folder: &str, id: &str, version: &str) -> Candidate {
    let text = format!("id = \"{id}\"\ncomponent = \"{id}.wasm\"\nversion = \"{version}\"");
    Candidate {
        folder: folder.into(),
        real: folder.into(),
        bundled: false,
        embedded: None,
        own_scheme: true,
        elsewhere: None,
        manifest: Ok(Manifest::parse(&text).expect("a good manifest")),
        fingerprint: Fingerprint::default(),
    }
}

fn broken_candidate(folder: &str) -> Candidate {
    let problem = Manifest::parse("id = 1").expect_err("a text is needed");
    Candidate {
        manifest: Err(crate::manifest::ManifestError {
            file: format!("{folder}/bundle.toml").into(),
            problem,
        }),
        ..candidate(folder, "x", "1.0.0")
    }
}

fn prepared(job: &Job, result: Result<(), &str>) -> Prepared<()> {
    let offer = |()| {
        Arc::new(Offer {
            id: job.manifest.id.clone(),
            digest: job.manifest.version.clone().unwrap_or_default(),
            groups: Vec::new(),
            guide: None,
            tools: Default::default(),
            completions: false,
            needs: Needs::default(),
            checked: Checked::default(),
            code: Arc::new(()),
        })
    };
    Prepared {
        job: job.clone(),
        result: result.map(offer).map_err(str::to_owned),
        took: Duration::ZERO,
        files_changed: false,
        needs_compiling: false,
    }
}

struct Scene {
    slots: Slots<()>,
    settings: Settings,
    now: Instant,
}

impl Scene {
    fn new() -> Self {
        Self {
            slots: Slots::new(),
            settings: Settings::default(),
            now: Instant::now(),
        }
    }

    fn look(&mut self, candidates: &[Candidate]) -> Changes {
        self.slots.look(candidates, &self.settings, self.now)
    }

    /// Scans the candidates, and finishes all resulting jobs successfully.
    fn load(&mut self, candidates: &[Candidate]) {
        for job in self.look(candidates).jobs {
            assert!(self.slots.finish(prepared(&job, Ok(()))));
        }
    }

    /// Returns the folder and the version of each served offer.
    fn served(&self) -> Vec<(&str, &str)> {
        let served = |slot: &'_ Slot<()>| slot.serving.as_ref().map(|offer| offer.digest.clone());
        self.slots
            .0
            .iter()
            .filter(|slot| served(slot).is_some())
            .map(|slot| {
                let folder = slot.folder.to_str().expect("plain names");
                (folder, slot.serving.as_ref().map_or("", |offer| offer.digest.as_str()))
            })
            .collect()
    }
}

#[test]
fn prepares_folder_again_only_if_it_changed() {
    let mut scene = Scene::new();
    scene.load(&[candidate("a", "a", "1.0.0")]);
    assert!(scene.look(&[candidate("a", "a", "1.0.0")]).jobs.is_empty());
    assert_eq!(scene.look(&[candidate("a", "a", "2.0.0")]).jobs.len(), 1);
    assert!(!scene.slots.idle());
}

#[test]
fn keeps_old_version_on_failure_and_drops_outdated_results() {
    let mut scene = Scene::new();
    scene.load(&[candidate("a", "a", "1.0.0")]);
    let second = scene.look(&[candidate("a", "a", "2.0.0")]).jobs.remove(0);
    let third = scene.look(&[candidate("a", "a", "3.0.0")]).jobs.remove(0);
    assert!(
        !scene.slots.finish(prepared(&second, Ok(()))),
        "the files changed again in between"
    );
    assert!(scene.slots.finish(prepared(&third, Err("no component"))));
    assert_eq!(scene.served(), [("a", "1.0.0")]);
    assert_eq!(scene.slots.0[0].problem.as_deref(), Some("no component"));
    scene.look(&[broken_candidate("a")]);
    assert_eq!(scene.served(), [("a", "1.0.0")]);
    assert!(
        scene.slots.0[0]
            .problem
            .as_ref()
            .expect("a problem")
            .contains("bundle.toml")
    );
    scene.load(&[candidate("a", "a", "4.0.0")]);
    assert_eq!(scene.served(), [("a", "4.0.0")]);
    assert_eq!(scene.slots.0[0].problem, None);
}

#[test]
fn rejects_second_folder_with_same_id_until_first_is_removed() {
    let mut scene = Scene::new();
    let (first, second) = (|| candidate("z", "same", "1.0.0"), || candidate("a", "same", "2.0.0"));
    scene.load(&[first()]);
    scene.load(&[second(), first()]);
    assert_eq!(scene.served(), [("z", "1.0.0")]);
    let problem = scene.slots.0[1].problem.clone().expect("refused");
    assert!(problem.contains("a: bundle id `same` is taken by z"), "{problem}");
    scene.look(&[second()]);
    scene.now += GRACE;
    let changes = scene.look(&[second()]);
    assert!(changes.retired);
    assert!(scene.slots.finish(prepared(&changes.jobs[0], Ok(()))));
    assert_eq!(scene.served(), [("a", "2.0.0")]);
}

#[test]
fn configured_folder_replaces_current_owner_of_the_id() {
    let mut scene = Scene::new();
    // The last is the second folder by another path.
    let linked = Candidate {
        real: "b".into(),
        ..candidate("link", "same", "3.0.0")
    };
    let all = [candidate("a", "same", "1.0.0"), candidate("b", "same", "2.0.0"), linked];
    scene.load(&all);
    assert_eq!(scene.served(), [("a", "1.0.0")]);
    let named = BundleSettings {
        folder: Some("b".into()),
        ..BundleSettings::default()
    };
    scene.settings.bundles.insert("same".to_owned(), named);
    let changes = scene.look(&all);
    assert!(
        changes.retired && scene.served().is_empty(),
        "withdrawn before the other one is ready"
    );
    assert_eq!(changes.jobs.len(), 1);
    assert!(scene.slots.finish(prepared(&changes.jobs[0], Ok(()))));
    assert_eq!(scene.served(), [("b", "2.0.0")]);
    let told = |at: usize| scene.slots.0[at].problem.clone().expect("refused");
    assert!(told(0).contains("gives the id `same` to b"), "{}", told(0));
    assert!(told(2).contains("is taken by b"), "{}", told(2));
}

#[test]
fn prepares_only_first_of_two_new_folders_with_same_id() {
    let mut scene = Scene::new();
    let changes = scene.look(&[candidate("a", "same", "1.0.0"), candidate("b", "same", "2.0.0")]);
    assert_eq!(changes.jobs.len(), 1);
    assert_eq!(changes.jobs[0].folder, PathBuf::from("a"));
}

#[test]
fn keeps_bundle_if_its_files_vanish_only_briefly() {
    let mut scene = Scene::new();
    scene.load(&[candidate("a", "a", "1.0.0")]);
    let changes = scene.look(&[]);
    assert_eq!((changes.retired, changes.look_after), (false, Some(GRACE)));
    assert_eq!(scene.served(), [("a", "1.0.0")]);
    scene.now += GRACE * 2;
    scene.load(&[candidate("a", "a", "2.0.0")]);
    assert_eq!(scene.served(), [("a", "2.0.0")]);
    scene.look(&[]);
    scene.now += GRACE;
    assert!(scene.look(&[]).retired);
    assert!(scene.served().is_empty());
}

#[test]
fn retires_disabled_bundle_despite_broken_manifest_or_claimed_id() {
    let off = |id: &str| {
        let settings = BundleSettings {
            enabled: false,
            ..BundleSettings::default()
        };
        (id.to_owned(), settings)
    };
    let mut scene = Scene::new();
    scene.load(&[candidate("a", "a", "1.0.0")]);
    scene.look(&[broken_candidate("a")]);
    assert_eq!(scene.served(), [("a", "1.0.0")]);
    scene.settings.bundles.extend([off("a")]);
    assert!(scene.look(&[broken_candidate("a")]).retired);
    assert!(scene.served().is_empty());

    let mut scene = Scene::new();
    scene.load(&[candidate("a", "a", "1.0.0"), candidate("b", "b", "1.0.0")]);
    let renamed = || [candidate("a", "b", "2.0.0"), candidate("b", "b", "1.0.0")];
    scene.look(&renamed());
    assert_eq!(scene.served(), [("a", "1.0.0"), ("b", "1.0.0")]);
    scene.settings.bundles.extend([off("a")]);
    assert!(scene.look(&renamed()).retired);
    assert_eq!(scene.served(), [("b", "1.0.0")]);
}

#[test]
fn retires_disabled_bundle_and_restores_it_if_enabled() {
    let mut scene = Scene::new();
    scene.load(&[candidate("a", "a", "1.0.0")]);
    let off = BundleSettings {
        enabled: false,
        ..BundleSettings::default()
    };
    scene.settings.bundles.insert("a".into(), off);
    assert!(scene.look(&[candidate("a", "a", "1.0.0")]).retired);
    assert!(scene.served().is_empty());
    scene.settings.bundles.clear();
    scene.load(&[candidate("a", "a", "1.0.0")]);
    assert_eq!(scene.served(), [("a", "1.0.0")]);
}

#[test]
fn cancels_compilation_if_its_bundle_changes_breaks_or_vanishes() {
    let mut scene = Scene::new();
    let first = scene.look(&[candidate("a", "one", "1.0.0")]).jobs.remove(0);
    let given_up = scene.slots.compile(&first).expect("it is wanted");
    assert!(!given_up.is_cancelled());
    let second = scene.look(&[candidate("a", "one", "2.0.0")]).jobs.remove(0);
    assert!(given_up.is_cancelled(), "another version is there");
    assert!(scene.slots.compile(&first).is_none(), "the old one is no longer needed");
    let given_up = scene.slots.compile(&second).expect("it is wanted");
    scene.look(&[broken_candidate("a")]);
    assert!(given_up.is_cancelled(), "its manifest is broken");
    let third = scene.look(&[candidate("a", "one", "3.0.0")]).jobs.remove(0);
    let given_up = scene.slots.compile(&third).expect("it is wanted");
    scene.look(&[]);
    scene.now += GRACE;
    scene.look(&[]);
    assert!(given_up.is_cancelled(), "its folder is gone");
}

#[test]
fn first_publication_waits_for_all_but_foreign_compilations() {
    let mut scene = Scene::new();
    let own = Candidate {
        bundled: true,
        ..candidate("own", "own", "1.0.0")
    };
    let jobs = scene
        .look(&[
            own,
            candidate("warm", "warm", "1.0.0"),
            candidate("cold", "cold", "1.0.0"),
        ])
        .jobs;
    let [own, warm, cold] = jobs.as_slice() else {
        panic!("three jobs: {jobs:?}")
    };
    let waits = |scene: &Scene| !scene.slots.idle_but_for_foreign_compiles();
    let _cold = scene.slots.compile(cold).expect("it is wanted");
    assert!(waits(&scene) && scene.slots.own_come_first());
    let _own = scene.slots.compile(own).expect("it is wanted");
    assert!(
        waits(&scene),
        "an own one is waited for also where it has to be compiled"
    );
    assert!(scene.slots.finish(prepared(own, Ok(()))));
    assert!(waits(&scene) && !scene.slots.own_come_first());
    assert!(scene.slots.finish(prepared(warm, Err("no"))));
    assert!(!waits(&scene) && !scene.slots.idle());
    assert!(scene.slots.finish(prepared(cold, Ok(()))));
    assert!(scene.slots.idle());
}

#[test]
fn keeps_running_version_until_its_replacement_is_compiled() {
    let mut scene = Scene::new();
    let first = scene.look(&[candidate("a", "a", "1.0.0")]).jobs.remove(0);
    assert!(!scene.slots.has_code(&first), "nothing is served yet");
    assert!(scene.slots.finish(prepared(&first, Ok(()))));
    let listed = scene.slots.0[0].serving.clone().expect("listed");
    let give_up = scene.slots.await_code(&listed).expect("it is served");
    assert!(!scene.slots.all_compiled() && scene.slots.idle());
    // The first offer cannot run yet, so nothing is lost by listing the next one instead.
    let second = scene.look(&[candidate("a", "a", "2.0.0")]).jobs.remove(0);
    assert!(!scene.slots.has_code(&second));
    assert!(scene.slots.finish(prepared(&second, Ok(()))));
    assert!(give_up.is_cancelled(), "the first one is no longer needed");
    assert!(!scene.slots.compiled(&listed, Err("too late".to_owned())));
    let listed = scene.slots.0[0].serving.clone().expect("listed");
    scene.slots.await_code(&listed).expect("it is served");
    assert!(!scene.slots.compiled(&listed, Ok(())), "the list is the same");
    assert!(scene.slots.all_compiled());
    let third = scene.look(&[candidate("a", "a", "3.0.0")]).jobs.remove(0);
    assert!(
        scene.slots.has_code(&third),
        "what runs is not given up for what may not"
    );
}

#[test]
fn retires_listed_bundle_that_fails_to_compile() {
    let mut scene = Scene::new();
    scene.load(&[candidate("a", "a", "1.0.0")]);
    let listed = scene.slots.0[0].serving.clone().expect("listed");
    scene.slots.await_code(&listed).expect("it is served");
    assert!(scene.slots.compiled(&listed, Err("no code".to_owned())));
    assert!(scene.served().is_empty() && scene.slots.all_compiled());
    assert_eq!(scene.slots.0[0].problem.as_deref(), Some("no code"));
    assert!(
        scene.look(&[candidate("a", "a", "1.0.0")]).jobs.is_empty(),
        "the same file is not tried again"
    );
}

#[test]
fn id_is_contested_only_by_another_folder() {
    let mut scene = Scene::new();
    let job = scene.look(&[candidate("a", "x", "1.0.0")]).jobs.remove(0);
    assert!(!scene.slots.is_contested(&job));
    scene.look(&[candidate("a", "x", "1.0.0"), candidate("b", "x", "1.0.0")]);
    assert!(scene.slots.is_contested(&job));
}
