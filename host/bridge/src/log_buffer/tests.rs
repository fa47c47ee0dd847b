//! Tails by count, level, source, text and bytes; all lines go through the buffer.

use super::*;

fn line(time: &str, level: &str, source: &str, message: String) -> LogLine {
    LogLine {
        time: time.to_owned(),
        level: level.to_owned(),
        message,
        source: source.to_owned(),
        category: None,
    }
}

const ALL: LogTail<'_> = LogTail {
    count: 2_000,
    min_level: None,
    source: None,
    text: None,
    max_bytes: 1 << 20,
};

#[derive(Debug)]
struct Given {
    messages: Vec<String>,
    left_out: u64,
    notes: Vec<String>,
}

fn tail_of(log: &LogBuffer, wanted: &LogTail<'_>) -> Given {
    let replied = log.tail(wanted);
    let Reply::Logs { lines, left_out } = replied.reply else {
        panic!("{:?}", replied.reply)
    };
    Given {
        messages: lines.into_iter().map(|line| line.message).collect(),
        left_out,
        notes: replied.diagnostics,
    }
}

#[test]
fn combines_filters_over_the_whole_buffer_and_counts_omitted_lines() {
    let log = LogBuffer::new(1);
    for at in 0..KEPT {
        let (level, source) = (["debug", "info", "warn", "error"][at % 4], ["mcp", "unity"][at % 2]);
        log.append(line("2026-01-01T00:00:00Z", level, source, format!("Line {at} Größe")));
    }
    let newest = tail_of(&log, &LogTail { count: 3, ..ALL });
    assert_eq!(
        newest.messages,
        ["Line 1997 Größe", "Line 1998 Größe", "Line 1999 Größe"]
    );
    assert_eq!(newest.left_out, 1_997);
    for (of, count, matching) in [
        ((Some("warn"), None, None), 2_000, 1_000),
        ((Some("ERROR"), None, None), 10, 500),
        ((None, Some("mcp"), None), 2_000, 1_000),
        ((None, Some("MCP"), None), 2_000, 0),
        ((None, None, Some("line 19")), 5, 111),
        ((None, None, Some("GRÖSSE")), 5, 0),
        ((None, None, Some("GRÖßE")), 5, 2_000),
        ((Some("warn"), Some("mcp"), Some("line 1")), 5, 278),
    ] {
        let (min_level, source, text) = of;
        let tail = tail_of(
            &log,
            &LogTail {
                count,
                min_level,
                source,
                text,
                ..ALL
            },
        );
        let shown = tail.messages.len() as u64;
        assert_eq!(shown + tail.left_out, matching, "{of:?}");
        assert_eq!(shown, matching.min(u64::from(count)), "{of:?}");
    }
    log.append(line("2026-01-01T00:00:00Z", "info", "mcp", "one more".to_owned()));
    let tail = tail_of(&log, &ALL);
    assert_eq!((tail.messages.len(), tail.left_out), (2_000, 0));
    assert_eq!(tail.notes, ["1 older lines are no longer kept (limit 2000)"]);

    let tail = tail_of(
        &log,
        &LogTail {
            count: 10,
            max_bytes: 250,
            ..ALL
        },
    );
    assert_eq!((tail.messages.len(), tail.left_out), (2, 1_998));
    assert_eq!(
        tail.notes[0],
        "returned only 2 lines: more would need more than 250 bytes"
    );
    let tail = tail_of(
        &log,
        &LogTail {
            count: 1,
            max_bytes: 1,
            ..ALL
        },
    );
    assert_eq!(
        (tail.messages.len(), tail.left_out),
        (1, 1_999),
        "one line, whatever its size"
    );
}

#[test]
fn sorts_unity_lines_by_time_and_evicts_no_host_lines() {
    let log = LogBuffer::new(1);
    log.keep(line("2000-01-01T00:00:00+00:00", "info", "mcp", "before".to_owned()));
    log.keep(line("2999-01-01T00:00:00+01:00", "info", "mcp", "after".to_owned()));
    for at in 0..=KEPT {
        log.keep_of_unity(line("2026-01-01T00:00:00Z", "info", "unity", format!("line {at}")));
    }
    let tail = tail_of(&log, &LogTail { count: 3, ..ALL });
    assert_eq!(tail.messages, ["line 1999", "line 2000", "after"]);
    assert_eq!(
        tail.notes,
        ["1 older lines of Unity's log are no longer kept (limit 2000)"]
    );
    let own = tail_of(
        &log,
        &LogTail {
            source: Some("mcp"),
            ..ALL
        },
    );
    assert_eq!(own.messages, ["before", "after"]);
}

#[test]
fn announces_appended_lines_but_not_kept_lines() {
    let log = LogBuffer::new(8);
    let mut told = log.subscribe();
    let of = |text: &str| line("2026-01-01T00:00:00Z", "info", "mcp", text.to_owned());
    log.keep(of("kept"));
    log.append(of("appended"));
    assert_eq!(told.try_recv().expect("a line").what.message, "appended");
    assert!(told.try_recv().is_err());
    assert_eq!(tail_of(&log, &ALL).messages, ["kept", "appended"]);
}

#[test]
fn separates_lines_per_instance_and_shares_host_lines() {
    let all = LogBuffer::new(8);
    let [first, second] = [1, 2].map(|number| all.for_target(&BridgeId::new("Game", number)));
    let mut told = all.subscribe();
    let at = |second: u32, source: &str, text: &str| {
        line(&format!("2026-01-01T00:00:0{second}Z"), "info", source, text.to_owned())
    };
    first.keep_of_unity(at(1, "unity", "of the first"));
    first.announce(at(1, "unity", "of the first"));
    all.append(at(2, "mcp", "of the host"));
    second.keep_of_unity(at(3, "unity", "of the second"));
    assert_eq!(tail_of(&first, &ALL).messages, ["of the first", "of the host"]);
    assert_eq!(tail_of(&second, &ALL).messages, ["of the host", "of the second"]);
    assert_eq!(tail_of(&all, &ALL).messages, ["of the host"]);
    let whose = [told.try_recv(), told.try_recv()].map(|told| told.expect("a line").whose);
    assert_eq!(whose, [Whose::Unity("Game@00000001".into()), Whose::All]);
    // A target with many lines evicts no line of another one, and does not use its bytes.
    for _ in 0..20 {
        first.keep_of_unity(at(4, "unity", &"x".repeat(KEPT_BYTES / 16)));
    }
    assert_eq!(tail_of(&second, &ALL).messages, ["of the host", "of the second"]);
    let kept = tail_of(
        &first,
        &LogTail {
            max_bytes: usize::MAX,
            ..ALL
        },
    );
    assert!(
        kept.messages.len() == 17 && kept.notes[0].contains("5 older lines of Unity's log"),
        "{:?}",
        kept.notes
    );
}
