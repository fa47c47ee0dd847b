//! Tests of hooks on the sample project and on a small one: they are recorded, enabled, found and limited. `types`
//! tests which types and methods can be hooked.

use super::*;
use host_bridge::{Hook, HookMethod};

mod types;

const HEALTH: &str = "Sample.Game.Combat.Health";
const TAKE: &str = "System.Boolean Sample.Game.Combat.Health::TakeDamage(System.Int32)";
const SET_ACTIVE: &str = "System.Void UnityEngine.GameObject::SetActive(System.Boolean)";

fn game() -> ProjectBridge {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    open(&root, OpenScenes::First)
}

fn small() -> TinyProject {
    let project = TinyProject::new();
    project.write(
        "Assets/Player.cs",
        "using UnityEngine;\nnamespace My.Game {\n public partial class Player : MonoBehaviour {\n  public void Hit(int by) {}\n  \
         public void Hit(float by, ref Stats stats) {}\n  public T Find<T>() => default;\n  public int Lives { get; set; }\n  \
         public struct Stats { public int Sum(int[] of, string @in = \"\") => 0; }\n }\n \
         public abstract class Enemy { public abstract void Attack(); public virtual void Flee() {} }\n \
         public class Bag<T> { public void Put(T item) {} }\n public delegate void Died(Player who);\n}\n",
    );
    project.write(
        "Assets/Sub/Player.Net.cs",
        "namespace My.Game {\n public partial class Player {\n  internal static void Send(Unknown what) {}\n\
         #if UNITY_EDITOR\n  void InEditor() {}\n#else\n  void InPlayer() {}\n#endif\n\
         #if UNITY_2021_1_OR_NEWER && !UNITY_6000_0_OR_NEWER\n  void Newer() {}\n#endif\n\
         #if MY_SYMBOL\n  void Maybe() {}\n#endif\n }\n}\n",
    );
    // A method of `My.Game.Player/Stats` in the form of Harmony has the name of this type.
    project.write(
        "Assets/Stats.cs",
        "namespace My.Game { public class Stats { public int Sum(int[] of, string @in) => 1; } }",
    );
    project.write(
        "Packages/com.me.kit/Runtime/Kit.cs",
        "namespace Me { public class Kit { public void Open() {} } }",
    );
    project.write("Assets/Hidden~/No.cs", "class Hidden { void F() {} }");
    project.write(
        "Packages/manifest.json",
        r#"{"dependencies": {"com.unity.ugui": "1.0.0", "com.unity.modules.ui": "1.0.0"}}"#,
    );
    project.asset("Assets/Plugins/Lib.dll", &guid('d'), "MZ");
    project
}

async fn methods(
    bridge: &ProjectBridge,
    type_name: &str,
    filter: Option<&str>,
    page: PageRequest,
) -> Result<(Page<HookMethod>, Vec<String>), BridgeError> {
    let command = Command::ListHookMethods {
        type_name: type_name.to_owned(),
        filter: filter.map(str::to_owned),
        page,
    };
    let replied = run(bridge, command).await?;
    match replied.reply {
        Reply::HookMethods(page) => Ok((page, replied.diagnostics)),
        other => panic!("{other:?}"),
    }
}

async fn hooks(bridge: &ProjectBridge) -> Vec<Hook> {
    match run(bridge, Command::ListHooks { page: page(0, 500) })
        .await
        .expect("a page")
        .reply
    {
        Reply::Hooks(page) => {
            assert_eq!(page.total as usize, page.items.len());
            page.items
        }
        other => panic!("{other:?}"),
    }
}

async fn add(bridge: &ProjectBridge, type_name: &str, method: &str) -> Result<String, BridgeError> {
    let command = Command::AddHook {
        type_name: type_name.to_owned(),
        method: method.to_owned(),
    };
    let replied = run(bridge, command).await?;
    assert_eq!(replied.diagnostics[0], crate::session::SESSION_ONLY);
    match replied.reply {
        Reply::Signature(text) => Ok(text),
        other => panic!("{other:?}"),
    }
}

async fn source(bridge: &ProjectBridge, signature: &str) -> Result<String, BridgeError> {
    let signature = signature.to_owned();
    match run(bridge, Command::GetHookSource { signature }).await?.reply {
        Reply::Source(text) => Ok(text),
        other => panic!("{other:?}"),
    }
}

fn set_source(signature: &str, source: impl Into<String>) -> Command {
    Command::SetHookSource {
        signature: signature.to_owned(),
        source: source.into(),
    }
}

