//! MCP lists. Each published catalog is encoded once, and divided into pages with opaque cursors.

use crate::members;
use crate::shapes::{Meta, Speaker};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use host_api::{Annotations, CatalogView, PromptDescriptor, ResourceDescriptor, ToolDescriptor};
use host_wire::catalog_form::{OfCatalog, PerCatalog, raw};
use host_wire::jsonrpc::{Fault, RequestId};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The settings that determine how lists of tools, resources and prompts are encoded for MCP clients.
#[derive(Clone, Copy, Debug)]
pub struct ListOptions {
    /// `dialects.mcp.output-schemas`: true if `tools/list` contains output schemas.
    pub output_schemas: bool,
    /// True if tools have every hint, but no `icons` and `_meta`: for clients that do not know MCP's defaults.
    pub every_hint: bool,
    /// Maximum number of entries on one page of a list; the client requests further pages with a cursor.
    pub page_size: usize,
    /// Time for which a client of MCP 2026-07-28 may cache a list.
    pub ttl: Duration,
}

impl Default for ListOptions {
    fn default() -> Self {
        Self {
            output_schemas: false,
            every_hint: false,
            page_size: 200,
            ttl: Duration::from_secs(5),
        }
    }
}

/// A list that an MCP client can request with its own method, such as `tools/list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    Tools,
    Resources,
    Templates,
    Prompts,
}

impl List {
    /// Returns the name of the result member that contains the list. Cursors of the list begin with this name.
    fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }
}

/// A cache of MCP's encoded lists of tools, resources and prompts, for the most recently requested catalogs.
pub type Catalogue = PerCatalog<Encoded>;

/// One published catalog of tools, resources and prompts, encoded as MCP lists.
pub struct Encoded {
    pub view: Arc<CatalogView>,
    options: ListOptions,
    /// The entries of each list, in the order of [`List`]. A list is encoded when it is requested first.
    items: [OnceLock<Vec<Item>>; 4],
}

struct Item {
    key: String,
    json: Box<RawValue>,
}

impl OfCatalog for Encoded {
    type Options = ListOptions;

    fn from_catalog(view: Arc<CatalogView>, options: &ListOptions) -> Self {
        Self {
            options: *options,
            items: Default::default(),
            view,
        }
    }
}

impl Encoded {
    /// True if MCP clients see the same entries of the list `list` in both catalogs.
    pub fn lists_the_same(&self, other: &Self, list: List) -> bool {
        let (mine, theirs) = (self.items(list), other.items(list));
        mine.len() == theirs.len() && mine.iter().zip(theirs).all(|(a, b)| a.json.get() == b.json.get())
    }

    /// Encodes the response to a list request, with one page of the list. The error for an invalid cursor is -32602.
    pub fn page(
        &self,
        speaker: &Speaker<'_>,
        id: &RequestId,
        list: List,
        cursor: Option<&str>,
        options: &ListOptions,
    ) -> Result<Vec<u8>, Fault> {
        let items = self.items(list);
        let from = match cursor {
            None => 0,
            Some(cursor) => self.position_after(list, cursor)?,
        };
        let to = items.len().min(from.saturating_add(options.page_size.max(1)));
        let next = (to < items.len()).then(|| cursor_after(list, &items[to - 1].key));
        let page = Page {
            list,
            items: &items[from..to],
            next: next.as_deref(),
        };
        let ttl = u64::try_from(options.ttl.as_millis()).unwrap_or(u64::MAX);
        Ok(speaker.success(id, page, Some(ttl), Meta::default()))
    }

    /// Returns the position after the entry in the cursor, the last entry that the client received. So a cursor stays
    /// valid if other entries are added or removed.
    fn position_after(&self, list: List, cursor: &str) -> Result<usize, Fault> {
        let bad = || {
            Fault::invalid_params(
                "`cursor` is not a cursor of this list, or its entry no longer exists: list again from the start",
            )
        };
        let text = URL_SAFE_NO_PAD
            .decode(cursor)
            .ok()
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .ok_or_else(bad)?;
        let key = text
            .strip_prefix(list.member())
            .and_then(|rest| rest.strip_prefix(' '))
            .ok_or_else(bad)?;
        let at = self
            .items(list)
            .iter()
            .position(|item| item.key == key)
            .ok_or_else(bad)?;
        Ok(at + 1)
    }

    fn items(&self, list: List) -> &[Item] {
        self.items[list as usize].get_or_init(|| match list {
            List::Tools => {
                let item = |tool: &Arc<ToolDescriptor>| {
                    Item::from_value(&tool.portable_name, &ListedTool::from_descriptor(tool, &self.options))
                };
                self.view.tools.iter().map(item).collect()
            }
            List::Resources => self.resources(false),
            List::Templates => self.resources(true),
            List::Prompts => {
                let prompts = self.view.prompts.iter();
                prompts
                    .map(|prompt| Item::from_value(&prompt.name, &ListedPrompt::from_descriptor(prompt)))
                    .collect()
            }
        })
    }

    fn resources(&self, templates: bool) -> Vec<Item> {
        let kind = self.view.resources.iter().filter(|one| one.is_template == templates);
        kind.map(|resource| Item::from_value(&resource.uri, &ListedResource::from_descriptor(resource)))
            .collect()
    }
}

