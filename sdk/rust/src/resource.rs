//! What a resource is: something that is read under a URI.
//!
//! Belongs here: the trait, its description, and what reading gives. URIs themselves are `template.rs`.

use crate::bindings::listing::exports::unity_tools::tool::listing as wit;
use crate::listed::LISTED;
use crate::members::Extra;
use crate::schema::{self, SchemaError};
use crate::template::{Template, TemplateError};
use crate::types::{Body, ResourceContents};
use crate::{Cx, ToolError, variables};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Key of `resource-info.extra`: the query that a resource which is listed without one takes, as a URI template.
pub const TEMPLATE: &str = "unity-tools/template";

/// Key of `resource-info.extra`: listed behind those of all bundles that do not say so.
pub const LISTED_LAST: &str = "unity-tools/listed-last";

/// Key of `resource-contents.extra`: a note for the reader; there may be several.
pub const DIAGNOSTIC: &str = "unity-tools/diagnostic";

/// One resource, or a family of them. Reading runs on a read permit: nothing can be changed.
pub trait Resource: 'static {
    /// The variables of the URI, by name; numbers and booleans are parsed. [`crate::NoArgs`] where there are none.
    type Params: DeserializeOwned;

    /// What it says about itself.
    fn info() -> ResourceInfo;

    /// Reads it.
    ///
    /// # Errors
    /// `NotFound` where the URI names something that does not exist.
    fn read(params: Self::Params, cx: &Cx) -> Result<Contents, ToolError>;
}

/// What a resource says about itself.
#[derive(Clone, Debug)]
#[must_use]
pub struct ResourceInfo {
    uri: String,
    name: String,
    description: String,
    mime_type: Option<String>,
    output_schema: Option<fn() -> Result<serde_json::Value, SchemaError>>,
    example: Option<String>,
    one: bool,
    last: bool,
    pub(crate) extra: Extra,
}

/// Why a resource cannot be listed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ResourceError {
    /// Its URI.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// Its schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
}

impl ResourceInfo {
    /// A URI of a scheme of your own such as `my-tools://status`, or a template such as
    /// `my-tools://scene/{sceneId}/objects{?limit,offset}` (`unity:` is for the host's own bundles); a short name; one sentence.
    pub fn new(uri: impl Into<String>, name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            description: description.into(),
            mime_type: None,
            output_schema: None,
            example: None,
            one: false,
            last: false,
            extra: Extra::new(),
        }
    }

    /// It is JSON of the form `T`.
    pub fn json<T: JsonSchema>(mut self) -> Self {
        self.mime_type = Some("application/json".to_owned());
        if LISTED {
            self.output_schema = Some(schema::output::<T>);
        }
        self
    }

    /// It is of this MIME type.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// A URI that works.
    pub fn example(mut self, uri: impl Into<String>) -> Self {
        self.example = Some(uri.into());
        self
    }

    /// It is one resource, listed without its query; what the query may hold is told beside it. Only for a URI without
    /// variables in its path.
    pub fn listed_without_query(mut self) -> Self {
        self.one = true;
        self
    }

    /// It is another way to what other resources tell: listed behind those of all bundles.
    pub fn listed_last(mut self) -> Self {
        self.last = true;
        self
    }
}

/// What reading gave.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Contents {
    body: Body,
    mime_type: Option<String>,
    /// Notes among them.
    pub(crate) extra: Extra,
}

impl Contents {
    /// A value as JSON.
    ///
    /// # Errors
    /// Where the value cannot be written as JSON.
    pub fn json<T: Serialize>(value: &T) -> Result<Self, ToolError> {
        let text = serde_json::to_string(value).map_err(|problem| {
            ToolError::internal("the resource cannot be written as JSON").detail(problem.to_string())
        })?;
        Ok(Self {
            body: Body::Text(text),
            mime_type: Some("application/json".to_owned()),
            extra: Extra::new(),
        })
    }

    /// Text, of the MIME type that the resource says.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            body: Body::Text(text.into()),
            mime_type: None,
            extra: Extra::new(),
        }
    }

    /// Adds a note for the reader, e.g. why the contents are partial.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.extra.push((DIAGNOSTIC.to_owned(), note.into()));
        self
    }

    /// Bytes, of the MIME type that the resource says.
    pub fn blob(data: Vec<u8>) -> Self {
        Self {
            body: Body::Blob(data),
            mime_type: None,
            extra: Extra::new(),
        }
    }
}

/// The resource as it is listed.
///
/// # Errors
/// Where its URI or its schema cannot be written.
pub fn describe<R: Resource>() -> Result<wit::ResourceInfo, ResourceError> {
    listed(R::info())
}

fn listed(info: ResourceInfo) -> Result<wit::ResourceInfo, ResourceError> {
    let template = Template::parse(&info.uri)?;
    let is_template = info.uri.contains('{');
    let plain = is_template && info.one && !template.is_family();
    let mut extra = Extra::new();
    let uri = if plain {
        let bare = info.uri.split('{').next().unwrap_or_default().to_owned();
        extra.push((TEMPLATE.to_owned(), info.uri));
        bare
    } else {
        info.uri
    };
    if info.last {
        extra.push((LISTED_LAST.to_owned(), "true".to_owned()));
    }
    extra.extend(info.extra);
    Ok(wit::ResourceInfo {
        uri,
        is_template: is_template && !plain,
        name: info.name,
        description: info.description,
        mime_type: info.mime_type,
        output_schema: info
            .output_schema
            .map(|write| write())
            .transpose()?
            .map(|schema| schema.to_string()),
        example: info.example,
        extra,
    })
}

/// Reads the URI, where it belongs to this resource.
///
/// # Errors
/// What the URI or the resource has against it.
pub fn read<R: Resource>(uri: &str, cx: &Cx) -> Result<Option<ResourceContents>, ToolError> {
    matched(uri, R::info(), &|given| R::read(variables::decode(given)?, cx))
}

/// From the variables of the URI, by name.
type Read<'a> = dyn Fn(&[(String, String)]) -> Result<Contents, ToolError> + 'a;

/// All of it that does not depend on the type, so that it stands in a component once.
fn matched(uri: &str, info: ResourceInfo, read: &Read<'_>) -> Result<Option<ResourceContents>, ToolError> {
    let template = Template::parse(&info.uri).map_err(|problem| ToolError::internal(problem.to_string()))?;
    let Some(given) = template.read(uri)? else {
        return Ok(None);
    };
    let contents = read(&given)?;
    Ok(Some(ResourceContents {
        uri: uri.to_owned(),
        mime_type: contents.mime_type.or(info.mime_type),
        body: contents.body,
        extra: contents.extra,
    }))
}
