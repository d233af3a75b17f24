//! Public suffixes and registrable domains, by the [public suffix list](https://publicsuffix.org).

use idna::AsciiDenyList;
use psl2::compat;

/// A longer name belongs to no domain (RFC 1035 2.3.4, at four bytes a letter), and is compared as it
/// is written: IDNA is slow for long names.
pub const LONGEST: usize = 1024;

/// The length of the public suffix at the end of a host in lower case, in bytes; `None` if the host has an
/// empty label. If the list has no match, the suffix is the last label.
pub fn suffix_len(host: &[u8]) -> Option<usize> {
    len(host, |host| compat::suffix(host).map(|suffix| suffix.as_bytes()))
}

/// The length of the registrable domain at the end of a host in lower case, in bytes: its public suffix and
/// one label more; `None` if there is no such label.
pub fn domain_len(host: &[u8]) -> Option<usize> {
    len(host, |host| compat::domain(host).map(|domain| domain.as_bytes()))
}

/// The list has names in ASCII form. For a host in another form, the result covers as many of its last
/// labels as in ASCII form.
fn len(host: &[u8], part: impl Fn(&[u8]) -> Option<&[u8]>) -> Option<usize> {
    if host.is_ascii() {
        return part(host).map(<[u8]>::len);
    }
    let host = Some(host).filter(|host| host.len() <= LONGEST)?;
    let ascii = idna::domain_to_ascii_cow(host, AsciiDenyList::EMPTY).ok()?;
    let labels = part(ascii.as_bytes())?.split(|byte| *byte == b'.').count();
    let dot = memchr::memrchr_iter(b'.', host).nth(labels - 1);
    Some(host.len() - dot.map_or(0, |dot| dot + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `/` before the registrable domain, `|` before the public suffix.
    #[test]
    fn domains_and_suffixes() {
        for marked in [
            "www./a.|co.uk",
            "/a.|com",
            "|co.uk",
            "|localhost",
            "b./localhost.|unlisted",
            "a./b.|github.io",
            "x./y.|xn--55qx5d.cn",
            "x./y.|公司.cn",
            "b./bücher.|de",
            "/bücher.|рф",
            "www./食狮.|公司.cn",
        ] {
            let host = marked.replace(['/', '|'], "");
            let after = |mark| marked.split(mark).nth(1).map(|rest| rest.replace('|', "").len());
            assert_eq!(domain_len(host.as_bytes()), after('/'), "{marked}");
            assert_eq!(suffix_len(host.as_bytes()), after('|'), "{marked}");
        }
    }

    #[test]
    fn no_name() {
        for host in ["", ".", "..", "a..com", ".com", &"ä".repeat(LONGEST)] {
            assert_eq!((suffix_len(host.as_bytes()), domain_len(host.as_bytes())), (None, None));
        }
        assert_eq!(suffix_len(b"\xff.com"), None);
    }
}
