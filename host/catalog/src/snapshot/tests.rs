//! Tests of snapshots from constructed offers: look-ups, conflicts, and the listing under each policy.

mod grants;

use super::*;
use crate::manifest::ToolEntry;
use crate::options::BundleSettings;
use crate::schema::Look;
use host_api::{Audience, Effect, Profile, ReadPurpose};
use host_runtime::{AnnotationSpec, Grants, PromptSpec, ResourceSpec, ToolSpec};

fn tool(name: &str, category: &str, needs: &[&str]) -> ToolSpec {
    ToolSpec {
        name: name.into(),
        title: None,
        description: "Does it.".into(),
        category: category.into(),
        tier: "core".into(),
        notes: None,
        examples: vec![],
        effect: Effect::Read,
        annotations: AnnotationSpec::default(),
        input_schema: r#"{"type":"object"}"#.into(),
        output_schema: None,
        needs: needs.iter().map(|&need| need.to_owned()).collect(),
        dry_run: None,
        extra: vec![],
    }
}

fn resource(uri: &str) -> ResourceSpec {
    ResourceSpec {
        uri: uri.into(),
        is_template: uri.contains('{'),
        name: uri.into(),
        description: String::new(),
        mime_type: None,
        output_schema: None,
        example: None,
        extra: vec![],
    }
}

fn offer(id: &str, tools: &[ToolSpec], resources: &[&str]) -> Arc<Offer<String>> {
    let resources: Vec<Arc<ResourceSpec>> = resources.iter().map(|uri| Arc::new(resource(uri))).collect();
    let tools: Vec<Arc<ToolSpec>> = tools.iter().cloned().map(Arc::new).collect();
    let prompt = PromptSpec {
        name: format!("{id}-prompt"),
        title: None,
        description: None,
        arguments: vec![],
        extra: vec![],
    };
    Arc::new(Offer {
        id: id.to_owned(),
        digest: "00".into(),
        groups: vec![format!("{id}-group")],
        guide: Some(format!("Guide of {id}.")),
        tools: BTreeMap::new(),
        completions: false,
        needs: Needs::default(),
        checked: Checked::new(
            &tools,
            &resources,
            &[Arc::new(prompt)],
            &Default::default(),
            Look::Whole,
        ),
        code: Arc::new(format!("code of {id}")),
    })
}

fn build(offers: &[Arc<Offer<String>>], settings: &Settings, policy: &Policy) -> Snapshot<String> {
    let around = Surroundings {
        settings,
        policy,
        is_loading: false,
        capabilities: &[Capability::Scene].into(),
        counters: &Counters::default(),
        switched_off: &[],
        instructions: String::new(),
        revision: 7,
    };
    Snapshot::build(offers, &Owners::default(), around)
}

fn listed_names(snapshot: &Snapshot<String>) -> Vec<String> {
    listed_to(snapshot, &Audience::Everything)
}

fn listed_to(snapshot: &Snapshot<String>, audience: &Audience) -> Vec<String> {
    let view = snapshot.views.for_audience(audience);
    view.tools.iter().map(|tool| tool.name.clone()).collect()
}

#[test]
fn finds_tool_in_each_spelling_of_its_name() {
    let offers = [offer(
        "a",
        &[tool("scene.hierarchy.dump", "", &[]), tool("GetStatus", "", &[])],
        &[],
    )];
    let snapshot = build(&offers, &Settings::default(), &Policy::default());
    for name in ["scene.hierarchy.dump", "scene_hierarchy_dump", "Scene_Hierarchy.Dump"] {
        assert_eq!(snapshot.tool(name).expect(name).descriptor.name, "scene.hierarchy.dump");
    }
    assert!(snapshot.tool("getstatus").is_some());
    assert!(snapshot.tool("nothing").is_none());
    assert_eq!(snapshot.nearest_tool("GetStaus"), Some("GetStatus"));
    assert_eq!(snapshot.nearest_tool("nothing"), None);
    assert_eq!(snapshot.views.complete().revision, 7);
}

#[test]
fn orders_list_by_bundle_id_and_keeps_first_name_owner() {
    let offers = [
        offer(
            "zoo",
            &[tool("B", "", &[]), tool("A", "", &[])],
            &["unity://scenes", "unity://o/{id}"],
        ),
        offer(
            "ape",
            &[tool("C", "", &[]), tool("b", "", &[])],
            &["unity://scenes", "unity://o/{x}"],
        ),
    ];
    let snapshot = build(&offers, &Settings::default(), &Policy::default());
    assert_eq!(listed_names(&snapshot), ["C", "B", "A"]);
    assert_eq!(snapshot.tool("b").expect("served").home.code.as_str(), "code of zoo");
    assert_eq!(snapshot.resource("unity://scenes").expect("served").home.id, "zoo");
    assert_eq!(snapshot.resource("unity://o/5").expect("served").home.id, "zoo");
    let (tools, notes) = &snapshot.notes[0];
    assert_eq!((*tools, notes.len()), (1, 3), "{notes:?}");
    assert!(
        notes
            .iter()
            .all(|note| note.contains("`ape`") && note.contains("`zoo`")),
        "{notes:?}"
    );
}

