//! Implements the WIT interface `unity-tools:unity/query`: finds objects by facts and component values.

use crate::bindings::current::unity_tools::unity::query as wit;
use crate::fault::{BadValue, Fault};
use crate::imports::convert::{Convert, records, variants};
use crate::imports::page::object;
use crate::imports::rows;
use crate::store::CallState;
use host_bridge::{
    Column, Command, ComponentTest, FilterNode, Function, Op, OrderKey, Per, QueryAnswer, QueryRequest, QueryRow,
    Scope, Test,
};

impl wit::Host for CallState {
    async fn find(&mut self, request: wit::Request) -> Result<wit::Answer, Fault> {
        let bytes = size(&request);
        let page = rows::page(request.page.clone(), self.page_bytes());
        let command = page.and_then(|page| {
            let filter = request.filter.into_iter().map(node);
            let request = QueryRequest {
                scope: request.scope.convert(),
                filter: filter.collect::<Result<_, _>>()?,
                per: request.per.convert(),
                select: request.select.convert(),
                order: request.order.convert(),
                page,
            };
            Ok(Command::Query {
                request: Box::new(request),
            })
        });
        let answer: QueryAnswer = self.unity_if(Function::Query, bytes, command).await?;
        Ok(answer.convert())
    }
}

fn node(node: wit::Node) -> Result<FilterNode, BadValue> {
    Ok(match node {
        wit::Node::All(nodes) => FilterNode::All(nodes),
        wit::Node::Any(nodes) => FilterNode::Any(nodes),
        wit::Node::Not(node) => FilterNode::Not(node),
        wit::Node::Component(component) => FilterNode::Component(ComponentTest {
            type_name: component.type_name,
            tests: component.tests.into_iter().map(test).collect::<Result<_, _>>()?,
        }),
        wit::Node::Fact(fact) => FilterNode::Fact(test(fact)?),
        wit::Node::Under(id) => FilterNode::Under(object("filter.under", &id)?),
        wit::Node::Other((name, json)) => FilterNode::Other(name, rows::value("filter.other", json)?),
    })
}

fn test(test: wit::Test) -> Result<Test, BadValue> {
    let value = test.value.map(|json| rows::value("filter.value", json));
    Ok(Test {
        path: test.path,
        op: test.op.convert(),
        value: value.transpose()?,
    })
}

/// Returns the total bytes of all texts in the request.
fn size(request: &wit::Request) -> usize {
    let test = |test: &wit::Test| test.path.len() + test.value.as_ref().map_or(0, String::len);
    let column = |column: &wit::Column| match column {
        wit::Column::Fact(text) | wit::Column::Other(text) => text.len(),
        wit::Column::Field(field) => field.component.len() + field.path.len(),
    };
    let nodes = request.filter.iter().map(|node| match node {
        wit::Node::All(nodes) | wit::Node::Any(nodes) => nodes.len() * 4,
        wit::Node::Not(_) => 4,
        wit::Node::Component(component) => component.type_name.len() + component.tests.iter().map(test).sum::<usize>(),
        wit::Node::Fact(fact) => test(fact),
        wit::Node::Under(id) => id.len(),
        wit::Node::Other((name, json)) => name.len() + json.len(),
    });
    let files = match &request.scope {
        wit::Scope::Files(files) => files.iter().map(String::len).sum(),
        _ => 0,
    };
    let order = request.order.iter().map(|key| column(&key.column));
    nodes.sum::<usize>() + files + request.select.iter().map(column).sum::<usize>() + order.sum::<usize>()
}

records! {
    wit::Key => OrderKey { column descending }
    QueryAnswer => wit::Answer { total complete rows next not_searched not_searched_total }
    QueryRow => wit::Row { object file path component cells }
}

variants! {
    wit::Op => Op { Equal Unequal Greater AtLeast Less AtMost Contains Matches Exists Missing Other(name) }
    wit::Scope => Scope { Loaded Project Scenes Prefabs Files(files) Other(name) }
    wit::Per => Per { Object Component(type_name) Other(name) }
    wit::Column => Column { Fact(fact) Field(field) Other(name) }
}
