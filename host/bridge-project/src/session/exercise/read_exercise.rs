//! Commands for fuzz tests: reads of values, queries, assets, settings and scripts, and edits with their undo.

use super::super::Session;
use host_bridge::{
    AssetOrder, AssetsRequest, Column, Command, ComponentTest, CursorPage, EditComponent, EditRequest, EditTarget,
    EditTouches, FieldPath, FilterNode, ObjectId, Op, OrderKey, Per, QueryRequest, ReferenceTarget, Reply, Scope, Test,
    UsersRequest, ValueText, ValuesRequest,
};

/// Maximum number of assets that are read in detail. It is small, because a test run covers ten thousand projects.
const ASSETS: usize = 4;

/// Maximum size in bytes of a page of results that a fuzz run requests.
const PAGE_BYTES: usize = 1 << 20;

fn page() -> CursorPage {
    CursorPage {
        limit: 500,
        cursor: None,
        max_bytes: PAGE_BYTES,
    }
}

/// Returns commands that read `objects`, at most 50, and commands that search all files.
pub(super) fn object_reads(objects: &[ObjectId]) -> Vec<Command> {
    let mut commands = vec![
        Command::ReadValues {
            request: ValuesRequest {
                objects: objects.to_vec(),
                types: Vec::new(),
                paths: Vec::new(),
                items: 500,
                page: page(),
            },
        },
        Command::FindUsers {
            request: users(ReferenceTarget::TypeName("Light".to_owned())),
        },
        Command::ListSettings,
        Command::ListEntries { page: page() },
    ];
    let position = || {
        Column::Field(FieldPath {
            component: "Transform".to_owned(),
            path: "localPosition.x".to_owned(),
        })
    };
    for (scope, per) in [
        (Scope::Loaded, Per::Object),
        (Scope::Project, Per::Component("Component".to_owned())),
    ] {
        let test = Test {
            path: "localPosition.x".to_owned(),
            op: Op::Exists,
            value: None,
        };
        let request = QueryRequest {
            scope,
            filter: vec![FilterNode::Component(ComponentTest {
                type_name: "Transform".to_owned(),
                tests: vec![test],
            })],
            per,
            select: vec![position(), Column::Fact("layer".to_owned())],
            order: vec![OrderKey {
                column: position(),
                descending: true,
            }],
            page: page(),
        };
        commands.push(Command::Query {
            request: Box::new(request),
        });
    }
    let of_object = |object: &ObjectId| Command::FindUsers {
        request: users(ReferenceTarget::Object(*object)),
    };
    commands.extend(objects.iter().take(1).map(of_object));
    commands
}

fn users(target: ReferenceTarget) -> UsersRequest {
    UsersRequest {
        target,
        places: Vec::new(),
        page: page(),
    }
}

impl Session {
    /// Lists settings and assets, then reads the listed ones, for a fuzz run. Returns the number of failed commands.
    pub(super) fn exercise_listed(&mut self) -> usize {
        let mut problems = 0;
        let mut commands = Vec::new();
        if let Ok(replied) = self.run(Command::ListSettings)
            && let Reply::Sections(sections) = replied.reply
        {
            commands.extend(sections.into_iter().map(|section| Command::GetSettings {
                section,
                max_bytes: PAGE_BYTES,
            }));
        }
        let request = AssetsRequest {
            kind: None,
            folder: None,
            name: None,
            order: AssetOrder::Bytes,
            page: page(),
        };
        if let Ok(replied) = self.run(Command::FindAssets { request })
            && let Reply::AssetRows(answer) = replied.reply
        {
            for asset in answer.rows.into_iter().take(ASSETS) {
                let path = asset.path;
                if path.ends_with(".cs") {
                    commands.push(Command::DescribeScript { script: path.clone() });
                    commands.push(Command::ReadScriptSource {
                        path: path.clone(),
                        page: page(),
                    });
                }
                commands.push(Command::FindUsers {
                    request: users(ReferenceTarget::Asset(path.clone())),
                });
                commands.push(Command::GetAsset {
                    asset: path,
                    max_bytes: PAGE_BYTES,
                });
            }
        }
        for command in commands {
            problems += usize::from(self.run(command).is_err());
        }
        problems
    }

    /// Previews, applies, lists and undoes some batches of edits, one after the other. Returns the number of failed
    /// commands.
    pub(super) fn exercise_edits(&mut self, objects: &[ObjectId], prefab: Option<&str>) -> usize {
        let mut problems = 0;
        for edits in batches(objects, prefab) {
            let preview = Command::PreviewEdits { edits: edits.clone() };
            let Ok(Reply::Plan(plan)) = self.run(preview).map(|replied| replied.reply) else {
                problems += 1;
                continue;
            };
            let apply = Command::ApplyEdits {
                edits,
                digest: Some(plan.digest),
                touches: plan.touches,
            };
            let Ok(Reply::EditDone(done)) = self.run(apply).map(|replied| replied.reply) else {
                problems += 1;
                continue;
            };
            let entries = vec![done.entry];
            let undo = Command::UndoEdits {
                entries: entries.clone(),
                digest: None,
                touches: EditTouches::default(),
            };
            for command in [
                Command::PreviewUndo { entries },
                Command::ListEntries { page: page() },
                undo,
            ] {
                problems += usize::from(self.run(command).is_err());
            }
        }
        problems
    }
}

fn batches(objects: &[ObjectId], prefab: Option<&str>) -> Vec<Vec<EditRequest>> {
    let mut batches = vec![vec![EditRequest::Create {
        name: "New".to_owned(),
        parent: None,
        scene: None,
        position: Some(ValueText::from_json_text("[1, 2, 3]".to_owned())),
        components: vec!["Rigidbody".to_owned()],
    }]];
    if let Some(prefab) = prefab {
        batches.push(vec![EditRequest::Instantiate {
            prefab: prefab.to_owned(),
            parent: None,
            scene: None,
            position: None,
        }]);
    }
    for (object, other) in objects.iter().zip(objects.iter().rev()).take(1) {
        let (object, other) = (EditTarget::Object(*object), EditTarget::Object(*other));
        batches.push(vec![
            EditRequest::SetActive { object, active: false },
            EditRequest::Set {
                object,
                component: EditComponent::ByIndex(0),
                path: "localPosition.x".to_owned(),
                value: ValueText::from_json_text("0.5".to_owned()),
            },
            EditRequest::AddComponent {
                object,
                type_name: "BoxCollider".to_owned(),
            },
        ]);
        batches.push(vec![EditRequest::Reparent {
            object,
            parent: Some(other),
            index: None,
            keep_world: true,
        }]);
        batches.push(vec![EditRequest::Destroy { object }]);
    }
    batches
}
