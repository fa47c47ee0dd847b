//! Tests of pages and cursors of lists.

use super::*;

#[tokio::test]
async fn rejects_cursor_for_lists_paged_by_offset() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let with_cursor = || PageRequest {
        cursor: Some("50".to_owned()),
        ..page(0, 10)
    };
    for command in [
        Command::ListObjects {
            filter: ObjectFilter::default(),
            page: with_cursor(),
        },
        Command::ListScenes {
            filter: SceneFilter::default(),
            page: with_cursor(),
        },
        Command::ListScripts { page: with_cursor() },
    ] {
        let error = run(&bridge, command).await.expect_err("no cursor of ours");
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
        assert!(
            error.message.contains("`page.cursor` is \"50\"") && error.message.contains("page.offset"),
            "{error}"
        );
    }
}
