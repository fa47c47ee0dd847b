//! One client asks the worst questions about the worst project; another makes cheap calls beside it.
//!
//! Belongs here: the questions, the figure. Does not: the project (`hostile_session/worst_project.rs`).

mod worst_project;

use crate::figure::{Figure, Outcome, Target};
use anyhow::{Context, Result, bail, ensure};
use host_bridge::{
    BridgeCall, BridgeState, Column, Command, ComponentTest, CursorPage, EditComponent, EditRequest, EditTarget,
    FieldPath, FilterNode, ObjectId, Op, PageRequest, Per, QueryRequest, ReferenceTarget, Reply, SceneId, Scope, Test,
    UnityBridge, UsersRequest, ValueText, ValuesRequest,
};
use host_bridge_project::{OpenScenes, ProjectBridge, ProjectOptions};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior};
use worst_project::Worst;

/// Between two calls of the other client: 100 a second.
const EVERY: Duration = Duration::from_millis(10);
/// Each question is asked first of a session that knows nothing, then again.
const ROUNDS: usize = 2;
const PAGE_BYTES: usize = 64 * 1024;

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let worst = Worst::write()?;
    let options = ProjectOptions {
        open: OpenScenes::Paths(vec![Worst::SIBLINGS.to_owned(), Worst::COMPONENTS.to_owned()]),
        ..ProjectOptions::new(worst.root())
    };
    let bridge = Arc::new(ProjectBridge::open(options)?);
    let state = bridge.wait_until_loaded(&|_, _| {}).await;
    ensure!(state == BridgeState::Ready, "{state:?}");
    let questions = questions(&worst);
    let alone = time_calls(
        &bridge,
        Duration::from_secs(3),
        &AtomicUsize::new(0),
        &AtomicBool::new(false),
    )
    .await?;
    let (at, over) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let asking = {
        let (bridge, at, over) = (Arc::clone(&bridge), Arc::clone(&at), Arc::clone(&over));
        tokio::spawn(async move {
            let mut took = BTreeMap::new();
            for round in 0..ROUNDS {
                for (number, (name, command)) in questions.iter().enumerate() {
                    at.store(number, Ordering::Relaxed);
                    let begun = Instant::now();
                    let answer = execute(&bridge, command.clone()).await;
                    let line = match &answer {
                        Ok(replied) => replied.diagnostics.first().cloned().unwrap_or_default(),
                        Err(error) => error.to_string(),
                    };
                    let line: String = line.chars().take(160).collect();
                    let millis = begun.elapsed().as_secs_f64() * 1e3;
                    tests_support::environment::announce(&format!("round {round}: {name}: {millis:.0} ms; {line}"));
                    took.entry(*name).or_insert_with(Vec::new).push(millis);
                }
                at.store(questions.len(), Ordering::Relaxed);
                let begun = Instant::now();
                worst.change_large(round)?;
                wait_for_object(&bridge, &format!("/Round{round}")).await?;
                took.entry(CHANGE)
                    .or_insert_with(Vec::new)
                    .push(begun.elapsed().as_secs_f64() * 1e3);
            }
            over.store(true, Ordering::Relaxed);
            let names = questions.iter().map(|(name, _)| *name).chain([CHANGE]);
            anyhow::Ok((names.collect::<Vec<_>>(), took))
        })
    };
    let felt = time_calls(&bridge, Duration::from_secs(600), &at, &over).await?;
    let (names, took) = asking.await.context("the questions ended badly")??;
    let mut all: Vec<f64> = felt.iter().map(|(_, millis)| *millis).collect();
    all.sort_by(f64::total_cmp);
    let mut before: Vec<f64> = alone.iter().map(|(_, millis)| *millis).collect();
    before.sort_by(f64::total_cmp);
    let mut figure = Figure::new(
        "hostile-session-p99",
        "the slowest but one in a hundred of another client's calls, while one asks the worst questions about the worst project",
        "ms",
        vec![percentile(&all, 0.99)],
        Target::AtMost(50.0),
    )
    .part("p50", &[percentile(&all, 0.5)])
    .part("max", &[percentile(&all, 1.0)])
    .part("p99_alone", &[percentile(&before, 0.99)])
    .part("calls", &[all.len() as f64]);
    for (number, name) in names.iter().enumerate() {
        let of_it = felt.iter().filter(|(at, _)| *at == number).map(|(_, millis)| *millis);
        let longest = of_it.fold(0.0, f64::max);
        let took = took.get(name).cloned().unwrap_or_default();
        tests_support::environment::announce(&format!("{name}: others waited {longest:.0} ms at most"));
        figure = figure
            .part(&format!("{name}_others_max"), &[longest])
            .part(&format!("{name}_ms"), &took);
    }
    Ok(vec![Outcome::Taken(figure)])
}

