//! The tool `ReadConsoleScript` and the resource `unity://console/script`, which return the text of one script file.

use unity_tools::prelude::*;
use unity_tools::unity::console_scripts;
use unity_tools::{Contents, Resource, ResourceInfo};

/// A script file with its text, which the tool `ReadConsoleScript` returns.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct ScriptFile {
    name: String,
    path: String,
    /// Text of the script, at most 256 KiB, without BOM.
    content: String,
    /// Size of the whole file in bytes, with BOM.
    size_bytes: u64,
    /// Time of the last change, in RFC 3339.
    last_modified_utc: String,
    /// True if the text was cut.
    truncated: bool,
}

/// Creates the answer with a script file of the host. Adds a note if its text was truncated.
pub(crate) fn reply(file: console_scripts::ScriptFile) -> Reply<ScriptFile> {
    let (is_cut, shown, all) = (file.truncated, file.content.len(), file.size_bytes);
    let reply = Reply::new(ScriptFile {
        name: file.name,
        path: file.path,
        content: file.content,
        size_bytes: file.size_bytes,
        last_modified_utc: file.last_modified,
        truncated: file.truncated,
    });
    if !is_cut {
        return reply;
    }
    reply.note(format!(
        "the content is cut: these are {shown} bytes of a file of {all}"
    ))
}

/// Read one script of unity://console/scripts, up to 256 KiB.
#[tool(name = "ReadConsoleScript", title = "Read console script", category = "console")]
pub(crate) fn read_console_script(path: String) -> Result<Reply<ScriptFile>> {
    Ok(reply(console_scripts::read(&path)?))
}

/// The parameters of the resource `unity://console/script`: the path of the script.
#[input]
pub(crate) struct Params {
    path: String,
}

/// The MCP resource `unity://console/script`, which contains one script file of the console.
pub(crate) struct ScriptResource;

impl Resource for ScriptResource {
    type Params = Params;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://console/script?path={path}",
            "console script",
            "One of the console's script files.",
        )
        .json::<ScriptFile>()
        .example("unity://console/script?path=startup.cs")
    }

    fn read(params: Params, _: &Cx) -> Result<Contents> {
        read_console_script(params.path)?.into_contents()
    }
}