#[test]
fn finds_resources_by_exact_uri_template_and_without_query() {
    let uris = ["unity://logs/tail", "unity://o/{id}{?deep}", "unity://o/main"];
    let snapshot = build(&[offer("a", &[], &uris)], &Settings::default(), &Policy::default());
    let found = |uri| snapshot.resource(uri).map(|one| one.descriptor.uri.as_str());
    assert_eq!(found("unity://logs/tail"), Some("unity://logs/tail"));
    assert_eq!(found("unity://logs/tail?count=5"), Some("unity://logs/tail"));
    assert_eq!(found("unity://o/main"), Some("unity://o/main"));
    assert_eq!(found("unity://o/obj:1?deep=1"), Some("unity://o/{id}{?deep}"));
    assert_eq!(found("unity://o/obj:1/x"), None);
    assert!(snapshot.template("unity://o/{id}{?deep}").is_some());
    assert!(snapshot.prompt("a-prompt").is_some());
}

#[test]
fn unlists_disabled_tools_but_still_finds_them() {
    let offers = [offer(
        "a",
        &[
            tool("One", "scene", &[]),
            tool("Two", "x", &[]),
            tool("Run", "y", &["code"]),
        ],
        &[],
    )];
    let mut settings = Settings::default();
    let denied = BundleSettings {
        tools_deny: vec!["one".into()],
        ..BundleSettings::default()
    };
    settings.bundles.insert("a".into(), denied);
    let policy = Policy {
        disabled_categories: ["x".to_owned()].into(),
        ..Policy::default()
    };
    let snapshot = build(&offers, &settings, &policy);
    assert_eq!(listed_names(&snapshot), ["Run"]);
    assert!(!snapshot.tool("One").expect("gate 1 answers for it").allowed_here);
    let offline = Policy {
        profile: Some("offline".into()),
        ..Policy::default()
    };
    let offline = build(&offers, &Settings::default(), &offline);
    assert_eq!(listed_to(&offline, &Audience::Configured), ["One", "Two"]);
}

#[test]
fn profile_lists_tools_of_its_groups_and_reports_unknown_groups() {
    let offers = [
        offer("a", &[tool("One", "", &[])], &["unity://one"]),
        offer("b", &[tool("Two", "", &[])], &["unity://two"]),
    ];
    let policy = Policy {
        profile: Some("b-group, nobody".into()),
        ..Policy::default()
    };
    let snapshot = build(&offers, &Settings::default(), &policy);
    let view = snapshot.views.for_audience(&Audience::Configured);
    assert_eq!(listed_to(&snapshot, &Audience::Configured), ["Two"]);
    assert_eq!((view.resources.len(), view.prompts.len()), (1, 1));
    assert!(
        Arc::ptr_eq(&view, &snapshot.views.for_audience(&Audience::Configured)),
        "made once"
    );
    assert_eq!(listed_to(&snapshot, &Audience::Picked(Profile::all())), ["One", "Two"]);
    let own = snapshot.views.for_audience(&Audience::Protocol(&["a-group"]));
    assert_eq!(
        (own.tools.len(), own.resources.len()),
        (1, 2),
        "a protocol chooses among tools"
    );
    assert_eq!(snapshot.unknown_groups[0].name, "nobody");
    assert!(snapshot.tool("One").is_some(), "what is not listed can still be called");
}

#[test]
fn standard_list_starts_with_standard_bundles_and_ends_with_others() {
    let with = |id: &str, tools: &[&str], groups: &[&str], of_tools: &[&str]| {
        let texts = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let tools: Vec<ToolSpec> = tools.iter().map(|name| tool(name, "", &[])).collect();
        let mut one = Arc::into_inner(offer(id, &tools, &[])).expect("no other reference exists");
        one.groups = texts(groups);
        let entry = || ToolEntry {
            groups: texts(&["standard"]),
            ..ToolEntry::default()
        };
        one.tools = of_tools.iter().map(|name| (name.to_string(), entry())).collect();
        Arc::new(one)
    };
    let offers = [
        with("acme", &["Theirs"], &[], &[]),
        with("config", &["GetConfig", "Other"], &["explorer"], &["GetConfig"]),
        with("inspect", &["find_objects"], &["standard"], &[]),
    ];
    let snapshot = build(&offers, &Settings::default(), &Policy::default());
    assert_eq!(
        listed_to(&snapshot, &Audience::Configured),
        ["find_objects", "GetConfig", "Theirs"]
    );
    assert_eq!(
        snapshot.views.for_audience(&Audience::Configured).prompts.len(),
        3,
        "it chooses among tools alone"
    );
    assert_eq!(
        listed_to(&snapshot, &Audience::Protocol(&["explorer"])),
        ["Theirs", "GetConfig", "Other"]
    );
    assert_eq!(listed_names(&snapshot).len(), 4);
    let told = &snapshot.views.for_audience(&Audience::Configured).instructions;
    assert_eq!(told, "\nGuide of acme.\nGuide of inspect.", "of what is listed");
}

