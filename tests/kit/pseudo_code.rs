//! The pseudo-code of RFC 3986 5.2.2 to 5.3, line by line: the oracle for resolving.

use urisift::IriRef;

/// The target of a reference.
pub fn resolved(base: &IriRef<'_>, reference: &IriRef<'_>, strict: bool) -> String {
    transform(&parts(base), &parts(reference), strict)
}

fn parts(text: &IriRef<'_>) -> R {
    let own = |part: Option<&str>| part.map(str::to_owned);
    R {
        scheme: own(text.scheme()),
        authority: own(text.authority()),
        path: text.path().to_owned(),
        query: own(text.query()),
        fragment: own(text.fragment()),
    }
}

#[derive(Clone, Default)]
struct R {
    scheme: Option<String>,
    authority: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

fn transform(base: &R, r: &R, strict: bool) -> String {
    let mut r = r.clone();
    if !strict
        && r.scheme.as_ref().map(|s| s.to_lowercase())
            == base.scheme.as_ref().map(|s| s.to_lowercase())
    {
        r.scheme = None;
    }
    let mut t = R::default();
    if r.scheme.is_some() {
        t.scheme = r.scheme;
        t.authority = r.authority;
        t.path = remove_dot_segments(&r.path);
        t.query = r.query;
    } else {
        if r.authority.is_some() {
            t.authority = r.authority;
            t.path = remove_dot_segments(&r.path);
            t.query = r.query;
        } else {
            if r.path.is_empty() {
                t.path = base.path.clone();
                t.query = if r.query.is_some() { r.query } else { base.query.clone() };
            } else {
                t.path = match r.path.starts_with('/') {
                    true => remove_dot_segments(&r.path),
                    false => remove_dot_segments(&merge(base, &r.path)),
                };
                t.query = r.query;
            }
            t.authority = base.authority.clone();
        }
        t.scheme = base.scheme.clone();
    }
    t.fragment = r.fragment;
    recompose(&t)
}

fn merge(base: &R, path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{path}");
    }
    match base.path.rfind('/') {
        Some(slash) => format!("{}{path}", &base.path[..=slash]),
        None => path.to_owned(),
    }
}

fn remove_dot_segments(path: &str) -> String {
    let (mut input, mut output) = (path.to_owned(), String::new());
    while !input.is_empty() {
        if input.starts_with("../") {
            input = input[3..].to_owned();
        } else if input.starts_with("./") || input.starts_with("/./") {
            input = input[2..].to_owned();
        } else if input == "/." {
            input = "/".to_owned();
        } else if input.starts_with("/../") || input == "/.." {
            input = format!("/{}", input.get(4..).unwrap_or(""));
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let slash = input.char_indices().skip(1).find(|(_, c)| *c == '/');
            let end = slash.map_or(input.len(), |(at, _)| at);
            output += &input[..end];
            input = input[end..].to_owned();
        }
    }
    output
}

fn recompose(t: &R) -> String {
    let mut result = String::new();
    if let Some(scheme) = &t.scheme {
        result += &format!("{scheme}:");
    }
    match &t.authority {
        Some(authority) => result += &format!("//{authority}"),
        // The pseudo-code would turn this path into an authority: ours keeps it a path.
        None if t.path.starts_with("//") => result += "/.",
        None => {}
    }
    result += &t.path;
    if let Some(query) = &t.query {
        result += &format!("?{query}");
    }
    if let Some(fragment) = &t.fragment {
        result += &format!("#{fragment}");
    }
    result
}
