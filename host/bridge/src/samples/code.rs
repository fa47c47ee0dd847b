//! Samples of replies about hooks, scripts, code that ran and commands of the game.

use super::replies::{LARGE, page};
use super::{OBJECT, some_text, text};
use crate::model::{AnnouncedCommand, Evaluated, Hook, HookMethod, Script, ScriptFile, StartupScript, TestUi};
use crate::reply::Reply;

pub(super) fn replies() -> Vec<Reply> {
    vec![
        Reply::Hooks(page(Hook {
            signature: text("System.Void A::B()"),
            enabled: true,
            not_firing: some_text("offline"),
        })),
        Reply::HookMethods(page(HookMethod {
            name: text("B"),
            signature: text("System.Void A::B()"),
            origin: text("source"),
            resolved: true,
        })),
        Reply::Signature(text("System.Void A::B()")),
        Reply::Source(text("return;")),
        Reply::Returned(text("3")),
        Reply::Printed(text("3")),
        Reply::TypeName(text("UnityEngine.Light")),
        Reply::Evaluated(Evaluated {
            output: text("2"),
            logs: vec![text("a line")],
            value: some_text("2"),
        }),
        Reply::Scripts(page(Script {
            name: text("a.cs"),
            path: text("a.cs"),
        })),
        Reply::Script(ScriptFile {
            name: text("a.cs"),
            path: text("a.cs"),
            content: text("1;"),
            size_bytes: LARGE,
            last_modified: text("2026-01-01T00:00:00Z"),
            truncated: true,
        }),
        Reply::Startup(StartupScript {
            enabled: true,
            path: text("startup.cs"),
            content: some_text("1;"),
        }),
        Reply::TestUi(TestUi {
            root: OBJECT,
            blocks: vec![(text("Left"), OBJECT)],
        }),
        Reply::Commands(vec![AnnouncedCommand {
            name: text("spawn"),
            description: text("Spawns."),
            input_schema: text("{}"),
        }]),
    ]
}
