//! The resources `unity://logs` and `unity://logs/{max_logs}`, which return the newest lines of Unity's console.
//!
//! Belongs here: these two resources. Lines of the host, and filters, are in `unity://logs/tail`.

use crate::tail_logs::{LogTail, reply};
use unity_tools::prelude::*;
use unity_tools::tail::Tail;
use unity_tools::{Contents, NoArgs, Resource, ResourceInfo};

/// The number of log lines to return: 100 by default, at most 2000.
type MaxLogs = Limit<100, 2000>;

fn newest(count: MaxLogs) -> Result<Contents> {
    reply(Tail::from_unity(count.get())?).into_contents()
}

/// The MCP resource `unity://logs` with the newest 100 lines.
pub(crate) struct LogsResource;

impl Resource for LogsResource {
    type Params = NoArgs;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://logs",
            "Unity logs",
            "The newest 100 lines of Unity's console, oldest first.",
        )
        .json::<LogTail>()
        .listed_last()
    }

    fn read(_: NoArgs, _: &Cx) -> Result<Contents> {
        newest(MaxLogs::default())
    }
}

/// The parameters of the resource `unity://logs/{max_logs}`: the maximum number of lines.
#[input]
pub(crate) struct Params {
    max_logs: MaxLogs,
}

/// The MCP resource `unity://logs/{max_logs}` with the requested number of lines.
pub(crate) struct NewestLogsResource;

impl Resource for NewestLogsResource {
    type Params = Params;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://logs/{max_logs}",
            "newest Unity logs",
            "That many of the newest lines of Unity's console, 1 to 2000, oldest first.",
        )
        .json::<LogTail>()
        .example("unity://logs/50")
        .listed_last()
    }

    fn read(params: Params, _: &Cx) -> Result<Contents> {
        newest(params.max_logs)
    }
}

#[cfg(test)]
mod tests {
    use crate::BUNDLE_RESOURCES;
    use unity_tools::ErrorKind;
    use unity_tools::export::{list_resources, read_resource};

    #[test]
    fn lists_tail_before_template_and_rejects_invalid_count() {
        let listed: Vec<(String, bool)> = list_resources(BUNDLE_RESOURCES)
            .into_iter()
            .map(|info| (info.uri, info.is_template))
            .collect();
        let named = |uri: &str, is_template| (uri.to_owned(), is_template);
        assert_eq!(
            listed,
            [
                named("unity://logs/tail", false),
                named("unity://logs", false),
                named("unity://logs/{max_logs}", true),
            ]
        );
        for wrong in ["0", "2001", "-1", "many"] {
            let error = read_resource(BUNDLE_RESOURCES, &format!("unity://logs/{wrong}")).unwrap_err();
            assert_eq!(error.kind, ErrorKind::InvalidArgument, "{wrong}");
            assert!(error.message.starts_with("max_logs is "), "{error}");
        }
    }
}
