//! Tests of plain components, which were written for another host or for none.

use super::exports::PlainExports;
use super::{Plain, effect, from_json, to_json};
use crate::outline::Outline;
use crate::testing::{self, Host, invocation, limits, permit};
use crate::{InspectedListing, PreparedBundle, inspect};
use host_api::{CallOutcome, Effect, ErrorKind};
use serde_json::{Value, json};
use std::sync::Arc;
use wasmtime::component::Component;
use wasmtime::component::types::ComponentItem;
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};

/// An interface with every WIT type that has a JSON form, and with types that have none.
const EVERYTHING: &str = r"
    /// Sums and shapes.
    interface ops {
        /// Where something is.
        record point {
            x: s32,
            /// How far up, where that is known.
            y: option<f64>,
        }
        enum colour { red, dark-green }
        flags rights { read, write }
        variant shape { empty, circle(f32), both(tuple<u8, string>) }
        resource file { read: func() -> u32; }
        /// Gives back what it is given.
        everything: func(
            a: bool, b: s8, c: u16, d: u64, e: s64, f: f32, g: f64, h: char, i: string, j: list<u8>, k: tuple<s16, bool>,
            l: point, m: colour, n: rights, o: shape, p: option<string>, q: option<option<u32>>, r: result<u32, string>, s: result,
        ) -> point;
        open: func(name: string) -> file;
        sum: func(numbers: list<u32>) -> result<u64, shape>;
        done: func();
    }
    world guest {
        export ops;
        /// Adds two numbers.
        export add: func(left: u32, right: u32) -> u32;
    }";

/// Returns a component of this WIT world in which every function traps.
fn dummy(text: &str) -> Vec<u8> {
    let (resolve, world) = testing::world(text, "0.3.0");
    let abi = wit_parser::ManglingAndAbi::Legacy(wit_parser::LiftLowerAbi::Sync);
    let mut module = wit_component::dummy_module(&resolve, world, abi);
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false).expect("metadata");
    let mut encoder = ComponentEncoder::default();
    encoder.module(&module).expect("a module of that world");
    encoder.encode().expect("a component")
}

/// Returns a component as `dummy` does, with the doc comments of its WIT.
fn documented(text: &str) -> Vec<u8> {
    let (resolve, world) = testing::world(text, "0.3.0");
    let package = resolve.worlds[world].package.expect("its package");
    let package = wit_component::encode(&resolve, package, false).expect("a package");
    let docs = crate::sections::read_sections(&package).find(|section| {
        section.id == crate::sections::CUSTOM
            && crate::sections::custom(section.contents).is_some_and(|(name, _)| name == "package-docs")
    });
    [dummy(text), docs.expect("its comments").whole.to_vec()].concat()
}

fn plain(bytes: &[u8]) -> Plain {
    let outline = Outline::read(bytes).expect("it is good");
    super::read_plain(bytes, &outline)
        .expect("it is plain")
        .expect("it lists")
}

fn schema(plain: &Plain, tool: &str) -> (Value, Option<Value>) {
    let found = plain.checked.tools.iter().find(|one| one.name == tool).expect(tool);
    let parse = |text: &String| serde_json::from_str(text).expect("JSON");
    (parse(&found.input_schema), found.output_schema.as_ref().map(parse))
}

#[test]
fn lists_each_function_with_its_comment_and_schema() {
    let plain = plain(&documented(EVERYTHING));
    let tools: Vec<(&str, &str)> = plain
        .checked
        .tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.description.as_str()))
        .collect();
    assert_eq!(
        tools,
        [
            ("add", "Adds two numbers."),
            ("ops.everything", "Gives back what it is given."),
            ("ops.sum", "Calls `sum` of `test:guest/ops`, which has no description."),
            (
                "ops.done",
                "Calls `done` of `test:guest/ops`, which has no description."
            ),
        ]
    );
    assert!(plain.checked.tools.iter().all(|tool| tool.effect == Effect::Read));
    let (input, output) = schema(&plain, "ops.everything");
    let of = |name: &str| &input["properties"][name];
    assert_eq!(of("b"), &json!({"type": "integer", "minimum": -128, "maximum": 127}));
    assert_eq!(of("d")["maximum"], json!(9_007_199_254_740_992_i64));
    assert_eq!(of("l")["description"], "Where something is.");
    assert_eq!(of("l")["required"], json!(["x"]));
    assert_eq!(
        of("l")["properties"]["y"]["description"],
        "How far up, where that is known."
    );
    assert_eq!(of("m")["enum"], json!(["red", "dark-green"]));
    assert_eq!(of("o")["oneOf"][0], json!({"const": "empty"}));
    let required = input["required"].as_array().expect("a list");
    assert_eq!(required.len(), 17, "all but the two options: {required:?}");
    assert_eq!(output.expect("a record")["properties"]["x"]["type"], "integer");
    let (_, sum) = schema(&plain, "ops.sum");
    assert_eq!(sum.expect("a number")["required"], json!(["result"]));
    assert_eq!(schema(&plain, "ops.done").1, None);
    // Types without a JSON form are reported, and other functions still become tools.
    assert_eq!(plain.left_out.len(), 2, "{:?}", plain.left_out);
    for (told, parts) in plain.left_out.iter().zip([
        ["`[method]file.read`", "a resource"],
        ["`open`", "its result is a resource"],
    ]) {
        assert!(parts.iter().all(|part| told.contains(part)), "{told}");
    }
}

