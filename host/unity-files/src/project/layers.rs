//! Labels of Unity's layers: the layer's name, with its number if the name is ambiguous.

use super::Settings;

/// Words that mean all layers or no layer where a layer mask is expected.
const MASK_WORDS: [&str; 2] = ["Everything", "Nothing"];

/// The reason why a text does not identify a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLayer {
    /// No layer has that name.
    Unknown,
    /// Several layers have that name; the list contains their numbers.
    Several(Vec<usize>),
}

impl Settings {
    /// Returns the label that identifies exactly this layer: its name, or `Name (8)` if the name is not unique, is a
    /// number, or is a mask word. `None` for a layer without a name.
    pub fn layer_label(&self, layer: usize) -> Option<String> {
        let name = self.layers.get(layer).filter(|name| !name.is_empty())?;
        Some(match self.has_own_name(layer) {
            true => name.clone(),
            false => format!("{name} ({layer})"),
        })
    }

    /// Returns the labels (`Water`, or `Name (8)` for an ambiguous name) of all layers that have a name.
    pub fn layer_labels(&self) -> Vec<String> {
        (0..self.layers.len())
            .filter_map(|layer| self.layer_label(layer))
            .collect()
    }

    /// Returns the number of the layer with that label or name.
    ///
    /// # Errors
    /// `NoLayer` if no layer or several layers have that name.
    pub fn layer_of(&self, text: &str) -> Result<usize, NoLayer> {
        if let Some(layer) = self.labelled(text) {
            return Ok(layer);
        }
        match self.layers_named(text).collect::<Vec<_>>() {
            layers if layers.is_empty() => Err(NoLayer::Unknown),
            layers => match layers.as_slice() {
                [layer] => Ok(*layer),
                _ => Err(NoLayer::Several(layers)),
            },
        }
    }

    fn layers_named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = usize> + 's {
        let layers = self.layers.iter().enumerate();
        layers
            .filter(move |(_, known)| !known.is_empty() && *known == name)
            .map(|(layer, _)| layer)
    }

    /// Returns the number of the layer whose label has the form `Name (8)`; `None` for another text. The recursion
    /// ends, because the name in a label is shorter than the label.
    fn labelled(&self, text: &str) -> Option<usize> {
        let (name, number) = text.strip_suffix(')')?.rsplit_once(" (")?;
        let layer = number.parse().ok()?;
        let is_its_name = self.layers.get(layer).is_some_and(|known| known == name);
        (is_its_name && !self.has_own_name(layer)).then_some(layer)
    }

    fn has_own_name(&self, layer: usize) -> bool {
        let name = self.layers.get(layer).map_or("", String::as_str);
        let is_word = MASK_WORDS.contains(&name) || name.parse::<u64>().is_ok();
        !name.is_empty() && !is_word && self.layers_named(name).count() == 1 && self.labelled(name).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Returns Unity's default settings with these additional layer names.
    fn settings(named: &[(usize, &str)]) -> Settings {
        let mut settings = Settings::read(Path::new("/nowhere"), &mut Vec::new());
        for (layer, name) in named {
            settings.layers[*layer] = (*name).to_owned();
        }
        settings
    }

    #[test]
    fn round_trips_layer_labels_despite_duplicate_names() {
        let settings = settings(&[
            (8, "Twin"),
            (9, "Twin"),
            (10, "Twin (8)"),
            (11, "Twin (8) (10)"),
            (12, "Foo"),
            (13, "Foo (12)"),
            (14, "7"),
            (15, "Everything"),
        ]);
        let labels: Vec<Option<String>> = (8..17).map(|layer| settings.layer_label(layer)).collect();
        let expected = [
            Some("Twin (8)"),
            Some("Twin (9)"),
            Some("Twin (8) (10)"),
            Some("Twin (8) (10) (11)"),
            Some("Foo"),
            Some("Foo (12)"),
            Some("7 (14)"),
            Some("Everything (15)"),
            None,
        ];
        assert_eq!(labels, expected.map(|label| label.map(str::to_owned)));
        for layer in (0..32).filter(|layer| settings.layer_label(*layer).is_some()) {
            let label = settings.layer_label(layer).expect("a name");
            assert_eq!(settings.layer_of(&label), Ok(layer), "{label}");
        }
        assert_eq!(settings.layer_of("Twin"), Err(NoLayer::Several(vec![8, 9])));
        assert_eq!(settings.layer_of("Twin (12)"), Err(NoLayer::Unknown));
        assert_eq!(settings.layer_of("7"), Ok(14));
        assert_eq!(settings.layer_of(""), Err(NoLayer::Unknown));
    }
}
