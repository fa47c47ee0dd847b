//! The extent of an approval, over all tries of its call.

use super::*;
use host_api::ErrorKind;

#[test]
fn reports_unrequested_approval_if_nothing_was_shown() {
    let files = ["Assets/A.unity".to_owned()];
    for refused in [
        plan(&Agreed::to_plans([]), 1, Some("digest")).map(drop),
        plan(&Agreed::to_plans([]), 1, None).map(drop),
        Agreed::to_files([]).files(Some(&files)),
        Agreed::to_files([]).files(None),
    ] {
        let refusal = refused.expect_err("something");
        assert!(
            refusal.message.contains("the user was not asked"),
            "{}",
            refusal.message
        );
    }
}

#[test]
fn approval_limits_steps_across_all_copies() {
    let agreed = Agreed::for_steps(2, None);
    let copy = agreed.clone();
    let step = |agreed: &Agreed, number: u32| agreed.step(agreed.action(&number));
    assert!(!agreed.has_acted());
    let _first = step(&agreed, 1).expect("the first");
    step(&copy, 2).expect("the second").give_back();
    let _second = step(&copy, 3).expect("the second, again");
    for refused in [step(&agreed, 4), step(&copy, 5)] {
        let refusal = refused.expect_err("a third");
        assert_eq!(refusal.rule.id(), "person.agreed-steps");
        assert!(refusal.message.contains("2 steps"), "{}", refusal.message);
    }
    // The next try of the call knows what was done, and has no more steps.
    let done = [1, 2, 3, 4].map(|number| copy.is_done(copy.action(&number)));
    assert_eq!((done, agreed.has_acted()), ([true, false, true, false], true));
    assert_eq!(
        Agreed::for_steps(0, None).steps(),
        1,
        "an approval of nothing is not requested"
    );
}

#[test]
fn approval_covers_only_the_named_objects() {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<BTreeSet<_>>();
    let named = Agreed::for_steps(
        1,
        Some(Shown {
            ids: [("obj:1".to_owned(), Some("/Lamp".to_owned()))].into(),
            paths: texts(&["/Door"]),
            names: texts(&["Lamp"]),
        }),
    );
    assert!(named.covers_id("obj:1") && !named.covers_id("obj:2"));
    assert!(named.covers("/Door", "Door") && named.covers("/Hall/Lamp", "Lamp"));
    assert!(!named.covers("/Door/Handle", "Handle"));
    // A name may be any text, including the path or id of another object.
    assert!(!named.covers("/Hall//Door", "/Door") && !named.covers("/Lamp/x", "obj:1") && !named.covers_id("Lamp"));
    let unnamed = Agreed::for_steps(1, None);
    assert!(
        unnamed.covers_id("obj:2") && unnamed.covers("/A", "A"),
        "nothing was named"
    );
    assert_eq!(named.other_object("obj:2").rule.id(), "person.agreed-objects");
    assert!(named.names_objects() && !unnamed.names_objects());
    assert_eq!(named.shown_paths().collect::<Vec<_>>(), [("obj:1", "/Lamp")]);
    assert_eq!(unnamed.shown_paths().count(), 0);
}

fn plan(agreed: &Agreed, number: u32, plan: Option<&str>) -> Result<Step, Refusal> {
    agreed.plan(agreed.action(&number), plan).expect("plans decide")
}

#[test]
fn approval_of_plans_covers_each_plan_once() {
    let agreed = Agreed::to_plans(["a".to_owned(), "b".to_owned()]);
    let kind = |asked: Result<Step, Refusal>| asked.expect_err("not covered").kind;
    assert_eq!(kind(plan(&agreed, 1, Some("c"))), ErrorKind::Conflict);
    assert_eq!(kind(plan(&agreed, 1, None)), ErrorKind::PermissionDenied);
    plan(&agreed, 1, Some("a")).expect("shown").give_back();
    let _first = plan(&agreed, 2, Some("a")).expect("shown and not done");
    assert_eq!(
        kind(plan(&agreed.clone(), 3, Some("a"))),
        ErrorKind::Conflict,
        "a copy makes no more of it"
    );
    let _second = plan(&agreed, 3, Some("b")).expect("shown");
    assert!(agreed.is_done(agreed.action(&2)) && !agreed.is_done(agreed.action(&1)));
    let unplanned = Agreed::for_steps(1, None);
    assert!(unplanned.plan(unplanned.action(&1), Some("a")).is_none());
}

#[test]
fn action_is_identified_by_number_and_command() {
    let agreed = Agreed::for_steps(1, None);
    let action = |number: u32, command: &str| agreed.action(&(number, command));
    assert_eq!(action(1, "off"), action(1, "off"));
    assert_ne!(action(1, "off"), action(2, "off"));
    assert_ne!(action(1, "off"), action(1, "on"));
    let long = Agreed::to_plans(["x".repeat(1000)]);
    assert!(long.weight() > 1000 && Agreed::for_steps(1, None).weight() < 1000);
}

#[test]
fn approval_of_files_covers_only_those_files() {
    let list = |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect::<Vec<_>>();
    let agreed = Agreed::to_files(list(&["A", "B"]));
    assert_eq!(agreed.steps(), 2);
    for files in [&["A"][..], &["B", "A"]] {
        assert!(agreed.files(Some(&list(files))).is_ok(), "{files:?}");
    }
    for written in [Some(list(&["A", "C"])), None] {
        let refusal = agreed.files(written.as_deref()).expect_err("it was not shown");
        assert_eq!(refusal.rule.id(), "person.agreed-files");
    }
    assert!(Agreed::to_files(Vec::new()).files(Some(&list(&["A"]))).is_err());
    assert!(Agreed::for_steps(1, None).files(None).is_ok(), "no file was shown");
}
