//! Samples of values and queries.

use super::replies::LARGE;
use super::{OBJECT, cursor_page, some_text, text};
use crate::command::Command;
use crate::model::{
    Cell, Column, ComponentTest, ComponentValues, FieldPath, FilterNode, Op, OrderKey, Per, QueryAnswer, QueryRequest,
    QueryRow, Rows, Scope, Skipped, Test, ValueText, ValuesRequest,
};
use crate::reply::Reply;

pub(crate) fn commands() -> Vec<Command> {
    let test = |path: &str, op: Op, value: Option<&str>| Test {
        path: text(path),
        op,
        value: value.map(|value| ValueText::from_json_text(text(value))),
    };
    let mass = || {
        Column::Field(FieldPath {
            component: text("Rigidbody"),
            path: text("mass"),
        })
    };
    let query = |scope, per, filter| Command::Query {
        request: Box::new(QueryRequest {
            scope,
            filter,
            per,
            select: vec![mass(), Column::Fact(text("layer"))],
            order: vec![OrderKey {
                column: mass(),
                descending: true,
            }],
            page: cursor_page(),
        }),
    };
    vec![
        Command::ReadValues {
            request: ValuesRequest {
                objects: vec![OBJECT],
                types: vec![text("Rigidbody")],
                paths: vec![text("mass")],
                items: 20,
                page: cursor_page(),
            },
        },
        query(
            Scope::Loaded,
            Per::Object,
            vec![
                FilterNode::Component(ComponentTest {
                    type_name: text("Rigidbody"),
                    tests: vec![test("mass", Op::Greater, Some("10")), test("drag", Op::Exists, None)],
                }),
                FilterNode::Fact(test("name", Op::Matches, Some("\"Crate*\""))),
                FilterNode::Under(OBJECT),
                FilterNode::Not(2),
                FilterNode::Any(vec![1, 3]),
                FilterNode::All(vec![0, 4]),
            ],
        ),
        query(
            Scope::Files(vec![text("Assets/Main.unity")]),
            Per::Component(text("Light")),
            vec![
                FilterNode::Fact(test("tag", Op::Unequal, Some("null"))),
                FilterNode::Fact(test("layer", Op::Equal, Some("1.5"))),
                FilterNode::All(vec![0, 1]),
            ],
        ),
        query(Scope::Project, Per::Object, Vec::new()),
    ]
}

pub(super) fn replies() -> Vec<Reply> {
    let value = |json: &str| ValueText::from_json_text(text(json));
    vec![
        Reply::Values(Rows {
            total: LARGE,
            rows: vec![ComponentValues {
                object: OBJECT,
                index: 2,
                type_name: text("UnityEngine.Light"),
                enabled: Some(true),
                fields: vec![
                    (text("color"), value("[1,0.5,0,1]")),
                    (text("cookie"), value("null")),
                    (
                        text("flare"),
                        value("{\"missing\":\"0123456789abcdef0123456789abcdef\"}"),
                    ),
                ],
                cut: vec![text("m_Points")],
            }],
            next: some_text("bm9uZQ"),
        }),
        Reply::Found(QueryAnswer {
            total: LARGE,
            complete: false,
            rows: vec![QueryRow {
                object: OBJECT,
                file: text("Assets/Main.unity"),
                path: text("/Spawn[2]"),
                component: Some(1),
                cells: vec![Cell(Some(value("null"))), Cell(None), Cell(Some(value("\"Infinity\"")))],
            }],
            next: some_text("bm9uZQ"),
            not_searched: vec![Skipped {
                file: text("Assets/Old.unity"),
                why: text("a binary file"),
            }],
            not_searched_total: LARGE,
        }),
    ]
}