#[test]
fn derives_default_tool_effect_from_imports() {
    let of = |imports: &[&str]| effect(&imports.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>());
    assert_eq!(of(&[]), Effect::Read);
    assert_eq!(
        of(&["wasi:cli/environment@0.2.0", "unity-tools:unity/objects@0.3.0"]),
        Effect::Read
    );
    assert_eq!(
        of(&[
            "unity-tools:unity/objects@0.3.0",
            "unity-tools:unity/objects-edit@0.3.0"
        ]),
        Effect::Destructive
    );
    assert_eq!(of(&["unity-tools:unity/command@0.3.0"]), Effect::Read);
    assert_eq!(of(&["unity-tools:unity/command-run@0.3.0"]), Effect::Destructive);
    assert_eq!(of(&["unity-tools:unity/console-eval@0.3.0"]), Effect::Code);
    assert_eq!(of(&["unity-tools:host/policy-edit@0.3.0"]), Effect::Config);
}

/// Returns the arguments of `everything`, with the values in `changed`.
fn arguments(changed: Value) -> String {
    let mut all = json!({
        "a": true, "b": -128, "c": 65535, "d": "18446744073709551615", "e": -9_007_199_254_740_992_i64, "f": 0.5, "g": "NaN",
        "h": "ß", "i": "t\u{0}", "j": [0, 255], "k": [-1, false], "l": {"x": 1}, "m": "dark-green", "n": ["write"],
        "o": {"both": [7, "x"]}, "q": {"some": null}, "r": {"err": "no"}, "s": "ok",
    });
    for (name, value) in changed.as_object().expect("an object") {
        all[name] = value.clone();
    }
    all.to_string()
}

/// Returns the values that `everything` would receive, converted back to JSON, or the error.
fn converted(json: &str) -> Result<Vec<Value>, String> {
    let engine = crate::engine::for_compiling().expect("an engine");
    let component = Component::from_binary(&engine, &dummy(EVERYTHING)).expect("it compiles");
    let kind = component.component_type();
    let Some(ComponentItem::ComponentInstance(ops)) = kind.get_export(&engine, "test:guest/ops").map(|item| item.ty)
    else {
        panic!("it exports the interface")
    };
    let Some(ComponentItem::ComponentFunc(function)) = ops.get_export(&engine, "everything").map(|item| item.ty) else {
        panic!("it exports the function")
    };
    let values = from_json::arguments(function.params(), json)?;
    let text = |value| to_json::text(value, 1 << 20).expect("short");
    Ok(values
        .iter()
        .map(|value| serde_json::from_str(&text(value)).expect("JSON"))
        .collect())
}

#[test]
fn round_trips_values_of_every_type() {
    let given: Value = serde_json::from_str(&arguments(json!({}))).expect("JSON");
    let back = converted(&given.to_string()).expect("they fit");
    let names = "abcdefghijklmnopqrs".chars().map(String::from);
    for (name, value) in names.zip(back) {
        let expected = match name.as_str() {
            "l" => json!({"x": 1, "y": null}),
            "p" => Value::Null,
            other => given[other].clone(),
        };
        assert_eq!(value, expected, "{name}");
    }
}

