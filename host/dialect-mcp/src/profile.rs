//! The profile in a URL such as `/mcp?profile=all`. A session keeps the profile with which it was opened.

use host_api::profile::BUILT_IN;
use host_api::{Audience, Profile, percent};
use host_wire::Wire;
use host_wire::jsonrpc::Fault;

/// Returns the profile (selection of tools) in a URL query; `None` if there is none. Fails if it is not a list of
/// names.
pub(crate) fn from_query(query: Option<&str>) -> Result<Option<Profile>, Fault> {
    let Some(query) = query else { return Ok(None) };
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let named: Vec<&str> = pairs
        .filter(|(name, _)| *name == "profile")
        .map(|(_, text)| text)
        .collect();
    let text = named.join(",").replace('+', " ");
    let text = percent::decoded(&text).map_err(|error| Fault::invalid_request(format!("`profile` {error}")))?;
    if text.is_empty() {
        return Ok(None);
    }
    Profile::parse_selection(&text)
        .map(Some)
        .map_err(Fault::invalid_request)
}

/// Rejects a list request whose profile (selection of tools) contains an unknown group or bundle.
pub(crate) fn check(wire: &Wire, audience: &Audience) -> Result<(), Fault> {
    let Audience::Picked(profile) = audience else {
        return Ok(());
    };
    let view = wire.service.catalog(&Audience::Everything);
    let Some((name, near)) = profile.unknown(&view).into_iter().next() else {
        return Ok(());
    };
    let mut groups: Vec<&str> = view.groups.values().flatten().map(String::as_str).collect();
    groups.retain(|group| !BUILT_IN.contains(group));
    groups.sort_unstable();
    groups.dedup();
    let near = near.map(|near| format!("; {near}")).unwrap_or_default();
    Err(Fault::invalid_params(format!(
        "the address selects the profile `{name}`, which is neither a group nor a bundle here{near}; there are {}, {}",
        BUILT_IN.join(", "),
        groups.join(", ")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_profile_from_query() {
        for (query, profile) in [
            (None, None),
            (Some("a=b&profile="), None),
            (Some("profile=all"), Some("all")),
            (
                Some("x&profile=explorer%2Ceditor&profile=xr"),
                Some("explorer, editor, xr"),
            ),
            (Some("profile=%61ll"), Some("all")),
            (Some("profile=editor,+xr%20"), Some("editor, xr")),
        ] {
            assert_eq!(
                from_query(query).expect("names"),
                profile.map(Profile::parse),
                "{query:?}"
            );
        }
        let fault = from_query(Some("profile=All")).expect_err("capitals");
        assert!(fault.message.contains("profile=all"), "{}", fault.message);
        let fault = from_query(Some("profile=%4")).expect_err("no escape");
        assert!(
            fault.message.starts_with("`profile` contains a `%`"),
            "{}",
            fault.message
        );
    }
}
