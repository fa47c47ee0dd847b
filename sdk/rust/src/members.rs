//! Storage of optional members of MCP objects, such as icons and annotations.

/// Optional members of an MCP object such as `_meta` entries, as pairs of a unique key and a value. The value is JSON,
/// or a plain text if it is not valid JSON.
pub(crate) type Extra = Vec<(String, String)>;

const ICONS: &str = "icons";
pub(crate) const ANNOTATIONS: &str = "annotations";

pub(crate) fn add(extra: &mut Extra, key: impl Into<String>, value: impl Into<String>) {
    extra.push((key.into(), value.into()));
}

pub(crate) fn add_icon(extra: &mut Extra, src: &str) {
    let icon = format!("{{\"src\":{}}}", serde_json::Value::from(src));
    match extra.iter_mut().find(|(key, _)| key == ICONS) {
        Some((_, icons)) => {
            icons.pop();
            icons.push_str(&format!(",{icon}]"));
        }
        None => add(extra, ICONS, format!("[{icon}]")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collects_added_icons_in_one_array() {
        let mut extra = Extra::new();
        add_icon(&mut extra, "https://a.example/\"i.png");
        add_icon(&mut extra, "data:image/png;base64,AA==");
        let (key, json) = &extra[0];
        assert_eq!((extra.len(), key.as_str()), (1, "icons"));
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(json).unwrap(),
            serde_json::json!([{ "src": "https://a.example/\"i.png" }, { "src": "data:image/png;base64,AA==" }])
        );
    }
}
