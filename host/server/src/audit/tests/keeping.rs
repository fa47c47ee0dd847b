//! How long files are kept, and who may read them.

use super::*;

#[test]
fn deletes_oldest_files_beyond_size_limit_without_splitting_lines() {
    let folder = tempfile::tempdir().unwrap();
    let settings = AuditSettings {
        keep_bytes: 20_000,
        ..settings(folder.path())
    };
    // Two hosts share the file, like two programs of one user.
    let hosts = [AuditFile::open(&settings).unwrap(), AuditFile::open(&settings).unwrap()];
    for number in 0..200 {
        write(&hosts[number % 2], &format!("{{\"number\":{number}}}"));
    }
    let files = files(&settings);
    let bytes: u64 = files.iter().map(|file| std::fs::metadata(file).unwrap().len()).sum();
    assert!((12_000..=20_000).contains(&bytes), "{bytes} bytes in {files:?}");
    let kept: Vec<u64> = files
        .iter()
        .rev()
        .flat_map(|file| lines(file))
        .map(|line| line["arguments"]["number"].as_u64().unwrap())
        .collect();
    let newest: Vec<u64> = (200 - kept.len() as u64..200).collect();
    assert_eq!(kept, newest, "the newest, each once");
}

#[test]
fn deletes_files_beyond_the_retention_days() {
    let folder = tempfile::tempdir().unwrap();
    let settings = AuditSettings {
        keep_bytes: 20_000,
        keep_days: 30,
        ..settings(folder.path())
    };
    let file = AuditFile::open(&settings).unwrap();
    for number in 0..30 {
        write(&file, &format!("{{\"number\":{number}}}"));
    }
    drop(file);
    let before = files(&settings);
    assert!(before.len() > 3, "{before:?}");
    let old = SystemTime::now() - Duration::from_secs(31 * 24 * 60 * 60);
    let oldest = before.last().unwrap();
    std::fs::File::options()
        .append(true)
        .open(oldest)
        .unwrap()
        .set_modified(old)
        .unwrap();
    Files::open(&settings).unwrap();
    assert_eq!(files(&settings), before[..before.len() - 1]);
    // A file with few writes is rotated once its first line is a day old and an eighth of the time to keep has passed.
    std::fs::write(
        &settings.file,
        format!("{{\"time\":\"{}\"}}\n", jiff::Timestamp::try_from(old).unwrap()),
    )
    .unwrap();
    Files::open(&settings).unwrap();
    assert_eq!(std::fs::metadata(&settings.file).unwrap().len(), 0);
}

/// Returns the existing audit files, the newest first.
fn files(settings: &AuditSettings) -> Vec<PathBuf> {
    let mut files = vec![settings.file.clone()];
    let older = |number: u64| PathBuf::from(format!("{}.{number}", settings.file.display()));
    files.extend((1..).map(older).take_while(|file| file.exists()));
    files
}

#[cfg(unix)]
#[test]
fn file_and_folder_are_private_to_the_owner() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    AuditFile::open(&settings).unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&settings.file), 0o600);
    assert_eq!(mode(settings.file.parent().unwrap()), 0o700);
}
