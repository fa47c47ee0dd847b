//! Creates the content of a new list element whose class is declared in the project: its serialized fields with the
//! default values of the class.

use super::Types;
use super::declared_fields::Declared;
use super::external_names::EVENT;
use super::hidden_bases::is_interface;
use super::source::values;
use super::survey::{Survey, Surveyed, SurveyedField};
use super::type_text::{Arguments, Meant, display_type, item_type, sought, split, unknown_type_reason};
use super::written_fields::Written;
use super::written_types::What;
use host_csharp::{Initializer, TypeKind};
use std::borrow::Cow;
use unity_fields::{Kind, zero};
use unity_yaml::{Layout, Node, parse_bare};

/// Maximum depth of nested structures in a new list element, and of base classes, because a type can contain itself.
const MAX_DEPTH: usize = 8;

/// Maximum number of list items whose YAML layout is determined; further items get the layout of the last one.
const MAX_LAID: usize = 1_000;

/// The content of an element that is added to a list field.
#[derive(Debug)]
pub struct ElementForm {
    pub node: Node<'static>,
    /// Paths of the fields with a default value that is not plain in the source; they are zero in `node`.
    pub untold: Vec<String>,
}

impl Declared<'_> {
    /// Returns a new element of the list with the path `names` (without indexes). `None` if it is unknown whether its
    /// items are of a class or struct that Unity serializes inline.
    ///
    /// # Errors
    /// The reason why the content of the new element is unknown, as the end of a sentence.
    pub fn element_form(&self, names: &str) -> Result<Option<ElementForm>, String> {
        let survey = self.types.survey();
        let item = self.item_of(names, &survey).filter(|_| self.is_of_source(names));
        let Some(item) = item.filter(|item| survey.kind(&item.text).is_none()) else {
            return Ok(None);
        };
        let mut maker = Maker::new(self.types, &survey);
        let What::ByValue(class) = maker.value_form(&item.text) else {
            return Ok(None);
        };
        let node = maker.structure(&item, &class, "", 0)?;
        let untold = maker.untold;
        Ok(Some(ElementForm { node, untold }))
    }
}

impl Declared<'_> {
    /// Returns true if a source declares that the items of the list with the path `names` (without indexes) are
    /// references.
    pub fn lists_references(&self, names: &str) -> bool {
        let survey = self.types.survey();
        let Some(item) = self.item_of(names, &survey) else {
            return false;
        };
        let is_unity_class = matches!(survey.kind(&item.text), Some(Kind::Reference(_)));
        is_unity_class || matches!(Maker::new(self.types, &survey).value_form(&item.text), What::Reference)
    }

    /// Returns the item type of the list at the path `names`; `None` if no source declares the field as a list.
    fn item_of(&self, names: &str, survey: &Survey) -> Option<Meant> {
        let (first, rest) = names.split_once('.').unwrap_or((names, ""));
        let list = survey.meant_below(self.class()?.field_type(first)?, rest)?;
        let item = item_type(&list.text);
        (item.len() < list.text.len()).then(|| Meant {
            text: item.to_owned(),
            arguments: list.arguments.clone(),
        })
    }

    /// Returns the type of the field at the path `names` (without indexes) as its source writes it, if one declares it.
    pub fn type_name(&self, names: &str) -> Option<String> {
        Some(display_type(&self.written_type(names)?))
    }

    /// Returns the reason why the type of the field with the path `names` is unknown, as the end of a sentence; `None`
    /// if it is known.
    pub fn unknown_type_reason(&self, names: &str) -> Option<String> {
        unknown_type_reason(&self.written_type(names)?)
    }

    /// Returns the type of the field at the path `names`, with prefixes such as `global::` that mark its origin.
    fn written_type(&self, names: &str) -> Option<String> {
        let (first, rest) = names.split_once('.').unwrap_or((names, ""));
        self.types.survey().type_below(self.class()?.field_type(first)?, rest)
    }

    /// Returns the YAML layout in which Unity writes `value` in the field `key`. A class or struct of a source is
    /// always a block, whatever its field names are. `None` if no source declares the field.
    pub fn layout(&self, key: &str, value: &Node<'_>) -> Option<Layout> {
        let meant = self.class()?.field_type(key).filter(|_| self.is_of_source(key))?;
        let survey = self.types.survey();
        Some(Maker::new(self.types, &survey).layout(meant, value))
    }
}

struct Maker<'m> {
    types: &'m Types,
    survey: &'m Survey,
    untold: Vec<String>,
}

impl<'m> Maker<'m> {
    fn new(types: &'m Types, survey: &'m Survey) -> Self {
        Self {
            types,
            survey,
            untold: Vec::new(),
        }
    }

    fn value_form(&self, type_name: &str) -> What {
        self.types.value_form(self.survey, type_name)
    }

