//! `ReadConsoleScript` and `unity://console/script`: the text of one script.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::console_scripts;
use unity_tools::{Contents, Cx, Effect, Reply, Resource, ResourceInfo, Tool, ToolError, ToolInfo};

/// Which script.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    path: String,
}

/// The script.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ScriptFile {
    name: String,
    path: String,
    /// At most 256 KiB, without BOM.
    content: String,
    /// Of the whole file, with BOM.
    size_bytes: u64,
    /// RFC 3339.
    last_modified_utc: String,
    /// Whether the content was cut.
    truncated: bool,
}

impl From<console_scripts::ScriptFile> for ScriptFile {
    fn from(file: console_scripts::ScriptFile) -> Self {
        Self {
            name: file.name,
            path: file.path,
            content: file.content,
            size_bytes: file.size_bytes,
            last_modified_utc: file.last_modified,
            truncated: file.truncated,
        }
    }
}

/// The text, with a note if it was cut.
pub(crate) fn reply(file: console_scripts::ScriptFile) -> Reply<ScriptFile> {
    let (is_cut, shown, all) = (file.truncated, file.content.len(), file.size_bytes);
    let reply = Reply::new(ScriptFile::from(file));
    if !is_cut {
        return reply;
    }
    reply.note(format!(
        "the content is cut: these are {shown} bytes of a file of {all}"
    ))
}

fn read(args: &Args) -> Result<Reply<ScriptFile>, ToolError> {
    Ok(reply(console_scripts::read(&args.path)?))
}

/// The tool.
pub struct ReadConsoleScript;

impl Tool for ReadConsoleScript {
    type Args = Args;
    type Output = ScriptFile;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("ReadConsoleScript");

    fn info() -> ToolInfo {
        ToolInfo::new("Read one script of unity://console/scripts, up to 256 KiB.")
            .title("Read console script")
            .category("console")
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<ScriptFile>, ToolError> {
        read(&args)
    }
}

/// The resource.
pub struct ScriptResource;

impl Resource for ScriptResource {
    type Params = Args;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://console/script?path={path}",
            "console script",
            "One of the console's script files.",
        )
        .json::<ScriptFile>()
        .example("unity://console/script?path=startup.cs")
    }

    fn read(params: Args, _: &Cx) -> Result<Contents, ToolError> {
        read(&params)?.into_contents()
    }
}
