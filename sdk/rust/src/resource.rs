//! Resources of MCP: data that clients read by URI.
//!
//! Belongs here: the trait, the description of a resource, and its contents. Does not: parsing URIs (`template.rs`).

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

/// Key in the extra members of a resource's description. Its value is the complete URI template, if the host lists the
/// resource's URI without the query.
pub const TEMPLATE: &str = "unity-tools/template";

/// Key in the extra members of a resource's description: marks a resource that is listed after those of all bundles.
pub const LISTED_LAST: &str = "unity-tools/listed-last";

/// Key in the extra members of a resource's contents: its value is a note to the reader. It may occur several times.
pub const DIAGNOSTIC: &str = "unity-tools/diagnostic";

/// A resource of a bundle, or a family of resources with one URI template. Reading changes nothing.
///
/// ```
/// use unity_tools::prelude::*;
/// use unity_tools::{Contents, Resource, ResourceInfo};
///
/// #[input]
/// struct Level {
///     number: u32,
/// }
///
/// struct Levels;
///
/// impl Resource for Levels {
///     type Params = Level;
///
///     fn info() -> ResourceInfo {
///         ResourceInfo::new("my-tools://level/{number}", "level", "Describes one level.").mime_type("text/plain")
///     }
///
///     fn read(level: Level, _: &Cx) -> Result<Contents> {
///         Ok(Contents::text(format!("level {}", level.number)))
///     }
/// }
///
/// assert!(Levels::read(Level { number: 3 }, &Cx::new()).is_ok());
/// ```
pub trait Resource: 'static {
    /// A struct with a field for each variable of the URI, or [`crate::NoArgs`]. Numbers and booleans are parsed.
    type Params: DeserializeOwned;

    /// Returns the description of the resource.
    fn info() -> ResourceInfo;

    /// Reads the contents of the resource.
    ///
    /// # Errors
    /// `NotFound` if the URI names something that does not exist.
    fn read(params: Self::Params, cx: &Cx) -> Result<Contents, ToolError>;
}

/// The description of a resource.
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

/// The reason why a resource cannot be listed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ResourceError {
    /// The resource's URI is invalid.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The schema of the resource's contents cannot be written.
    #[error(transparent)]
    Schema(#[from] SchemaError),
}

impl ResourceInfo {
    /// Creates a description from the URI, a short name, and one sentence. The URI has its own scheme such as
    /// `my-tools://status`, or is a template such as `my-tools://scene/{sceneId}/objects{?limit,offset}`. The scheme
    /// `unity:` is reserved for the host's own bundles.
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

    /// Sets the MIME type to JSON, and the schema in the listing to the schema of `T`.
    pub fn json<T: JsonSchema>(mut self) -> Self {
        self.mime_type = Some("application/json".to_owned());
        if LISTED {
            self.output_schema = Some(schema::output::<T>);
        }
        self
    }

    /// Sets the MIME type of the resource's contents.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Sets an example of a URI that clients can read.
    pub fn example(mut self, uri: impl Into<String>) -> Self {
        self.example = Some(uri.into());
        self
    }

    /// Makes the host list the URI without its query, which is described separately. The path must have no variables.
    pub fn listed_without_query(mut self) -> Self {
        self.one = true;
        self
    }

    /// Marks the resource as an alternative to other resources: the host lists it after the resources of all bundles.
    pub fn listed_last(mut self) -> Self {
        self.last = true;
        self
    }
}

/// The contents of a resource.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Contents {
    body: Body,
    mime_type: Option<String>,
    /// Additional members of the contents: entries of MCP's `_meta`, and notes to the reader.
    pub(crate) extra: Extra,
}

impl Contents {
    /// Creates contents from a value, which is written as JSON.
    ///
    /// # Errors
    /// If the value cannot be written as JSON.
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

    /// Creates contents from a text. Their MIME type is that of the resource's description.
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

    /// Creates contents from bytes. Their MIME type is that of the resource's description.
    pub fn blob(data: Vec<u8>) -> Self {
        Self {
            body: Body::Blob(data),
            mime_type: None,
            extra: Extra::new(),
        }
    }
}

/// Returns the description of the resource for the host's list of resources.
///
/// # Errors
/// If the URI template is invalid, or if the schema cannot be written.
pub fn describe<R: Resource>() -> Result<wit::ResourceInfo, ResourceError> {
    to_wit(R::info())
}

fn to_wit(info: ResourceInfo) -> Result<wit::ResourceInfo, ResourceError> {
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

/// Reads the resource if its URI template matches the URI; otherwise returns `None`.
///
/// # Errors
/// `InvalidArgument` for a wrong query, variable or percent-encoding; otherwise the error of the resource.
pub fn read<R: Resource>(uri: &str, cx: &Cx) -> Result<Option<ResourceContents>, ToolError> {
    read_matching(uri, R::info(), &|given| R::read(variables::decode(given)?, cx))
}

/// A function that reads the contents of a resource for the variables of the URI, which are pairs of name and value.
type Read<'a> = dyn Fn(&[(String, String)]) -> Result<Contents, ToolError> + 'a;

/// Reads a resource with `read` if the URI matches the template in `info`; otherwise returns `None`. Not generic, so
/// that a component contains this code only once.
fn read_matching(uri: &str, info: ResourceInfo, read: &Read<'_>) -> Result<Option<ResourceContents>, ToolError> {
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