#[test]
fn rejects_invalid_value_with_its_place_and_expectation() {
    let too_long = Value::Array(vec![json!(1); 200_001]);
    for (changed, parts) in [
        (json!({"b": 128}), ["`b` is 128", "from -128 to 127"]),
        (json!({"b": 1.5}), ["`b` is 1.5", "a whole number"]),
        (json!({"c": -1}), ["`c` is -1", "from 0 to 65535"]),
        (
            json!({"d": 9_007_199_254_740_994_u64}),
            ["`d` is 9007199254740994", "as a text where it is beyond"],
        ),
        (json!({"d": "18446744073709551616"}), ["`d`", "to 18446744073709551615"]),
        (
            json!({"e": "-9223372036854775809"}),
            ["`e`", "from -9223372036854775808"],
        ),
        (json!({"f": 1e300}), ["`f` is 1e+300", "32 bits"]),
        (json!({"g": "nan"}), ["`g`", "\"Infinity\""]),
        (json!({"h": "ab"}), ["`h`", "one character"]),
        (json!({"h": ""}), ["`h`", "one character"]),
        (json!({"j": [0, 256]}), ["`j[1]` is 256", "to 255"]),
        (json!({"k": [1]}), ["`k` is [1]", "a list of 2 values"]),
        (json!({"l": {}}), ["`l.x` is missing", ""]),
        (json!({"l": {"x": 1, "z": 1}}), ["`l` has no field `z`", "`x`, `y`"]),
        (json!({"m": "blue"}), ["`m` is \"blue\"", "`red`, `dark-green`"]),
        (json!({"n": ["read", "read"]}), ["`n[1]`", "each name once"]),
        (json!({"o": "circle"}), ["`o` is \"circle\"", "{\"circle\": …}"]),
        (json!({"o": {"empty": 1}}), ["`o`", "\"empty\""]),
        (json!({"q": 5}), ["`q` is 5", "the member `some`"]),
        (json!({"r": "ok"}), ["`r` is \"ok\"", "{\"ok\": …}"]),
        (json!({"i": null}), ["`i` is null", "a text"]),
        (json!({"j": too_long}), ["more than 200000 values", ""]),
        (json!({"zz": 1}), ["no parameter `zz`", "`a`"]),
    ] {
        let wrong = converted(&arguments(changed)).expect_err("it must be refused");
        assert!(parts.iter().all(|part| wrong.contains(part)), "{parts:?}: {wrong}");
    }
}

#[test]
fn omits_and_reports_functions_with_huge_expanded_types() {
    let mut text = "interface ops { record t0 { a: u8, b: u8 }\n".to_owned();
    for level in 1..16 {
        text.push_str(&format!("record t{level} {{ a: t{}, b: t{} }}\n", level - 1, level - 1));
    }
    text.push_str("huge: func(it: t15);\n small: func(it: t2); }\n world guest { export ops; }");
    let plain = plain(&dummy(&text));
    assert_eq!(plain.checked.tools.len(), 1);
    assert!(
        plain.left_out[0].contains("more than 2000 parts"),
        "{:?}",
        plain.left_out
    );
}

/// A module with the functions `echo` (returns its text), `half` (returns half of an even number or an error) and
/// `bomb` (returns four thousand million texts).
const RUNS: &str = r#"(module
    (memory (export "memory") 16)
    (global $top (mut i32) (i32.const 4096))
    (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (local $at i32)
        (local.set $at (global.get $top))
        (global.set $top (i32.add (global.get $top) (i32.and (i32.add (local.get 3) (i32.const 15)) (i32.const -16))))
        local.get $at)
    (data (i32.const 64) "it is odd")
    (func (export "echo") (param i32 i32) (result i32)
        (i32.store (i32.const 16) (local.get 0)) (i32.store (i32.const 20) (local.get 1)) i32.const 16)
    (func (export "half") (param i32) (result i32)
        (i32.store8 (i32.const 16) (i32.and (local.get 0) (i32.const 1)))
        (if (i32.and (local.get 0) (i32.const 1))
            (then (i32.store (i32.const 20) (i32.const 64)) (i32.store (i32.const 24) (i32.const 9)))
            (else (i32.store (i32.const 20) (i32.shr_u (local.get 0) (i32.const 1)))))
        i32.const 16)
    (func (export "many") (param i32) (result i32)
        (i32.store (i32.const 16) (i32.const 0)) (i32.store (i32.const 20) (local.get 0)) i32.const 16)
    (func (export "spin") (loop $again (br $again))))"#;
const RUNS_WORLD: &str = "world guest {
    export echo: func(text: string) -> string;
    export half: func(number: u32) -> result<u32, string>;
    export many: func(count: u32) -> list<u8>;
    export spin: func();
}";

fn runs() -> Vec<u8> {
    let (resolve, world) = testing::world(RUNS_WORLD, "0.3.0");
    let mut module = wat::parse_str(RUNS).expect("it parses");
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false).expect("metadata");
    let mut encoder = ComponentEncoder::default();
    encoder.validate(true).module(&module).expect("a module of that world");
    encoder.encode().expect("a component")
}

