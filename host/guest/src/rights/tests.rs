//! Tests of the calls that the operator's current settings allow.

use super::*;

const LOG: Interface = Interface::Log;
const EDIT: Interface = Interface::ObjectsEdit;

fn component(bundled: bool) -> Identity {
    Identity {
        bundle: "b".into(),
        digest: "d1".into(),
        bundled,
        folders: ["/link/b".into(), "/real/b".into()],
    }
}

fn ping() -> Piece {
    Piece::Tool("ping".to_owned())
}

#[test]
fn revoked_right_stops_runs_and_imports() {
    let prompt = Piece::Prompt("ping".to_owned());
    let taken = [
        (
            "bundles.enabled",
            Rights {
                enabled: false,
                ..Rights::default()
            },
        ),
        (
            "bundles.digest",
            Rights {
                digest: Some("d2".to_owned()),
                ..Rights::default()
            },
        ),
        (
            "bundles.folder",
            Rights {
                folder: Some("/real/c".into()),
                ..Rights::default()
            },
        ),
        (
            "bundles.tools",
            Rights {
                pieces: Pieces::new(|piece| *piece != ping()),
                ..Rights::default()
            },
        ),
    ];
    for (rule, rights) in taken {
        let component = component(true);
        let refusal = rights.import(&component, &ping(), LOG).expect_err(rule);
        assert_eq!(refusal.rule.id(), rule);
        assert_eq!(rights.run(&component, &ping()), Err(refusal));
        assert_eq!(rights.run(&component, &prompt).is_ok(), rule == "bundles.tools");
    }
    let same = Rights {
        digest: Some("d1".to_owned()),
        ..Rights::default()
    };
    assert!(same.import(&component(true), &ping(), LOG).is_ok());
    for folder in ["/link/b", "/real/b"] {
        let here = Rights {
            folder: Some(folder.into()),
            ..Rights::default()
        };
        assert!(here.import(&component(true), &ping(), LOG).is_ok());
    }
}

#[test]
fn refuses_ungranted_import_and_describes_what_it_allows() {
    let rights = Rights::default();
    let import = |bundled, interface| rights.import(&component(bundled), &ping(), interface);
    assert!(import(false, LOG).is_ok() && import(true, EDIT).is_ok());
    let refusal = import(false, EDIT).expect_err("not granted");
    assert_eq!(refusal.rule.id(), "bundles.grants");
    assert!(
        refusal.message.contains("activating, moving and destroying objects"),
        "{refusal}"
    );
}
