//! Substring search in many short texts. One buffer contains all texts, so that one pass searches them.

use memchr::memmem;

/// A search index: one text (such as the name or path) for each object, in the order in which objects are listed.
#[derive(Debug, Default)]
pub struct TextIndex {
    text: String,
    starts: Vec<u32>,
}

/// The separator character after each text in the buffer. Names in Unity cannot contain it.
const SEPARATOR: char = '\0';

impl TextIndex {
    pub(crate) fn push(&mut self, text: &str) {
        self.starts.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        self.text.push_str(text);
        self.text.push(SEPARATOR);
    }

    /// Returns the indexed text of the object at the listing position `at`; empty if the position does not exist.
    #[inline]
    pub fn get(&self, at: u32) -> &str {
        let start = self.starts.get(at as usize).copied().unwrap_or_default() as usize;
        let end = self
            .starts
            .get(at as usize + 1)
            .map_or(self.text.len(), |next| *next as usize);
        self.text.get(start..end.saturating_sub(1)).unwrap_or_default()
    }

    /// Returns the listing positions of the objects whose indexed text contains `needle`, in ascending order.
    pub(crate) fn containing(&self, needle: &str) -> Vec<u32> {
        let mut found = Vec::new();
        if needle.is_empty() {
            found.extend((0..).take(self.starts.len()));
            return found;
        }
        for hit in memmem::find_iter(self.text.as_bytes(), needle) {
            let behind = self.starts.partition_point(|start| *start as usize <= hit);
            let at = u32::try_from(behind.saturating_sub(1)).unwrap_or(u32::MAX);
            if found.last() != Some(&at) {
                found.push(at);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_text_once() {
        let mut index = TextIndex::default();
        for text in ["aba", "", "xab ab", "b"] {
            index.push(text);
        }
        assert_eq!(index.containing("ab"), [0, 2]);
        assert_eq!(index.containing("b"), [0, 2, 3]);
        assert_eq!(index.containing(""), [0, 1, 2, 3]);
        assert_eq!(index.get(2), "xab ab");
        assert_eq!(index.get(1), "");
    }
}
