//! Tests of the types and methods that can be hooked, from sources, assemblies and the table of engine types. Also
//! tests the reasons why a method cannot be hooked.

use super::*;

#[tokio::test]
async fn lists_methods_from_sources_and_the_engine_table() {
    let bridge = game();
    let (all, _) = methods(&bridge, HEALTH, None, page(0, 500)).await.expect("a page");
    let signatures = signatures(&all);
    assert!(signatures.is_sorted() && signatures.contains(&TAKE), "{signatures:?}");
    assert!(
        all.items
            .iter()
            .all(|method| method.origin == "source" && method.resolved)
    );
    assert_eq!((all.total as usize, all.next_offset), (signatures.len(), None));
    let (filtered, _) = methods(&bridge, HEALTH, Some("takedamage(SYSTEM.int32"), page(0, 5))
        .await
        .expect("a page");
    assert_eq!((filtered.total, filtered.items[0].signature.as_str()), (1, TAKE));
    assert_eq!(filtered.items[0].name, "TakeDamage");

    let (engine, notes) = methods(&bridge, "UnityEngine.GameObject", Some("setactive"), page(0, 50))
        .await
        .expect("a page");
    let set_active = engine
        .items
        .iter()
        .find(|method| method.signature == SET_ACTIVE)
        .expect("listed");
    assert_eq!((set_active.origin.as_str(), set_active.resolved), ("table", true));
    assert!(notes[0].contains("table"), "{notes:?}");

    // The pages contain the same list, limited by count and by bytes.
    for max_bytes in [64 * 1024, 300] {
        let mut paged = Vec::new();
        let mut offset = Some(0);
        while let Some(from) = offset {
            let request = PageRequest {
                max_bytes,
                ..page(from, 4)
            };
            let (part, _) = methods(&bridge, HEALTH, None, request).await.expect("a page");
            assert_eq!(part.total, all.total);
            paged.extend(part.items);
            offset = part.next_offset;
        }
        assert_eq!(paged, all.items);
    }
}

#[tokio::test]
async fn reads_partial_nested_and_conditional_declarations() {
    let project = small();
    let bridge = open(project.root(), OpenScenes::First);
    let (found, notes) = methods(&bridge, "My.Game.Player", None, page(0, 500))
        .await
        .expect("a page");
    let expected = [
        ("System.Int32 My.Game.Player::get_Lives()", true),
        ("System.Void My.Game.Player::Hit(System.Int32)", true),
        (
            "System.Void My.Game.Player::Hit(System.Single,My.Game.Player/Stats&)",
            true,
        ),
        ("System.Void My.Game.Player::InEditor()", true),
        ("System.Void My.Game.Player::Maybe()", false),
        ("System.Void My.Game.Player::Newer()", true),
        ("System.Void My.Game.Player::Send(Unknown)", false),
        ("System.Void My.Game.Player::set_Lives(System.Int32)", true),
        ("T My.Game.Player::Find()", true),
    ];
    let listed: Vec<_> = found
        .items
        .iter()
        .map(|method| (method.signature.as_str(), method.resolved))
        .collect();
    assert_eq!(listed, expected);
    assert!(notes.iter().any(|note| note.starts_with("1 of the 9")), "{notes:?}");
    for nested in ["My.Game.Player/Stats", "My.Game.Player+Stats"] {
        let (found, _) = methods(&bridge, nested, None, page(0, 5)).await.expect("a page");
        assert_eq!(
            signatures(&found),
            ["System.Int32 My.Game.Player/Stats::Sum(System.Int32[],System.String)"]
        );
    }
    let (found, _) = methods(&bridge, "Me.Kit", None, page(0, 5))
        .await
        .expect("a package's type");
    assert_eq!(signatures(&found), ["System.Void Me.Kit::Open()"]);
}

#[tokio::test]
async fn reports_why_a_method_cannot_be_hooked() {
    let project = small();
    let bridge = open(project.root(), OpenScenes::First);
    let table = [
        ("My.Game.Player", "Nope", "NotFound: Method not found | "),
        (
            "My.Game.Player",
            "hit",
            "NotFound: Method not found | `My.Game.Player` declares ",
        ),
        (
            "My.Game.Player",
            "void My.Game.Player::Hit(string by)",
            "NotFound: Method overload not found | `My.Game.Player` declares System.Void",
        ),
        (
            "My.Game.Player",
            "System.Int32 My.Game.Stats::Sum()",
            "NotFound: Method overload not found | ",
        ),
        (
            "My.Game.Player",
            "Find",
            "InvalidArgument: `T My.Game.Player::Find()` cannot be hooked: it is generic",
        ),
        (
            "My.Game.Enemy",
            "Attack",
            "InvalidArgument: `System.Void My.Game.Enemy::Attack()` cannot be hooked: it is abstract",
        ),
        (
            "My.Game.Bag`1",
            "Put",
            "InvalidArgument: `System.Void My.Game.Bag`1::Put(T)` cannot be hooked: its type is generic",
        ),
        ("My.Game.Died", "Invoke", "InvalidArgument: "),
        // An allowlist compares the exact text, so only the name of the type itself is accepted.
        (
            "My.Game.Bag",
            "Put",
            "NotFound: Type not found | `My.Game.Bag` is written `My.Game.Bag`1`",
        ),
        (
            "My.Game.Player.Stats",
            "Sum",
            "NotFound: Type not found | `My.Game.Player.Stats` is written `My.Game.Player/Stats`",
        ),
        (" My.Game.Player", "Hit", "NotFound: Type not found | "),
        ("Hidden", "F", "NotFound: Type not found | "),
        ("Enemy", "Flee", "NotFound: Type not found | "),
    ];
    for (type_name, method, expected) in table {
        let error = add(&bridge, type_name, method).await.expect_err(method);
        assert!(error_text(&error).starts_with(expected), "{}", error_text(&error));
    }
    let error = methods(&bridge, "enemy", None, page(0, 5))
        .await
        .expect_err("no such type");
    for part in [
        "did you mean My.Game.Enemy?",
        "Assets/Plugins/Lib.dll",
        "com.unity.ugui",
    ] {
        assert!(error_text(&error).contains(part), "{}", error_text(&error));
    }
    assert!(!error_text(&error).contains("com.unity.modules.ui"));
    assert_eq!(hooks(&bridge).await, []);
    assert_eq!(bridge.project().session_edits, 0);
    let command = Command::AddHook {
        type_name: "My.Game.Player".to_owned(),
        method: "Send".to_owned(),
    };
    let notes = run(&bridge, command).await.expect("recorded").diagnostics;
    assert!(notes.iter().any(|note| note.contains("declared in none")), "{notes:?}");
}