/// Calls that cost nothing, each timed from the moment at which it was due, with the question that was asked then.
async fn time_calls(
    bridge: &Arc<ProjectBridge>,
    most: Duration,
    at: &AtomicUsize,
    over: &AtomicBool,
) -> Result<Vec<(usize, f64)>> {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let (begun, mut felt) = (Instant::now(), Vec::new());
    while begun.elapsed() < most && !over.load(Ordering::Relaxed) {
        let due = ticks.tick().await;
        let question = at.load(Ordering::Relaxed);
        execute(bridge, Command::GetTimeScale)
            .await
            .context("the other client's call failed")?;
        felt.push((question, due.elapsed().as_secs_f64() * 1e3));
    }
    Ok(felt)
}

/// A large scene that is loaded and another file change on disk; until an answer has it.
const CHANGE: &str = "change";

/// Waits until a loaded scene has an object of that path.
async fn wait_for_object(bridge: &ProjectBridge, path: &str) -> Result<()> {
    for _ in 0..600 {
        let page = PageRequest {
            offset: 0,
            limit: 1,
            max_bytes: PAGE_BYTES,
            cursor: None,
        };
        let found = execute(
            bridge,
            Command::FindObjects {
                path: path.to_owned(),
                page,
            },
        )
        .await?;
        if let Reply::Objects(found) = found.reply
            && found.total > 0
        {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    bail!("the change was not read within a minute")
}

async fn execute(bridge: &ProjectBridge, command: Command) -> Result<host_bridge::Replied, host_bridge::BridgeError> {
    let call = BridgeCall {
        deadline: Some(host_api::Deadline::fixed(
            std::time::Instant::now() + Duration::from_secs(30),
        )),
        ..BridgeCall::internal()
    };
    bridge.execute(command.checked()?, call).await
}

fn percentile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let at = (last as f64 * share).round() as usize;
    sorted.get(at).copied().unwrap_or(f64::NAN)
}

fn questions(worst: &Worst) -> Vec<(&'static str, Command)> {
    let many = ObjectId(worst.many);
    vec![
        ("scripts", by_field_of_scripts()),
        (
            "describe",
            Command::DescribeScript {
                script: "Assets/Hard0.cs".to_owned(),
            },
        ),
        ("build", settings("build")),
        ("packages", settings("packages")),
        (
            "same",
            Command::FindObjects {
                path: format!("/R/same[{}]", Worst::MANY - 1_000),
                page: list(),
            },
        ),
        (
            "paths",
            query(
                file_scope(Worst::SIBLINGS),
                vec![FilterNode::Fact(test("path", Op::Matches, "\"*[59000]*\""))],
                Per::Object,
                &["path", "components"],
            ),
        ),
        ("components", disabled_components()),
        (
            "outline",
            query(
                file_scope(Worst::COMPONENTS),
                Vec::new(),
                Per::Object,
                &["name", "depth", "components"],
            ),
        ),
        ("values", values_of(many)),
        (
            "list",
            Command::ListComponents {
                object: many,
                page: list(),
            },
        ),
        (
            "deep",
            query(
                file_scope(Worst::DEEP),
                vec![FilterNode::Fact(test("depth", Op::Greater, "1000000"))],
                Per::Object,
                &["position"],
            ),
        ),
        (
            "project",
            query(
                Scope::Project,
                vec![FilterNode::Fact(test("name", Op::Equal, "\"nobody\""))],
                Per::Object,
                &[],
            ),
        ),
        (
            "hierarchy",
            Command::Hierarchy {
                path: Worst::DEEP.to_owned(),
                max_depth: None,
                page: list(),
            },
        ),
        (
            "open",
            Command::OpenScene {
                scene: SceneId(worst.to_open),
                additive: None,
            },
        ),
        ("edit", preview_of_size(many)),
        ("destroy", preview_of_destroy(ObjectId(worst.sibling))),
        ("missing", Command::MissingReferences { page: list() }),
        ("users", users_of_script()),
    ]
}

fn page() -> CursorPage {
    CursorPage {
        limit: 500,
        cursor: None,
        max_bytes: PAGE_BYTES,
    }
}

fn list() -> PageRequest {
    PageRequest {
        offset: 0,
        limit: 500,
        max_bytes: PAGE_BYTES,
        cursor: None,
    }
}

fn settings(section: &str) -> Command {
    Command::GetSettings {
        section: section.to_owned(),
        max_bytes: PAGE_BYTES,
    }
}

fn file_scope(file: &str) -> Scope {
    Scope::Files(vec![file.to_owned()])
}

fn test(path: &str, op: Op, value: &str) -> Test {
    Test {
        path: path.to_owned(),
        op,
        value: Some(ValueText::from_json_text(value.to_owned())),
    }
}

fn query(scope: Scope, filter: Vec<FilterNode>, per: Per, select: &[&str]) -> Command {
    Command::Query {
        request: Box::new(QueryRequest {
            scope,
            filter,
            per,
            select: select.iter().map(|fact| Column::Fact((*fact).to_owned())).collect(),
            order: Vec::new(),
            page: page(),
        }),
    }
}

fn by_field_of_scripts() -> Command {
    let request = QueryRequest {
        scope: file_scope(Worst::SCRIPTS),
        filter: vec![FilterNode::Component(ComponentTest {
            type_name: "MonoBehaviour".to_owned(),
            tests: vec![test("speed", Op::Greater, "0")],
        })],
        per: Per::Object,
        select: vec![Column::Field(FieldPath {
            component: "MonoBehaviour".to_owned(),
            path: "speed".to_owned(),
        })],
        order: Vec::new(),
        page: page(),
    };
    Command::Query {
        request: Box::new(request),
    }
}

fn disabled_components() -> Command {
    let filter = FilterNode::Component(ComponentTest {
        type_name: "Component".to_owned(),
        tests: vec![test("enabled", Op::Equal, "false")],
    });
    let per = Per::Component("Component".to_owned());
    query(file_scope(Worst::COMPONENTS), vec![filter], per, &[])
}

fn values_of(object: ObjectId) -> Command {
    Command::ReadValues {
        request: ValuesRequest {
            objects: vec![object],
            types: Vec::new(),
            paths: vec!["size.x".to_owned()],
            items: 20,
            page: page(),
        },
    }
}

fn preview_of_size(object: ObjectId) -> Command {
    Command::PreviewEdits {
        edits: vec![EditRequest::Set {
            object: EditTarget::Object(object),
            component: EditComponent::ByIndex(1),
            path: "m_Size.x".to_owned(),
            value: ValueText::from_json_text("2".to_owned()),
        }],
    }
}

fn preview_of_destroy(object: ObjectId) -> Command {
    Command::PreviewEdits {
        edits: vec![EditRequest::Destroy {
            object: EditTarget::Object(object),
        }],
    }
}

fn users_of_script() -> Command {
    Command::FindUsers {
        request: UsersRequest {
            target: ReferenceTarget::TypeName("Hard0".to_owned()),
            places: Vec::new(),
            page: page(),
        },
    }
}