    /// Returns a new structure: fields with initial values, those of base types first. `way` is its path in the
    /// element.
    fn structure(&mut self, of: &Meant, class: &Surveyed, way: &str, depth: usize) -> Result<Node<'static>, String> {
        let mut entries: Vec<(Cow<'static, str>, Node<'static>)> = Vec::new();
        for (field, arguments) in self.fields(of, class, depth)? {
            if entries.iter().any(|(known, _)| **known == field.name) {
                continue;
            }
            let below = match way {
                "" => field.name.clone(),
                way => format!("{way}.{}", field.name),
            };
            let told = self.field(&field, &arguments, &below, depth + 1);
            let told = told.map_err(|why| format!("it is not known how Unity writes {below} of its elements: {why}"));
            entries.extend(told?.map(|node| (Cow::Owned(field.name), node)));
        }
        Ok(Node::Map(entries))
    }

    fn fields(&self, of: &Meant, class: &Surveyed, depth: usize) -> Result<Vec<(SurveyedField, Arguments)>, String> {
        let name = &class.full_name;
        if !class.is_whole {
            return Err(format!(
                "not all fields of {name}, the class of its elements, are known"
            ));
        }
        if class.is_constructed {
            return Err(format!(
                "no source states in plain values what {name}'s constructor puts into a new one"
            ));
        }
        let given = split(&of.text).1;
        let arguments = of.arguments.nested(&class.around, &class.params, &given);
        let arguments = arguments.filter(|_| depth < MAX_DEPTH);
        let arguments =
            arguments.ok_or_else(|| format!("not all fields of {name} are known, because it is nested too deeply"))?;
        let mut fields = Vec::new();
        for base in &class.bases {
            let base = arguments.resolve(base).unwrap_or_default();
            let mut found = self.survey.visit_types(&sought(&base.text).0, |one| Some(one.clone()));
            match (found.pop().filter(|_| found.is_empty()), is_interface(&base.text)) {
                (Some(one), _) if one.kind == TypeKind::Interface => {}
                (Some(one), _) if one.is_by_value => fields.extend(self.fields(&base, &one, depth + 1)?),
                (None, true) => {}
                _ => {
                    return Err(format!(
                        "it is not known which fields {name} inherits from its base {}",
                        base.text
                    ));
                }
            }
        }
        let own = class.fields.iter().cloned();
        fields.extend(own.map(|field| (field, arguments.clone())));
        Ok(fields)
    }

    fn layout(&self, of: &Meant, value: &Node<'_>) -> Layout {
        match value {
            Node::Text(_) => Layout::for_builtin_type(value),
            Node::List(items) => {
                let item = Meant {
                    text: item_type(&of.text).to_owned(),
                    arguments: of.arguments.clone(),
                };
                // Further items have the layout of the last one.
                let laid = items.iter().take(MAX_LAID);
                Layout::list(laid.map(|value| self.layout(&item, value)))
            }
            Node::Map(_) if of.text == EVENT || self.survey.kind(&of.text).is_some() => Layout::for_builtin_type(value),
            Node::Map(entries) => match self.value_form(&of.text) {
                What::ByValue(_) => Layout::map(entries.iter().map(|(key, value)| {
                    let below = self.survey.field_type(of.clone(), key);
                    below.map_or_else(Layout::unknown, |below| self.layout(&below, value))
                })),
                _ => Layout::unknown(),
            },
        }
    }

    /// Returns a field's initial value in a new list element, where `way` is its path; `None` if it is not serialized.
    fn field(
        &mut self,
        field: &SurveyedField,
        arguments: &Arguments,
        way: &str,
        depth: usize,
    ) -> Result<Option<Node<'static>>, String> {
        let meant = arguments.resolve(&field.type_name).unwrap_or_default();
        let kind = self.survey.kind(&meant.text);
        match self.types.written_state(self.survey, &meant.text, kind.as_ref()) {
            Written::Yes => {}
            Written::No => return Ok(None),
            Written::Unknown(why) => return Err(why),
        }
        let default = field.default.as_ref();
        if let Some(written) = values::default(&meant.text, kind.as_ref(), default) {
            let line = format!("  {}:{written}\n", field.name);
            let told = parse_bare(&line)
                .ok()
                .and_then(|tree| tree.get(&field.name).map(Node::to_static));
            return told.map(Some).ok_or_else(|| format!("its default is{written}"));
        }
        if let Some(kind) = kind {
            let form = zero(&kind).ok_or_else(|| format!("it is a {}", meant.text))?;
            if default.is_some() {
                self.untold.push(way.to_owned());
            }
            return Ok(Some(form));
        }
        match self.value_form(&meant.text) {
            What::ByValue(class) if is_plain(default) => self.structure(&meant, &class, way, depth).map(Some),
            What::ByValue(_) => Err("no source states its initial content in plain values".to_owned()),
            What::Reference => Ok(zero(&Kind::Reference(None))),
            What::Nothing => Ok(None),
            What::Unknown(why) => Err(why),
        }
    }
}

/// Returns true if an initializer keeps the defaults of the field's class; also for `null`, which Unity replaces.
fn is_plain(initializer: Option<&Initializer>) -> bool {
    match initializer {
        None | Some(Initializer::Null) => true,
        Some(Initializer::New { arguments, items, .. }) => arguments.is_empty() && items.is_none(),
        Some(_) => false,
    }
}