#[tokio::test]
async fn rereads_a_changed_source() {
    let project = small();
    project.write("Assets/Twisted.cs", "class Twisted { void F(int a) {} void G( {}");
    let bridge = ProjectBridge::open(ProjectOptions {
        watch: WatchMode::Auto,
        ..ProjectOptions::new(project.root())
    })
    .expect("a thread");
    let (found, notes) = methods(&bridge, "Twisted", None, page(0, 5)).await.expect("a page");
    assert!(signatures(&found).contains(&"System.Void Twisted::F(System.Int32)"));
    assert!(notes.iter().any(|note| note.contains("could not be read")), "{notes:?}");
    add(&bridge, "Me.Kit", "Open").await.expect("added");
    project.write("Assets/Twisted.cs", "class Twisted { void Straight() {} }");
    let wait = async {
        loop {
            let (found, _) = methods(&bridge, "Twisted", None, page(0, 5)).await.expect("a page");
            if signatures(&found) == ["System.Void Twisted::Straight()"] {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait)
        .await
        .expect("the change is seen");
    assert_eq!(hooks(&bridge).await.len(), 1);
}

#[cfg(unix)]
#[tokio::test]
async fn does_not_follow_links_out_of_the_project() {
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(elsewhere.path().join("code")).expect("a new folder");
    std::fs::write(elsewhere.path().join("code/Out.cs"), "class Out { void F() {} }").expect("a written file");
    let project = small();
    std::os::unix::fs::symlink(elsewhere.path().join("code"), project.root().join("Assets/Linked")).expect("a link");
    std::os::unix::fs::symlink(
        elsewhere.path().join("code/Out.cs"),
        project.root().join("Assets/Out.cs"),
    )
    .expect("a link");
    let bridge = open(project.root(), OpenScenes::First);
    let error = add(&bridge, "Out", "F").await.expect_err("not read");
    assert!(
        error_text(&error).contains("2 C# sources, assemblies or folder entries were left out"),
        "{}",
        error_text(&error)
    );
}

#[tokio::test]
async fn reads_methods_from_compiled_assemblies() {
    let project = small();
    let lib = project.root().join("Lib.txt");
    let text = "namespace Lib { public class Tool { public int Use(string what, out int[] left) { left = null; return 0; } \
                internal static void Hide() {} public abstract class Part { public abstract void Do(); } } \
                public struct Size { public void Grow(Size by) {} } }";
    std::fs::write(&lib, text).expect("a written file");
    for name in ["Lib.dll", "Other.dll"] {
        let mut compile = std::process::Command::new("mcs");
        compile.args(["-nologo", "-target:library"]);
        compile.arg(format!(
            "-out:{}",
            project.root().join("Assets/Plugins").join(name).display()
        ));
        let Ok(output) = compile.arg(&lib).output() else {
            println!("skipped: mcs is not installed");
            return;
        };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    project.write(
        "Assets/User.cs",
        "public class User { public Lib.Size Take(Lib.Tool tool) => default; }",
    );
    let bridge = open(project.root(), OpenScenes::First);
    let (found, notes) = methods(&bridge, "Lib.Tool", None, page(0, 5)).await.expect("a page");
    assert_eq!(
        signatures(&found),
        [
            "System.Int32 Lib.Tool::Use(System.String,System.Int32[]&)",
            "System.Void Lib.Tool::Hide()"
        ]
    );
    assert!(
        found
            .items
            .iter()
            .all(|method| method.origin == "assembly" && method.resolved)
    );
    assert!(
        notes[0].contains("Assets/Plugins/Lib.dll") && notes[1].contains("other assemblies"),
        "{notes:?}"
    );
    let (found, _) = methods(&bridge, "User", None, page(0, 5)).await.expect("a page");
    assert_eq!(signatures(&found), ["Lib.Size User::Take(Lib.Tool)"]);
    assert!(found.items[0].resolved);
    let hook = add(&bridge, "Lib.Tool", "int Lib.Tool::Use(string what, out int[] left)")
        .await
        .expect("added");
    let text = source(&bridge, &hook).await.expect("a template");
    assert!(
        text.contains("Prefix(Lib.Tool __instance, string what, ref int[] left)"),
        "{text}"
    );
    let error = add(&bridge, "Lib.Tool/Part", "Do").await.expect_err("abstract");
    assert!(error_text(&error).contains("it is abstract"), "{}", error_text(&error));
}
