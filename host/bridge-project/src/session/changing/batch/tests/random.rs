//! Tests of random edits: a preview changes nothing. Undoing half of the edits either is rejected, or has the same
//! result as making only the other half.

use super::undoing::cards;
use super::*;
use std::collections::BTreeSet;
use tests_projects::Dice;
use unity_fields::property::PropertyPath;

pub(in crate::session) fn edit(dice: &mut Dice, ids: &[ObjectId]) -> EditRequest {
    let object = EditTarget::Object(ids[dice.throw(ids.len())]);
    let types = ["BoxCollider", "Rigidbody", "Light", "HingeJoint"];
    match dice.throw(14) {
        0..=2 => EditRequest::SetActive {
            object,
            active: dice.throw(2) == 0,
        },
        3..=5 => EditRequest::Set {
            object,
            component: EditComponent::ByIndex(0),
            path: dice
                .choose(&["m_LocalScale", "m_LocalScale.x", "localPosition"])
                .to_owned(),
            value: value(&match dice.throw(3) {
                0 => json!([dice.throw(9), 1, 2]),
                1 => json!(dice.throw(9)),
                _ => json!([1, dice.throw(9), 2]),
            }),
        },
        6 | 7 => EditRequest::AddComponent {
            object,
            type_name: dice.choose(&types).to_owned(),
        },
        8 => EditRequest::RemoveComponent {
            object,
            component: EditComponent::ByType(dice.choose(&types).to_owned()),
        },
        9 | 10 => EditRequest::Reparent {
            object,
            parent: (dice.throw(3) > 0).then(|| EditTarget::Object(ids[dice.throw(ids.len())])),
            index: (dice.throw(3) == 0).then_some(0),
            keep_world: dice.throw(2) == 0,
        },
        11 => EditRequest::Create {
            name: format!("New {}", dice.throw(9)),
            parent: Some(object),
            scene: None,
            position: None,
            components: Vec::new(),
        },
        12 if dice.throw(8) == 0 => EditRequest::Destroy { object },
        _ => EditRequest::Set {
            object,
            component: EditComponent::ByType("Light".to_owned()),
            path: "intensity".to_owned(),
            value: value(&json!(dice.throw(9))),
        },
    }
}

/// Returns the state of the objects that files contain. Other objects are omitted, because their ids differ.
fn file_object_states(session: &Session, ids: &[ObjectId]) -> Vec<String> {
    let mut seen = Vec::new();
    for id in ids {
        let Ok(at) = session.view().find(*id) else { continue };
        let node = session.world.node(at).expect("a node");
        let parent = node.parent.and_then(|at| session.world.node(at)).map(|node| node.id);
        let siblings = session.world.children_or_roots(node.parent, node.scene).iter();
        let beside = siblings.filter_map(|at| session.world.node(*at).map(|node| node.id));
        let beside: Vec<ObjectId> = beside.filter(|id| ids.contains(id)).collect();
        let components = session.world.components(at);
        let names: Vec<_> = components
            .iter()
            .map(|known| session.library.types().name(known.kind))
            .collect();
        seen.push(format!("{id} {} {parent:?} {beside:?} {names:?}", node.active));
        for component in 0..names.len() {
            for field in ["m_LocalScale", "m_LocalPosition", "m_LocalRotation", "m_Intensity"] {
                let text = session.field_text(at, component, &PropertyPath::from_field(field));
                seen.extend(text.map(|text| format!("{id} {component} {field} {text}")));
            }
        }
    }
    seen
}

#[test]
fn undoing_random_edits_equals_applying_the_rest_or_conflicts() {
    for seed in [1_u64, 7, 2_026] {
        let (mut dice, mut here) = (Dice::new(seed), open(&sample()));
        let ids: Vec<ObjectId> = cards(&mut here).into_iter().map(|card| card.id).collect();
        let mut made: Vec<(u64, EditRequest)> = Vec::new();
        for _ in 0..500 {
            let edit = edit(&mut dice, &ids);
            if let Ok(done) = apply(&mut here, vec![edit.clone()], None) {
                made.push((done.entry, edit));
            }
        }
        let (mut undone, mut conflicts) = (BTreeSet::new(), 0);
        for (entry, _) in made.iter().rev() {
            if dice.throw(2) == 0 {
                continue;
            }
            match undo(&mut here, &[*entry]) {
                Ok(_) => {
                    undone.insert(*entry);
                }
                Err(error) => {
                    assert_eq!(error.kind, BridgeErrorKind::Conflict, "{error:?}");
                    conflicts += 1;
                }
            }
        }
        assert!(
            undone.len() > 40 && conflicts > 0,
            "{} undone, {conflicts} conflicts",
            undone.len()
        );
        let mut again = open(&sample());
        for (entry, edit) in made.iter().filter(|(entry, _)| !undone.contains(entry)) {
            let done = apply(&mut again, vec![edit.clone()], None);
            assert!(done.is_ok(), "entry {entry} depends on one that was undone: {done:?}");
        }
        assert_eq!(
            file_object_states(&here, &ids),
            file_object_states(&again, &ids),
            "seed {seed}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn preview_changes_nothing_and_matches_applying(seed in any::<u64>()) {
        let (mut dice, mut session) = (Dice::new(seed), open(&sample()));
        let ids: Vec<ObjectId> = cards(&mut session).into_iter().map(|card| card.id).collect();
        for _ in 0..3 {
            let batch: Vec<EditRequest> = (0..=dice.throw(6)).map(|_| edit(&mut dice, &ids)).collect();
            let before = visible_state(&mut session);
            let told = (session.events.len(), session.lines.len());
            let plan = preview(&mut session, batch.clone());
            prop_assert_eq!(&visible_state(&mut session), &before);
            prop_assert_eq!((session.events.len(), session.lines.len()), told);
            match (plan, apply(&mut session, batch, None)) {
                (Ok(plan), Ok(done)) => {
                    prop_assert_eq!(plan, done.plan);
                    let before = visible_state(&mut session);
                    let replied = session.run(Command::PreviewUndo { entries: vec![done.entry] });
                    prop_assert!(matches!(replied.expect("a plan").reply, Reply::Plan(_)));
                    prop_assert_eq!(&visible_state(&mut session), &before);
                }
                (Err(planned), Err(applied)) => {
                    prop_assert_eq!(planned, applied);
                    prop_assert_eq!(&visible_state(&mut session), &before);
                }
                (plan, done) => prop_assert!(false, "{:?} {:?}", plan, done),
            }
        }
    }
}
