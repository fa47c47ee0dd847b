//! `unity-tools:unity/query`.

use crate::bindings::current::unity_tools::unity::query as wit;
use crate::fault::{BadValue, Fault};
use crate::imports::page::{count, object};
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
                scope: request.scope.into(),
                filter: filter.collect::<Result<_, _>>()?,
                per: request.per.into(),
                select: request.select.into_iter().map(Column::from).collect(),
                order: request.order.into_iter().map(OrderKey::from).collect(),
                page,
            };
            Ok(Command::Query {
                request: Box::new(request),
            })
        });
        let answer: QueryAnswer = self.unity_if(Function::Query, bytes, command).await?;
        Ok(answer.into())
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
        op: test.op.into(),
        value: value.transpose()?,
    })
}

impl From<wit::Op> for Op {
    fn from(op: wit::Op) -> Self {
        match op {
            wit::Op::Equal => Self::Equal,
            wit::Op::Unequal => Self::Unequal,
            wit::Op::Greater => Self::Greater,
            wit::Op::AtLeast => Self::AtLeast,
            wit::Op::Less => Self::Less,
            wit::Op::AtMost => Self::AtMost,
            wit::Op::Contains => Self::Contains,
            wit::Op::Matches => Self::Matches,
            wit::Op::Exists => Self::Exists,
            wit::Op::Missing => Self::Missing,
            wit::Op::Other(name) => Self::Other(name),
        }
    }
}

impl From<wit::Scope> for Scope {
    fn from(scope: wit::Scope) -> Self {
        match scope {
            wit::Scope::Loaded => Self::Loaded,
            wit::Scope::Project => Self::Project,
            wit::Scope::Scenes => Self::Scenes,
            wit::Scope::Prefabs => Self::Prefabs,
            wit::Scope::Files(files) => Self::Files(files),
            wit::Scope::Other(name) => Self::Other(name),
        }
    }
}

impl From<wit::Per> for Per {
    fn from(per: wit::Per) -> Self {
        match per {
            wit::Per::Object => Self::Object,
            wit::Per::Component(type_name) => Self::Component(type_name),
            wit::Per::Other(name) => Self::Other(name),
        }
    }
}

impl From<wit::Column> for Column {
    fn from(column: wit::Column) -> Self {
        match column {
            wit::Column::Fact(fact) => Self::Fact(fact),
            wit::Column::Field(field) => Self::Field(field.into()),
            wit::Column::Other(name) => Self::Other(name),
        }
    }
}

impl From<wit::Key> for OrderKey {
    fn from(key: wit::Key) -> Self {
        Self {
            column: key.column.into(),
            descending: key.descending,
        }
    }
}

impl From<QueryAnswer> for wit::Answer {
    fn from(answer: QueryAnswer) -> Self {
        Self {
            total: count(answer.total),
            complete: answer.complete,
            rows: answer.rows.into_iter().map(wit::Row::from).collect(),
            next: answer.next,
            not_searched: answer.not_searched.into_iter().map(Into::into).collect(),
            not_searched_total: count(answer.not_searched_total),
        }
    }
}

impl From<QueryRow> for wit::Row {
    fn from(row: QueryRow) -> Self {
        let cells = row.cells.into_iter();
        Self {
            object: row.object.to_string(),
            file: row.file,
            path: row.path,
            component: row.component,
            cells: cells.map(|cell| cell.0.map(String::from)).collect(),
        }
    }
}

/// Bytes of the request's texts.
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
