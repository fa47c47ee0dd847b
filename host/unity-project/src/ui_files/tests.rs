//! Tests of addresses in UI files, in all forms of Unity's manual.

use super::*;
use unity_yaml::Guid;

fn found_addresses(path: &str, text: &str) -> Vec<(u32, &'static str, Address)> {
    let (found, beyond) = references(path, text);
    assert_eq!(beyond, 0);
    found.into_iter().map(|one| (one.line, one.form, one.to)).collect()
}

fn path(path: &str) -> Address {
    Address::Path(path.to_owned())
}

#[test]
fn finds_asset_addresses_of_every_form_in_styles() {
    let text = "/* url(\"No.png\") */\n@import url(\"Base.uss\");\n@import 'sub/Other.uss';\n.a { background-image: url('/Assets/Art/a b.png'); }\n\
        .b { background-image: url(../Up.png); -unity-font: resource(\"Fonts/Arial\"); }\n\
        .c { cursor: url(\"project:///Assets/C%20d.png\") 1 2; --my-url: \"url(x)\"; }\n\
        .d { background-image: url(\"project://database/Assets/D.png?fileID=2800000&guid=d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6&type=3#D\"); }\n\
        .e { background-image: url(\"http://a/b.png\"); }\n@import url(\"unity-theme://default\");\n.f { x: url(\"../../../../Out.png\"); y: url(\"\"); }";
    let guid = Guid::parse("d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6").expect("a guid");
    assert_eq!(
        found_addresses("Assets/UI/Main.uss", text),
        [
            (2, "@import", path("Assets/UI/Base.uss")),
            (3, "@import", path("Assets/UI/sub/Other.uss")),
            (4, "url", path("Assets/Art/a b.png")),
            (5, "url", path("Assets/Up.png")),
            (5, "resource", Address::Resource("Fonts/Arial".to_owned())),
            (6, "url", path("Assets/C d.png")),
            (
                7,
                "url",
                Address::Guid {
                    guid,
                    file_id: 2_800_000,
                    path: Some("Assets/D.png".to_owned())
                }
            ),
            (8, "url", Address::Unreadable("http://a/b.png".to_owned())),
            (9, "@import", Address::BuiltIn),
            (10, "url", Address::Unreadable("../../../../Out.png".to_owned())),
        ]
    );
}

#[test]
fn finds_asset_addresses_in_attributes_and_inline_styles() {
    let text = "<ui:UXML>\n<!-- <Style src=\"No.uss\"/> -->\n<Style src='Base.uss' />\n<ui:Template name=\"Row\" src=\"project://database/Assets/UI/Row.uxml?fileID=9&amp;guid=d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3&amp;type=3#Row\" />\n\
        <ui:Image source=\"pic.png\" text=\"src=&quot;x&quot;\"\n style=\"background-image: url(&apos;pic2.png&apos;);\" />\n<ui:Style path=\"Styles/Main\" />\n<my:Icon asset=\"project:/Assets/I.png\" />\n</ui:UXML>";
    let guid = Guid::parse("d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3").expect("a guid");
    assert_eq!(
        found_addresses("Assets/UI/Main.uxml", text),
        [
            (3, "src", path("Assets/UI/Base.uss")),
            (
                4,
                "src",
                Address::Guid {
                    guid,
                    file_id: 9,
                    path: Some("Assets/UI/Row.uxml".to_owned())
                }
            ),
            (5, "source", path("Assets/UI/pic.png")),
            (6, "url", path("Assets/UI/pic2.png")),
            (7, "path", Address::Resource("Styles/Main".to_owned())),
            (8, "attribute", path("Assets/I.png")),
        ]
    );
}

#[test]
fn parses_truncated_text_without_panic() {
    for text in [
        "<",
        "<a",
        "<a src",
        "<a src=",
        "<a src='",
        "<!--",
        "url(",
        "url(\"",
        "@import",
        "/*",
        "<ü src=\"ä&#x;&",
        "'\\",
    ] {
        let _ = (references("a.uxml", text), references("a.uss", text));
    }
}
