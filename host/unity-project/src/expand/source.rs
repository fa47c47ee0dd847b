//! The text of one scene or prefab with its document index, shared by every component that points into it.
use crate::AssetProblem;
use unity_yaml::{Document, Head, into_text, split};

/// A file's text, kept as long as something loaded points into it.
#[derive(Debug)]
pub struct Source {
    /// Asset path.
    pub path: String,
    text: String,
    heads: Vec<Head>,
}

impl Source {
    /// # Errors
    /// Names what the bytes are where they are no text asset.
    pub fn new(path: &str, bytes: Vec<u8>) -> Result<Self, AssetProblem> {
        let text = into_text(bytes)?;
        Ok(Self {
            path: path.to_owned(),
            heads: split(&text)?,
            text,
        })
    }

    /// Bytes that it holds: the text, and where each document lies.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.heads.len() * size_of::<Head>()
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The documents in file order with their positions.
    pub fn documents(&self) -> impl Iterator<Item = (u32, Document<'_>)> {
        (0..).zip(self.heads.iter().map(|head| Document::new(&self.text, *head)))
    }

    /// The id of a document that another one has, too.
    pub fn twice(&self) -> Option<i64> {
        let mut ids: Vec<i64> = self.heads.iter().map(|head| head.id).collect();
        ids.sort_unstable();
        let mut pairs = ids.iter().zip(ids.iter().skip(1));
        pairs.find(|(one, other)| one == other).map(|(id, _)| *id)
    }

    /// One document by position.
    pub fn document(&self, at: u32) -> Option<Document<'_>> {
        self.heads.get(at as usize).map(|head| Document::new(&self.text, *head))
    }
}
