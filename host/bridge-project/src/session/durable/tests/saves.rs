//! Tests of a host that ends before, during or after a save.

use super::*;

#[test]
fn undo_of_a_saved_change_survives_a_restart() {
    let kept = Kept::new();
    let before = kept.main();
    let mut session = kept.open();
    let object = own_object(&session);
    let entry = apply(&mut session, move_height(object, 7.5), None).expect("set").entry;
    save(&mut session);
    undo(&mut session, &[entry]).expect("undone");
    assert_ne!(kept.main(), before);
    assert_eq!(session.count_unsaved().to_string(), "1 unsaved edit in 1 file");
    drop(session);
    let mut session = kept.open();
    assert_eq!(session.count_unsaved().to_string(), "1 unsaved edit in 1 file");
    save(&mut session);
    assert_eq!(kept.main(), before);
}

/// Removes the last line of the journal, as if the host had ended after writing the files and before recording that.
fn without_last_line(kept: &Kept) {
    let text = std::fs::read_to_string(kept.journal()).expect("a journal");
    let lines: Vec<&str> = text.lines().collect();
    let (last, rest) = lines.split_last().expect("lines");
    assert!(last.starts_with("{\"saved\":"), "{last}");
    assert!(rest.last().expect("a line before").starts_with("{\"saving\":"));
    std::fs::write(kept.journal(), rest.join("\n") + "\n").expect("written");
}

#[test]
fn missing_save_record_counts_as_saved_if_files_were_written() {
    let kept = Kept::new();
    let before = kept.main();
    let mut session = kept.open();
    let object = own_object(&session);
    let entry = apply(&mut session, move_height(object, 7.5), None).expect("set").entry;
    // Prevents an empty journal at the start.
    let arena = (0..session.world.count())
        .filter_map(|place| session.world.node_at_place(place))
        .filter_map(|at| session.world.node(at))
        .find(|node| session.scenes[node.scene as usize].file.path != MAIN)
        .expect("an object of another scene")
        .id;
    apply(&mut session, deactivate(arena), None).expect("set");
    let files = vec![MAIN.to_owned()];
    session.run(Command::SaveFiles { files, needs: None }).expect("saved");
    drop(session);
    without_last_line(&kept);

    let mut session = kept.open();
    assert!(
        has_log(&session, "was not completed: the file holds all changes"),
        "{:?}",
        session.lines
    );
    let rows = entries(&mut session).rows;
    assert!(rows.iter().any(|row| row.id == entry && row.saved), "{rows:?}");
    assert_eq!(session.count_unsaved().changes, 1);
    undo(&mut session, &[entry]).expect("undone");
    let files = vec![MAIN.to_owned()];
    session.run(Command::SaveFiles { files, needs: None }).expect("saved");
    assert_eq!(
        kept.main(),
        before,
        "undoing goes back to what the file held before the save"
    );
}

#[test]
fn missing_save_record_leaves_unwritten_change_unsaved() {
    let kept = Kept::new();
    let before = kept.main();
    let mut session = kept.open();
    let object = own_object(&session);
    let entry = apply(&mut session, move_height(object, 7.5), None).expect("set").entry;
    save(&mut session);
    drop(session);
    without_last_line(&kept);
    let after = kept.main();
    std::fs::write(kept.root().join(MAIN), &before).expect("written");

    let mut session = kept.open();
    assert!(has_log(&session, "does not hold the changes"), "{:?}", session.lines);
    let rows = entries(&mut session).rows;
    assert!(rows.iter().any(|row| row.id == entry && !row.saved), "{rows:?}");
    assert_eq!(preview_save(&mut session).len(), 1);
    save(&mut session);
    assert_eq!(kept.main(), after);
}

#[test]
fn restart_keeps_outside_change_of_a_saved_value() {
    let kept = Kept::new();
    let mut session = kept.open();
    let object = own_object(&session);
    apply(&mut session, move_height(object, 7.5), None).expect("set");
    save(&mut session);
    apply(&mut session, deactivate(object), None).expect("set");
    drop(session);
    let text = kept.main();
    assert_eq!(text.matches("y: 7.5").count(), 1);
    std::fs::write(kept.root().join(MAIN), text.replace("y: 7.5", "y: 9.25")).expect("written");
    let session = kept.open();
    let at = session.world.find(object).expect("there");
    let path = unity_fields::property::PropertyPath::parse("m_LocalPosition.y").expect("a path");
    assert_eq!(session.field_text(at, 0, &path).expect("a value").get(), "9.25");
    assert!(
        !session.world.node(at).expect("a node").active,
        "what is unsaved is there"
    );
}
