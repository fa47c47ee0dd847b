//! Packed colors: a file stores the four channels of a color as one number, `rgba`. C# reads each byte as 0 to 1.

use std::borrow::Cow;
use unity_yaml::Node;

/// Names of the color channels. The channel at index 0 is the lowest byte of the packed number.
pub const CHANNELS: [&str; 4] = ["r", "g", "b", "a"];

/// Returns the bytes red, green, blue and alpha, in this order; `None` if the node is not a packed color.
pub fn packed_color(node: &Node<'_>) -> Option<[u8; 4]> {
    let packed: u32 = node.get("rgba")?.number()?;
    Some(packed.to_le_bytes())
}

/// Formats the channel value of a byte as in a C# `Color` (0 to 1), with the fewest digits that identify the value.
pub fn channel_text(byte: u8) -> String {
    (f32::from(byte) / 255.0).to_string()
}

/// Returns the byte nearest to a channel value, rounded as C# does on assignment; `None` if the value is not in 0 to 1.
pub fn channel_byte(part: f64) -> Option<u8> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 255"
    )]
    let nearest = (part * 255.0).round() as u8;
    (0.0..=1.0).contains(&part).then_some(nearest)
}

/// Replaces the byte of the channel with the index `at` in `CHANNELS`; returns false if the node is not a packed color.
pub(crate) fn set_channel(node: &mut Node<'_>, at: usize, byte: u8) -> bool {
    let Some(mut bytes) = packed_color(node) else {
        return false;
    };
    let (Some(part), Node::Map(entries)) = (bytes.get_mut(at), node) else {
        return false;
    };
    *part = byte;
    let packed = u32::from_le_bytes(bytes).to_string();
    let entry = entries.iter_mut().find(|(key, _)| key == "rgba");
    entry
        .map(|(_, value)| *value = Node::Text(Cow::Owned(packed)))
        .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unity_yaml::parse_bare;

    #[test]
    fn round_trips_channel_bytes_and_rejects_values_out_of_range() {
        for byte in 0..=u8::MAX {
            let part: f64 = channel_text(byte).parse().expect("a number");
            assert_eq!(channel_byte(part), Some(byte));
        }
        assert_eq!((channel_text(255), channel_text(0)), ("1".to_owned(), "0".to_owned()));
        assert_eq!(channel_byte(0.5), Some(128));
        for beyond in [-0.01, 1.01, 255.0, f64::NAN] {
            assert_eq!(channel_byte(beyond), None, "{beyond}");
        }
    }

    #[test]
    fn sets_one_color_channel_and_keeps_the_others() {
        let text = "serializedVersion: 2\nrgba: 4278255360\n";
        let mut tree = parse_bare(text).expect("a tree");
        assert_eq!(packed_color(&tree), Some([0, 255, 0, 255]));
        assert!(set_channel(&mut tree, 2, 128) && !set_channel(&mut tree, 4, 1));
        assert_eq!(packed_color(&tree), Some([0, 255, 128, 255]));
        let mut other = parse_bare("r: 1\n").expect("a tree");
        assert!(!set_channel(&mut other, 0, 1));
    }
}
