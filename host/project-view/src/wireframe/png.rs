//! A PNG encoder for pictures with a palette of at most 16 colors. It supports no other format.

/// The compression level of PNG files, from 0 to 10. A larger level is slower and gives a slightly smaller file.
const LEVEL: u8 = 6;

/// Encodes a picture as a PNG file. `rows` contain palette indexes below 16; `words` is its description in Latin-1.
pub(super) fn encode<'a>(
    width: u32,
    height: u32,
    palette: &[[u8; 3]],
    rows: impl Iterator<Item = &'a [u8]>,
    words: &str,
) -> Vec<u8> {
    let mut file = vec![0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];
    // Four bits, a palette, the only defined compression and filtering, no interlacing.
    let shape = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[4, 3, 0, 0, 0]].concat();
    chunk(&mut file, *b"IHDR", &shape);
    chunk(&mut file, *b"PLTE", palette.as_flattened());
    chunk(&mut file, *b"tEXt", format!("Description\0{words}").as_bytes());
    let mut pixels = Vec::with_capacity((width as usize / 2 + 2) * height as usize);
    for row in rows {
        // Not filtered.
        pixels.push(0);
        pixels.extend(row.chunks(2).map(|pair| match pair {
            [left, right] => left << 4 | (right & 15),
            [last] => last << 4,
            _ => 0,
        }));
    }
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&pixels, LEVEL);
    chunk(&mut file, *b"IDAT", &packed);
    chunk(&mut file, *b"IEND", &[]);
    file
}

/// Appends a PNG chunk to the file: length, kind, data, and a checksum of kind and data.
fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    // A picture's pixels take a few megabytes.
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    file.extend(length.to_be_bytes());
    let from = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = check_sum(file.get(from..).unwrap_or_default());
    file.extend(sum.to_be_bytes());
}

/// Computes the CRC-32 checksum that PNG and ZIP use.
fn check_sum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        let at = (sum ^ u32::from(*byte)) & 255;
        TABLE.get(at as usize).copied().unwrap_or(0) ^ (sum >> 8)
    };
    !bytes.iter().fold(!0, step)
}

#[allow(
    clippy::indexing_slicing,
    reason = "evaluated while compiling, where an invalid index is an error"
)]
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < table.len() {
        let (mut value, mut bit) = (at as u32, 0);
        while bit < 8 {
            value = if value & 1 == 1 {
                0xedb8_8320 ^ (value >> 1)
            } else {
                value >> 1
            };
            bit += 1;
        }
        table[at] = value;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::{check_sum, encode};

    #[test]
    fn checksum_matches_published_values() {
        assert_eq!(check_sum(b"123456789"), 0xcbf4_3926);
        assert_eq!(check_sum(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn encoded_png_is_readable_by_another_decoder() {
        let palette = [[1, 2, 3], [40, 50, 60], [255, 0, 7]];
        let rows: [&[u8]; 2] = [&[0, 1, 2], &[2, 1, 1]];
        let file = encode(3, 2, &palette, rows.into_iter(), "words");
        let mut buffer = vec![
            0;
            minipng::decode_png_header(&file)
                .expect("a header")
                .required_bytes_rgba8bpc()
        ];
        let mut image = minipng::decode_png(&file, &mut buffer).expect("a PNG");
        image.convert_to_rgba8bpc().expect("colours");
        let seen: Vec<[u8; 3]> = image
            .pixels()
            .chunks(4)
            .map(|pixel| [pixel[0], pixel[1], pixel[2]])
            .collect();
        let expected = [0, 1, 2, 2, 1, 1].map(|ink: usize| palette[ink]);
        assert_eq!(
            ((image.width(), image.height()), seen.as_slice()),
            ((3, 2), &expected[..])
        );
    }
}
