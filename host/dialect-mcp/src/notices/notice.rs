//! The content of a notification, and its JSON encoding.

use host_api::LogLevel;
use host_wire::jsonrpc::{self, RequestId};
use host_wire::sessions::Session;
use serde::Serialize;
use serde_json::value::RawValue;

/// The logger name of messages of the host itself, in contrast to messages of Unity's console.
const OF_HOST: &str = "mcp";

#[derive(Clone, Debug)]
pub(crate) enum Notice {
    ToolsChanged,
    PromptsChanged,
    ResourcesChanged,
    ResourceUpdated {
        uri: String,
    },
    /// A log message for sessions that set a sufficient log level. A warning of the host itself also goes to sessions
    /// without a log level.
    Log {
        level: LogLevel,
        logger: String,
        message: String,
    },
}

impl Notice {
    pub(super) fn is_for(&self, session: &Session) -> bool {
        session.is_ready()
            && match self {
                Self::ResourceUpdated { uri } => session.watches(uri),
                Self::Log { level, logger, .. } => match session.log_level() {
                    Some(least) => *level >= least,
                    None => *level >= LogLevel::Warning && logger == OF_HOST,
                },
                _ => true,
            }
    }

    pub(super) fn to_json(&self, subscription: Option<&RequestId>) -> Vec<u8> {
        #[derive(Serialize)]
        struct Params<'a> {
            #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
            meta: Option<SubscriptionMeta>,
            #[serde(skip_serializing_if = "Option::is_none")]
            uri: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            level: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            logger: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            data: Option<&'a str>,
        }
        let mut params = Params {
            meta: subscription.map(SubscriptionMeta::for_request),
            uri: None,
            level: None,
            logger: None,
            data: None,
        };
        let method = match self {
            Self::ToolsChanged => "notifications/tools/list_changed",
            Self::PromptsChanged => "notifications/prompts/list_changed",
            Self::ResourcesChanged => "notifications/resources/list_changed",
            Self::ResourceUpdated { uri } => {
                params.uri = Some(uri);
                "notifications/resources/updated"
            }
            Self::Log { level, logger, message } => {
                params.level = Some(level.as_str());
                params.logger = Some(logger).filter(|logger| !logger.is_empty()).map(String::as_str);
                params.data = Some(message);
                "notifications/message"
            }
        };
        let is_empty = params.meta.is_none() && params.uri.is_none() && params.level.is_none();
        jsonrpc::notification(method, (!is_empty).then_some(&params))
    }
}

/// The member `_meta` of a notification, which contains the id of the subscription that it belongs to.
#[derive(Serialize)]
pub(crate) struct SubscriptionMeta {
    #[serde(rename = "io.modelcontextprotocol/subscriptionId")]
    id: Box<RawValue>,
}

impl SubscriptionMeta {
    pub(crate) fn for_request(id: &RequestId) -> Self {
        Self {
            id: RawValue::from_string(id.as_json().to_owned()).expect("an id was read from JSON"),
        }
    }
}