fn enable(signature: &str, enabled: bool) -> Command {
    let signature = signature.to_owned();
    Command::SetHookEnabled { signature, enabled }
}

fn signatures(page: &Page<HookMethod>) -> Vec<&str> {
    page.items.iter().map(|method| method.signature.as_str()).collect()
}

/// Returns the kind, message and hint of an error in one line.
fn error_text(error: &BridgeError) -> String {
    format!(
        "{:?}: {} | {}",
        error.kind,
        error.message,
        error.hint.as_deref().unwrap_or_default()
    )
}

#[tokio::test]
async fn reading_sources_does_not_block_other_commands() {
    let project = sample();
    for number in 0..200 {
        let source = format!("public class C{number} {{ void M() {{ }} }}\n");
        project.write(&format!("Assets/C{number}.cs"), source);
    }
    let bridge = open(project.root(), OpenScenes::First);
    bridge.wait_until_loaded(&|_, _| ()).await;
    let order = std::sync::Mutex::new(Vec::new());
    let told = |what: &'static str| order.lock().expect("no panic").push(what);
    let methods = async {
        let command = Command::ListHookMethods {
            type_name: "C7".to_owned(),
            filter: None,
            page: page(0, 10),
        };
        let found = run(&bridge, command).await;
        told("methods");
        found
    };
    let time = async {
        run(&bridge, Command::GetTimeScale).await.expect("time");
        told("time");
    };
    let (found, ()) = tokio::join!(methods, time);
    assert!(matches!(found.expect("methods").reply, Reply::HookMethods(page) if page.total == 1));
    assert_eq!(*order.lock().expect("no panic"), ["time", "methods"]);
}

#[tokio::test]
async fn records_enables_edits_and_removes_a_hook() {
    let bridge = game();
    assert_eq!(
        add(&bridge, "UnityEngine.GameObject", SET_ACTIVE).await.expect("added"),
        SET_ACTIVE
    );
    let overloads = add(&bridge, HEALTH, "TakeDamage").await.expect_err("two of them");
    assert_eq!(overloads.kind, BridgeErrorKind::InvalidArgument);
    assert_eq!(
        overloads.message,
        "Multiple overloads found for 'Sample.Game.Combat.Health.TakeDamage'."
    );
    assert!(
        overloads.hint.as_deref().expect("a hint").contains(TAKE),
        "{overloads:?}"
    );
    // The forms of Harmony and HarmonyX for the same method.
    let harmony = "virtual System.Boolean Sample.Game.Combat.Health::TakeDamage(System.Int32 amount)";
    let harmony_x = "virtual bool Sample.Game.Combat.Health::TakeDamage(int amount)";
    assert_eq!(add(&bridge, HEALTH, harmony).await.expect("added"), TAKE);
    for again in [harmony_x, harmony, TAKE] {
        let error = add(&bridge, HEALTH, again).await.expect_err("hooked");
        assert_eq!(
            (error.kind, error.message.as_str()),
            (BridgeErrorKind::InvalidArgument, "Method is already hooked")
        );
    }
    let listed = hooks(&bridge).await;
    assert_eq!(
        listed
            .iter()
            .map(|hook| (hook.signature.as_str(), hook.enabled))
            .collect::<Vec<_>>(),
        [(SET_ACTIVE, true), (TAKE, true)]
    );
    assert!(listed.iter().all(|hook| {
        hook.not_firing
            .as_deref()
            .expect("a reason")
            .contains("no running Unity")
    }));

    run(&bridge, enable(harmony_x, false)).await.expect("switched");
    assert!(!hooks(&bridge).await[1].enabled);
    let template = source(&bridge, harmony).await.expect("a template");
    assert!(
        template.contains("Prefix(Sample.Game.Combat.Health __instance, int amount)"),
        "{template}"
    );
    assert!(template.contains("ref bool __result"), "{template}");
    let replied = run(&bridge, set_source(TAKE, template.clone())).await.expect("stored");
    assert_eq!(replied.diagnostics.len(), 2, "{:?}", replied.diagnostics);
    assert!(replied.diagnostics[1].contains("not compiled"));
    let replied = run(&bridge, set_source(harmony_x, "static void Postfix() { if ("))
        .await
        .expect("stored");
    assert!(
        replied.diagnostics[2].contains("does not look like C#"),
        "{:?}",
        replied.diagnostics
    );
    assert_eq!(
        source(&bridge, TAKE).await.expect("the source"),
        "static void Postfix() { if ("
    );

    run(
        &bridge,
        Command::RemoveHook {
            signature: harmony.to_owned(),
        },
    )
    .await
    .expect("removed");
    assert_eq!(hooks(&bridge).await.len(), 1);
    for (command, kind) in [
        (
            Command::RemoveHook {
                signature: TAKE.to_owned(),
            },
            BridgeErrorKind::NotFound,
        ),
        (enable(TAKE, true), BridgeErrorKind::NotFound),
        (set_source(TAKE, "x"), BridgeErrorKind::NotFound),
        (
            Command::GetHookSource {
                signature: TAKE.to_owned(),
            },
            BridgeErrorKind::InvalidArgument,
        ),
        (
            Command::GetHookSource {
                signature: "nonsense".to_owned(),
            },
            BridgeErrorKind::InvalidArgument,
        ),
    ] {
        let error = run(&bridge, command).await.expect_err("no such hook");
        assert_eq!((error.kind, error.message.as_str()), (kind, "Hook not found"));
    }
    assert_eq!(bridge.project().session_edits, 0, "a hook is no edit");
    // A removed hook's source does not come back.
    add(&bridge, HEALTH, TAKE).await.expect("added");
    assert_eq!(source(&bridge, TAKE).await.expect("a template"), template);
}

