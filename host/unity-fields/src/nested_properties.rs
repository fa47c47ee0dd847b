//! C# properties of Unity's own components whose serialized field is inside another field: `fontSize` of a `Text`
//! component is `m_FontData.m_FontSize`.

/// Rows of the form `Type Field property=field…`: the full type name, the outer field, and for each C# property its
/// field inside the outer field.
const TABLE: &str = "\
UnityEngine.UI.Text m_FontData font=m_Font fontSize=m_FontSize fontStyle=m_FontStyle alignment=m_Alignment alignByGeometry=m_AlignByGeometry supportRichText=m_RichText resizeTextForBestFit=m_BestFit resizeTextMinSize=m_MinSize resizeTextMaxSize=m_MaxSize horizontalOverflow=m_HorizontalOverflow verticalOverflow=m_VerticalOverflow lineSpacing=m_LineSpacing
UnityEngine.Light m_Shadows shadowStrength=m_Strength shadowBias=m_Bias shadowNormalBias=m_NormalBias shadowNearPlane=m_NearPlane shadowResolution=m_Resolution shadowCustomResolution=m_CustomResolution";

/// Returns the path of the field of a C# property, such as `m_FontData.m_FontSize`; `None` if the table lacks the
/// property. `type_name` is the full name of the type.
pub fn nested_path(type_name: &str, property: &str) -> Option<String> {
    let row = |line: &'static str| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?, words))
    };
    let (_, outer, mut fields) = TABLE.lines().filter_map(row).find(|(name, ..)| *name == type_name)?;
    let field = fields.find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == property))?;
    Some(format!("{outer}.{}", field.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find_type;
    use crate::property::PropertyPath;
    use unity_yaml::parse_bare;

    #[test]
    fn every_nested_path_exists_in_its_type() {
        for line in TABLE.lines() {
            let mut words = line.split(' ');
            let (name, outer) = words.next().zip(words.next()).expect("type and field");
            let spec = find_type(name).expect(name);
            let tree = parse_bare(&spec.fields).expect("fields");
            for pair in words {
                let (property, field) = pair.split_once('=').expect(pair);
                let path = nested_path(name, property).expect("a path");
                assert_eq!(path, format!("{outer}.{field}"));
                let parsed = PropertyPath::parse(&path).expect("a path");
                assert!(parsed.find(&tree).is_some(), "{name}: {path}");
            }
        }
        assert_eq!(nested_path("UnityEngine.UI.Text", "text"), None);
    }
}
