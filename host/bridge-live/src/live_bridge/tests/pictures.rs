//! Pictures of a Unity that says where they lie.

use super::*;
use host_bridge::Picture;

#[tokio::test]
async fn a_path_that_comes_with_a_picture_is_nobodys_file() {
    let host = Host::start();
    let mut able = hello();
    able.functions.push("screenshot/take".to_owned());
    let mut unity = host.linked(able).await;
    let asked = host.ask(Command::Screenshot {
        width: 1,
        height: 1,
        output_path: None,
    });
    let call = unity.call().await;
    let png = b"\x89PNG\r\n\x1a\n".to_vec();
    let picture = Reply::Picture(Picture {
        png: Vec::new(),
        width: 1,
        height: 1,
        file_path: Some("/elsewhere/id_ed25519".to_owned()),
        not_drawn: Vec::new(),
    });
    unity
        .say(FromUnity::Result(CallResult {
            id: call.id,
            value: Some(to_raw_value(&picture).expect("writable")),
            error: None,
            notes: Vec::new(),
            bytes: Some(png.len() as u64),
        }))
        .await;
    let bytes = Arrived::Binary(crate::frames::binary(call.id, &png));
    unity.0.incoming.send(bytes).await.expect("somebody listens");
    let Reply::Picture(picture) = asked.await.expect("no panic").expect("a picture").reply else {
        panic!("no picture")
    };
    assert_eq!((picture.png, picture.file_path), (png, None));
}
