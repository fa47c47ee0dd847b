//! Tests of the rules for results: each test breaks one rule.

use super::{Expected, judge};
use crate::conformance::results::{Check, Scenario, Status};

const EXPECTED: &str = r#"
[[revision]]
name = "r1"
scored = 2
unscored = ["extra"]

[[reason]]
revision = "r1"
scenario = "extra"
because = "it is optional"

[[reason]]
revision = "r1"
scenario = "two"
check = "slow"
because = "it is only slow"

[[reason]]
revision = "r2"
scenario = "other"
because = "of another revision"
"#;

fn scenario(name: &str, checks: &[(&str, Status)]) -> Scenario {
    let checks = checks.iter().map(|(id, status)| Check {
        id: (*id).to_owned(),
        status: *status,
        message: None,
    });
    Scenario {
        name: name.to_owned(),
        checks: checks.collect(),
    }
}

fn clean() -> Vec<Scenario> {
    vec![
        scenario("extra", &[("x", Status::Failure), ("y", Status::Skipped)]),
        scenario("one", &[("a", Status::Success), ("note", Status::Info)]),
        scenario("two", &[("b", Status::Success), ("slow", Status::Warning)]),
    ]
}

fn problems(scenarios: &[Scenario]) -> Vec<String> {
    let expected: Expected = toml::from_str(EXPECTED).unwrap();
    judge(&expected.revisions[0], &expected.reasons, scenarios).problems
}

#[track_caller]
fn one_problem(scenarios: &[Scenario], words: &[&str]) {
    let found = problems(scenarios);
    assert!(
        words.iter().all(|word| found.iter().any(|text| text.contains(word))),
        "{found:?}"
    );
    assert_eq!(found.len(), words.len(), "{found:?}");
}

#[test]
fn accepts_a_run_whose_deviations_have_reasons() {
    assert_eq!(problems(&clean()), Vec::<String>::new());
}

#[test]
fn reports_a_warning_without_a_reason() {
    let mut run = clean();
    run[1]
        .checks
        .push(scenario("", &[("loud", Status::Warning)]).checks.remove(0));
    one_problem(&run, &["one / loud: warning"]);
}

#[test]
fn no_reason_excuses_a_scored_failure() {
    let mut run = clean();
    run[2].checks[1].status = Status::Failure;
    one_problem(&run, &["two / slow: no reason excuses", "1 of 2 scored"]);
}

#[test]
fn reports_missing_scored_and_unscored_scenarios() {
    let mut run = clean();
    run.remove(1);
    one_problem(&run, &["1 of 1 scored"]);
    let mut run = clean();
    run.remove(0);
    one_problem(
        &run,
        &[
            "extra: the suite did not run it",
            "r1 extra: this reason applies to nothing",
        ],
    );
}

#[test]
fn rejects_a_scenario_without_checks() {
    let mut run = clean();
    run[1].checks.clear();
    one_problem(&run, &["one: nothing was checked", "1 of 2 scored"]);
}

#[test]
fn reports_a_reason_that_no_longer_applies() {
    let mut run = clean();
    run[2].checks[1].status = Status::Success;
    one_problem(&run, &["two / slow: this reason applies to nothing"]);
}