fn prepared(host: &Host) -> Arc<PreparedBundle> {
    let source = host.write("plain", &runs());
    let bundle = tokio::task::block_in_place(|| host.runtime.prepare_at_once(&source));
    bundle.expect("it is good").expect("its types tell all")
}

async fn call(host: &Host, bundle: &Arc<PreparedBundle>, tool: &str, arguments: Value) -> CallOutcome {
    let mut call = invocation(limits());
    call.tool = Arc::from(tool);
    call.arguments = Arc::from(arguments.to_string());
    host.runtime.call_tool(bundle, permit(Effect::Read), call).await
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_plain_component_with_its_own_types() {
    let host = Host::new();
    let bundle = prepared(&host);
    assert!(bundle.plain && bundle.needs_compiling());
    let echoed = call(&host, &bundle, "echo", json!({"text": "Ä\u{1F600}"}))
        .await
        .expect("good");
    let structured = |outcome: host_api::ToolOutcome| outcome.structured.expect("a value").to_value();
    assert_eq!(structured(echoed), json!({"result": "Ä\u{1F600}"}));
    let half = call(&host, &bundle, "half", json!({"number": 4})).await.expect("even");
    assert_eq!(structured(half), json!({"result": 2}));
    let odd = call(&host, &bundle, "half", json!({"number": 3}))
        .await
        .expect_err("odd");
    assert_eq!((odd.kind, odd.message.as_str()), (ErrorKind::ToolFailed, "it is odd"));
    let wrong = call(&host, &bundle, "half", json!({"number": -3}))
        .await
        .expect_err("no such number");
    assert_eq!(wrong.kind, ErrorKind::InvalidArgument);
    assert!(wrong.message.contains("`number` is -3"), "{wrong}");
    let unknown = call(&host, &bundle, "nothing", json!({}))
        .await
        .expect_err("it must be refused");
    assert_eq!(unknown.kind, ErrorKind::UnknownName);
    // After loading from the cache, the bundle is the same.
    let again = prepared(&host);
    assert!(again.plain && !again.needs_compiling());
    assert_eq!(again.tools, bundle.tools);
    assert!(call(&host, &again, "echo", json!({"text": ""})).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn enforces_memory_and_compute_limits_for_plain_functions() {
    let host = Host::new();
    let bundle = prepared(&host);
    // A value uses more bytes in the host than in the guest, so the host limits the memory of its values and not only
    // the JSON text.
    for count in [1_000_000_u32, 4_000_000_000] {
        let error = call(&host, &bundle, "many", json!({"count": count}))
            .await
            .expect_err("too many");
        assert!(
            matches!(error.kind, ErrorKind::TooLarge | ErrorKind::ToolFailed),
            "{count}: {error}"
        );
    }
    let mut endless = invocation(host_api::CallLimits {
        compute: std::time::Duration::from_millis(50),
        ..limits()
    });
    endless.tool = "spin".into();
    let ended = host.runtime.call_tool(&bundle, permit(Effect::Read), endless).await;
    assert_eq!(ended.expect_err("it never ends").kind, ErrorKind::Timeout);
    assert_eq!(host.runtime.metrics().memory, 0);
}

#[test]
fn inspection_lists_tools_of_plain_component() {
    let host = Host::new();
    let found = inspect(&host.write("plain", &runs()).component).expect("a component");
    let InspectedListing::Plain { tools, left_out } = found.listing else {
        panic!("{:?}", found.listing)
    };
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["echo", "half", "many", "spin"]);
    assert!(left_out.is_empty());
}

#[test]
fn rejects_component_without_plain_exports_with_reasons() {
    let host = Host::new();
    let text = "interface files { resource file { read: func() -> u32; } open: func() -> file; } world guest { export files; }";
    let source = host.write("plain", &dummy(text));
    let error = host
        .runtime
        .prepare_at_once(&source)
        .expect_err("nothing could be called");
    assert!(
        error.to_string().contains("a resource, which has no form as JSON"),
        "{error}"
    );
    let inspected = inspect(&source.component).expect("a component");
    let told = inspected.refused.expect("a host refuses it");
    assert_eq!(told.to_string(), error.to_string());
}

#[test]
fn compiled_component_exports_every_listed_tool() {
    let bytes = dummy(EVERYTHING);
    let engine = crate::engine::for_compiling().expect("an engine");
    let component = Component::from_binary(&engine, &bytes).expect("it compiles");
    let exports = PlainExports::from_component(&component).expect("it is plain");
    for tool in &plain(&bytes).checked.tools {
        assert!(exports.get(&tool.name).is_some(), "{}", tool.name);
    }
}