fn cursor_after(list: List, key: &str) -> String {
    URL_SAFE_NO_PAD.encode(format!("{} {key}", list.member()))
}

struct Page<'a> {
    list: List,
    items: &'a [Item],
    next: Option<&'a str>,
}

impl Serialize for Page<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.list.member(), &Items(self.items))?;
        if let Some(next) = self.next {
            map.serialize_entry("nextCursor", next)?;
        }
        map.end()
    }
}

struct Items<'a>(&'a [Item]);

impl Serialize for Items<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|item| &item.json))
    }
}

impl Item {
    fn from_value<T: Serialize>(key: &str, value: &T) -> Self {
        Self {
            key: key.to_owned(),
            json: raw(value),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedTool<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    description: &'a str,
    input_schema: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<&'a Value>,
    annotations: ListedAnnotations,
    #[serde(skip_serializing_if = "Option::is_none")]
    icons: Option<&'a RawValue>,
    #[serde(rename = "_meta", skip_serializing_if = "ToolMeta::is_empty")]
    meta: ToolMeta<'a>,
}

/// The hints of a tool. To save space, a hint is written only if it differs from MCP's default. The read-only hint is
/// always written, and hints about changes only for tools that change data. With `every_hint`, all hints are written.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedAnnotations {
    read_only_hint: bool,
    /// True if the tool may delete or replace data; `None` if the hint is not written. MCP's default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    destructive_hint: Option<bool>,
    /// True if repeating a call with equal arguments changes nothing; `None` if not written. MCP's default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    idempotent_hint: Option<bool>,
    /// True if the tool may access systems outside of its own domain; `None` if not written. MCP's default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    open_world_hint: Option<bool>,
}

impl ListedAnnotations {
    fn from_annotations(annotations: Annotations, every_hint: bool) -> Self {
        let changes = !annotations.read_only;
        let hint = |is_shown: bool, value: bool| (every_hint || is_shown).then_some(value);
        Self {
            read_only_hint: annotations.read_only,
            destructive_hint: hint(changes && !annotations.destructive, annotations.destructive),
            idempotent_hint: hint(changes && annotations.idempotent, annotations.idempotent),
            open_world_hint: hint(!annotations.open_world, annotations.open_world),
        }
    }
}

#[derive(Serialize)]
struct ToolMeta<'a> {
    /// Capabilities of Unity that the tool needs and the current bridge lacks. The tool then answers `NotReady`.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    missing: &'a [String],
    #[serde(flatten)]
    own: Option<members::Owned<'a>>,
}

impl ToolMeta<'_> {
    fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.own.is_none()
    }
}

/// True if a tool's title differs from its name by more than case and characters that are not letters or digits.
fn says_more(title: &str, name: &str) -> bool {
    let letters = |text: &str| {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    letters(title) != letters(name)
}

impl<'a> ListedTool<'a> {
    fn from_descriptor(tool: &'a ToolDescriptor, options: &ListOptions) -> Self {
        let ListOptions {
            output_schemas,
            every_hint,
            ..
        } = *options;
        let extended = Some(&tool.extra).filter(|_| !every_hint);
        let title = tool.title.as_deref();
        Self {
            name: &tool.portable_name,
            title: title.filter(|title| every_hint || says_more(title, &tool.portable_name)),
            description: &tool.description,
            input_schema: &tool.input_schema,
            output_schema: tool.output_schema.as_deref().filter(|_| output_schemas),
            annotations: ListedAnnotations::from_annotations(tool.annotations, every_hint),
            icons: extended.and_then(|extra| members::mcp_member(extra, "icons")),
            meta: ToolMeta {
                missing: if every_hint { &[] } else { &tool.missing },
                own: extended.and_then(members::meta),
            },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedResource<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_template: Option<&'a str>,
    name: &'a str,
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icons: Option<&'a RawValue>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<members::Owned<'a>>,
}

impl<'a> ListedResource<'a> {
    fn from_descriptor(resource: &'a ResourceDescriptor) -> Self {
        let uri = resource.uri.as_str();
        Self {
            uri: (!resource.is_template).then_some(uri),
            uri_template: resource.is_template.then_some(uri),
            name: &resource.name,
            description: &resource.description,
            mime_type: resource.mime_type.as_deref(),
            annotations: members::mcp_member(&resource.extra, "annotations"),
            icons: members::mcp_member(&resource.extra, "icons"),
            meta: members::meta(&resource.extra),
        }
    }
}

#[derive(Serialize)]
struct ListedPrompt<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    arguments: Vec<ListedArgument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icons: Option<&'a RawValue>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<members::Owned<'a>>,
}

#[derive(Serialize)]
struct ListedArgument<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    required: bool,
}

impl<'a> ListedPrompt<'a> {
    fn from_descriptor(prompt: &'a PromptDescriptor) -> Self {
        let arguments = prompt.arguments.iter().map(|argument| ListedArgument {
            name: &argument.name,
            description: argument.description.as_deref(),
            required: argument.required,
        });
        Self {
            name: &prompt.name,
            title: prompt.title.as_deref(),
            description: prompt.description.as_deref(),
            arguments: arguments.collect(),
            icons: members::mcp_member(&prompt.extra, "icons"),
            meta: members::meta(&prompt.extra),
        }
    }
}