#[test]
fn applies_configured_limits_per_bundle() {
    let small = CallLimits {
        memory: 1 << 20,
        ..CallLimits::default()
    };
    let mut settings = Settings::default();
    let own = BundleSettings {
        limits: Some(small),
        ..BundleSettings::default()
    };
    settings.bundles.insert("a".into(), own);
    let snapshot = build(
        &[offer("a", &[], &[]), offer("b", &[], &[])],
        &settings,
        &Policy::default(),
    );
    assert_eq!(snapshot.homes[0].limits, small);
    assert_eq!(snapshot.homes[1].limits, CallLimits::default());
}

#[test]
fn bundle_may_announce_only_resources_that_it_serves() {
    let offers = [
        offer(
            "zoo",
            &[],
            &["unity://scenes", "unity://o/{id}", "unity://logs{?limit}"],
        ),
        offer("ape", &[], &["unity://scenes", "unity://trees"]),
    ];
    let snapshot = build(&offers, &Settings::default(), &Policy::default());
    let own = |id: &str| &snapshot.homes.iter().find(|home| home.id == id).expect("served").own;
    for uri in [
        "unity://scenes",
        "unity://scenes?limit=1",
        "unity://o/5",
        "unity://logs",
    ] {
        assert!(own("zoo").contains(uri), "{uri}");
    }
    assert!(!own("zoo").contains("unity://trees") && !own("zoo").contains("unity://o/5/6"));
    assert!(own("ape").contains("unity://trees") && !own("ape").contains("unity://o/5"));
    assert!(
        !own("ape").contains("unity://scenes"),
        "it claims that, and another serves it"
    );
}

#[test]
fn deny_and_disabled_categories_cover_resources_and_prompts() {
    let offers = || {
        [
            offer(
                "a",
                &[tool("One", "console", &[])],
                &["unity://one", "unity://two", "unity://o/{id}"],
            ),
            offer("b", &[tool("Two", "scene", &[])], &["unity://three"]),
        ]
    };
    let denied = BundleSettings {
        tools_deny: ["unity://one", "unity://o/{id}", "a-prompt"].map(str::to_owned).into(),
        ..BundleSettings::default()
    };
    let settings = Settings {
        bundles: [("a".to_owned(), denied)].into(),
        ..Settings::default()
    };
    let policy = Policy::default();
    let snapshot = build(&offers(), &settings, &policy);
    let uris = |snapshot: &Snapshot<String>| -> Vec<String> {
        snapshot
            .views
            .complete()
            .resources
            .iter()
            .map(|one| one.uri.clone())
            .collect()
    };
    assert_eq!(uris(&snapshot), ["unity://two", "unity://three"]);
    assert_eq!(snapshot.views.complete().prompts.len(), 1);
    for uri in ["unity://one", "unity://one?x=1", "unity://o/5"] {
        let refusal = snapshot
            .resource(uri)
            .expect("known")
            .reading
            .permit(&policy, ReadPurpose::Resource)
            .expect_err(uri);
        assert_eq!(refusal.rule.id(), "bundles.tools");
    }
    let refusal = snapshot
        .prompt("a-prompt")
        .expect("known")
        .reading
        .permit(&policy, ReadPurpose::Prompt)
        .expect_err("denied");
    assert!(refusal.message.contains("Prompt `a-prompt`"), "{refusal}");

    let policy = Policy {
        disabled_categories: ["console".to_owned()].into(),
        ..Policy::default()
    };
    let snapshot = build(&offers(), &Settings::default(), &policy);
    assert_eq!(uris(&snapshot), ["unity://three"]);
    let refusal = snapshot
        .resource("unity://two")
        .expect("known")
        .reading
        .permit(&policy, ReadPurpose::Completion)
        .expect_err("disabled");
    assert_eq!(refusal.rule.id(), "policy.disabled-categories");
}