#[tokio::test]
async fn rejects_signature_that_names_another_type() {
    let project = small();
    let bridge = open(project.root(), OpenScenes::First);
    let nested = add(&bridge, "My.Game.Player+Stats", "Sum").await.expect("added");
    // Harmony prints a nested type without the outer one: the allowlist decided on `My.Game.Stats`.
    let harmony = "System.Int32 My.Game.Stats::Sum(System.Int32[] of, System.String in)";
    for command in [enable(harmony, false), set_source(harmony, "static void Prefix() {}")] {
        let error = run(&bridge, command).await.expect_err("another type");
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
        assert!(
            error.message.contains("`My.Game.Stats`") && error_text(&error).contains(&nested),
            "{error:?}"
        );
    }
    // HarmonyX prints the outer type.
    let harmony_x = "int My.Game.Player+Stats::Sum(int[] of, string in)";
    run(&bridge, enable(harmony_x, false)).await.expect("its own type");
    assert!(!hooks(&bridge).await[0].enabled);
    // With both hooked, the form of Harmony is ambiguous.
    let plain = add(&bridge, "My.Game.Stats", harmony).await.expect("added");
    assert_eq!(plain, "System.Int32 My.Game.Stats::Sum(System.Int32[],System.String)");
    let error = run(&bridge, enable(harmony, true)).await.expect_err("two fit");
    assert!(
        error_text(&error).contains(&nested) && error_text(&error).contains(&plain),
        "{}",
        error_text(&error)
    );
    run(&bridge, enable(&plain, false))
        .await
        .expect("the listed form decides");
    let text = source(&bridge, &nested).await.expect("a template");
    assert!(
        text.contains("ref My.Game.Player.Stats __instance") && text.contains("string @in"),
        "{text}"
    );
}

#[tokio::test]
async fn limits_number_of_hooks_and_size_of_sources() {
    let project = small();
    let many: String = (0..1_001).map(|at| format!("void M{at}() {{}}\n")).collect();
    project.write("Assets/Many.cs", format!("class Many {{ {many} }}"));
    let bridge = open(project.root(), OpenScenes::First);
    for at in 0..1_000 {
        add(&bridge, "Many", &format!("M{at}")).await.expect("room");
    }
    let error = add(&bridge, "Many", "M1000").await.expect_err("full");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    let method = |at: usize| format!("System.Void Many::M{at}()");
    for bad in ["", " \n", &"x".repeat(256 * 1024 + 1)] {
        let error = run(&bridge, set_source(&method(0), bad)).await.expect_err("refused");
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
    }
    let largest = format!("//{}", "x".repeat(256 * 1024 - 2));
    for at in 0..64 {
        run(&bridge, set_source(&method(at), largest.clone()))
            .await
            .expect("room");
    }
    let error = run(&bridge, set_source(&method(64), largest.clone()))
        .await
        .expect_err("full");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    run(&bridge, set_source(&method(0), "// short"))
        .await
        .expect("its own place is free again");
    run(&bridge, Command::RemoveHook { signature: method(999) })
        .await
        .expect("removed");
    add(&bridge, "Many", "M1000").await.expect("room again");
}
