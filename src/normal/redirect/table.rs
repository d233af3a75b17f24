//! The known redirectors, with what says so for each: a document of the service, or where links of that
//! form are seen. As of November 2026.

use super::forms;
use super::{Link, is_below, is_of, target};

/// A redirector: its hosts, its paths, and where its links have the target.
pub(super) struct Redirector {
    /// The name, as `docs/formats.md` has it.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests check the documentation by it"))]
    pub name: &'static str,
    /// Patterns for its hosts, see [`is_of`].
    hosts: &'static [&'static str],
    /// What the path starts with.
    path: &'static str,
    place: Place,
}

/// Where a link has its target.
enum Place {
    /// In the first of these query parameters that has one.
    Query(&'static [&'static str]),
    /// Where this function finds it, decoded.
    Other(fn(&Link<'_>) -> Option<String>),
}

use Place::{Other, Query};

impl Redirector {
    const fn new(
        name: &'static str,
        hosts: &'static [&'static str],
        path: &'static str,
        place: Place,
    ) -> Self {
        Redirector { name, hosts, path, place }
    }

    /// The target of a link of this redirector.
    pub fn target(&self, link: &Link<'_>) -> Option<String> {
        let is_it = self.hosts.iter().any(|host| is_of(&link.host, host));
        if !is_it || !is_below(link.path, self.path) {
            return None;
        }
        match self.place {
            Query(names) => link.target_in(names.iter().copied()),
            Other(find) => find(link).and_then(|text| target(&text)),
        }
    }
}

const PROOFPOINT: &[&str] = &["urldefense.proofpoint.com", "urldefense.com", "urldefense.us"];
const GOOGLE: &[&str] = &["google.*", "www.google.*"];
const ARCHIVE_TODAY: &[&str] = &[
    "archive.today",
    "archive.ph",
    "archive.is",
    "archive.li",
    "archive.vn",
    "archive.fo",
    "archive.md",
];

/// Links that lead elsewhere. One line of fact for each.
pub(super) const REDIRECTORS: &[Redirector] = &[
    // Filters of mail.
    // Microsoft Learn, "Safe Links in Microsoft Defender for Office 365"; the second host is that of
    // US government clouds.
    Redirector::new(
        "Safe Links",
        &[
            "safelinks.protection.outlook.com",
            "*.safelinks.protection.outlook.com",
            "safelinks.protection.office365.us",
            "*.safelinks.protection.office365.us",
        ],
        "/",
        Query(&["url"]),
    ),
    // The page that Teams opens for a link in a message.
    Redirector::new(
        "Safe Links of Teams",
        &["statics.teams.cdn.office.net"],
        "/evergreen-assets/safelinks",
        Query(&["url"]),
    ),
    // Proofpoint, "URL Decoder" (the three forms and how they are decoded).
    Redirector::new("URL Defense 1", PROOFPOINT, "/v1/", Query(&["u"])),
    Redirector::new("URL Defense 2", PROOFPOINT, "/v2/", Other(forms::proofpoint_v2)),
    Redirector::new("URL Defense 3", PROOFPOINT, "/v3/", Other(forms::proofpoint_v3)),
    // Barracuda Campus, "Link Protection".
    Redirector::new("Barracuda", &["linkprotect.cudasvc.com"], "/url", Query(&["a"])),
    // Links in mail that passed a Cisco Secure Email Gateway: token, then the encoded target.
    Redirector::new("Cisco", &["secure-web.cisco.com"], "/", Other(forms::second_segment)),
    // Links in mail; most have the domain alone, which is not a target.
    Redirector::new(
        "Mimecast",
        &["*.mimecast.com", "*.mimecastprotect.com"],
        "/",
        Query(&["url", "domain"]),
    ),
    // Links in mail that passed Sophos Email: u is base64, d the domain alone.
    Redirector::new("Sophos", &["*.protection.sophos.com"], "/", Other(forms::base64_u)),
    // Links in mail that passed Trend Micro: *-ctp.trendmicro.com and *-urlprotect.trendmicro.com.
    Redirector::new("Trend Micro", &["*.trendmicro.com"], "/wis/clicktime", Query(&["url"])),
    // Links in mail that passed Symantec Email Security, "Click-time URL Protection".
    Redirector::new("Symantec", &["clicktime.symantec.com"], "/", Query(&["u"])),
    // Links in mail that passed FireEye, later Trellix: protect2.fireeye.com and others.
    Redirector::new("Trellix", &["*.fireeye.com"], "/", Query(&["u"])),
    // Links in mail that passed EdgePilot of AppRiver.
    Redirector::new("EdgePilot", &["link.edgepilot.com"], "/", Query(&["u"])),
    // Senders of mail.
    // Amazon SES, "Open and click metrics": L0, then the encoded target.
    Redirector::new(
        "Amazon SES",
        &["awstrack.me", "*.awstrack.me"],
        "/L0",
        Other(forms::second_segment),
    ),
    // Pictures of mail that was copied out of Gmail: the fragment is the source.
    Redirector::new("Gmail", &["*.googleusercontent.com"], "/proxy", Other(forms::fragment)),
    Redirector::new("Gmail", &["*.googleusercontent.com"], "/meips", Other(forms::fragment)),
    // Search engines.
    // Links of results and of mail in Gmail.
    Redirector::new("Google", GOOGLE, "/url", Query(&["url", "q"])),
    // Advertisements among results.
    Redirector::new("Google Ads", GOOGLE, "/aclk", Query(&["adurl"])),
    Redirector::new(
        "Google Ads",
        &["googleadservices.com", "www.googleadservices.com"],
        "/pagead/aclk",
        Query(&["adurl"]),
    ),
    Redirector::new(
        "Google Ads",
        &["adclick.g.doubleclick.net", "googleads.g.doubleclick.net"],
        "/",
        Query(&["adurl"]),
    ),
    // Pages for slow connections, until 2022.
    Redirector::new("Web Light", &["googleweblight.com"], "/", Query(&["u", "lite_url"])),
    // Firebase, "Create Dynamic Links manually", until 2025.
    Redirector::new("Firebase", &["*.page.link"], "/", Query(&["link"])),
    // Awin, "Deeplink structure"; p is that of older links.
    Redirector::new("Awin", &["awin1.com", "www.awin1.com"], "/", Query(&["ued", "p"])),
    // Pictures of mail that was copied out of Yahoo Mail.
    Redirector::new("Yahoo Mail", &["ecp.yusercontent.com"], "/mail", Query(&["url"])),
    // Links of results: u is "a1", then base64.
    Redirector::new("Bing", &["bing.com", "*.bing.com"], "/ck/a", Other(forms::bing)),
    Redirector::new("Bing", &["bing.com", "*.bing.com"], "/newtabredir", Query(&["url"])),
    // Links of the pages without JavaScript.
    Redirector::new("DuckDuckGo", &["duckduckgo.com", "*.duckduckgo.com"], "/l", Query(&["uddg"])),
    // Links of results: a segment RU= of the path.
    Redirector::new("Yahoo", &["r.search.yahoo.com"], "/", Other(forms::yahoo)),
    // Sites that ask before they let go, or count.
    // Descriptions of videos and comments.
    Redirector::new("YouTube", &["youtube.com", "*.youtube.com"], "/redirect", Query(&["q"])),
    // Meta, "Link Shim - Protecting the People who Use Facebook from Malicious URLs".
    Redirector::new("Facebook", &["facebook.com", "*.facebook.com"], "/l.php", Query(&["u"])),
    Redirector::new("Facebook", &["l.facebook.com", "lm.facebook.com"], "/", Query(&["u"])),
    Redirector::new("Messenger", &["l.messenger.com"], "/", Query(&["u"])),
    Redirector::new("Instagram", &["l.instagram.com"], "/", Query(&["u"])),
    Redirector::new("Threads", &["l.threads.net", "l.threads.com"], "/", Query(&["u"])),
    Redirector::new("WhatsApp", &["l.wl.co"], "/", Query(&["u"])),
    // Links of posts, to count clicks.
    Redirector::new("Reddit", &["out.reddit.com"], "/", Query(&["url"])),
    // Links to other sites; u has replaced url.
    Redirector::new("Steam", &["steamcommunity.com"], "/linkfilter", Query(&["u", "url"])),
    // Links to other sites.
    Redirector::new("VK", &["vk.com", "*.vk.com", "vk.ru", "*.vk.ru"], "/away.php", Query(&["to"])),
    // Links that were copied out of the old web client.
    Redirector::new("Slack", &["slack-redir.net"], "/link", Query(&["url"])),
    // LinkedIn Help, "Safety warning for links"; the second is that of older pages.
    Redirector::new("LinkedIn", &["linkedin.com", "*.linkedin.com"], "/safety/go", Query(&["url"])),
    Redirector::new("LinkedIn", &["linkedin.com", "*.linkedin.com"], "/redir", Query(&["url"])),
    // Links of posts.
    Redirector::new("Tumblr", &["t.umblr.com"], "/redirect", Query(&["z"])),
    Redirector::new("Medium", &["medium.com"], "/r", Query(&["url"])),
    Redirector::new("DeviantArt", &["www.deviantart.com"], "/users/outgoing", Other(forms::query)),
    Redirector::new("Zhihu", &["link.zhihu.com"], "/", Query(&["target"])),
    Redirector::new("Juejin", &["link.juejin.cn"], "/", Query(&["target"])),
    Redirector::new("CSDN", &["link.csdn.net"], "/", Query(&["target"])),
    Redirector::new("Gitee", &["gitee.com"], "/link", Query(&["target"])),
    Redirector::new("Douban", &["www.douban.com"], "/link2", Query(&["url"])),
    // core.telegram.org, "Deep links": Instant View of a page.
    Redirector::new("Telegram", &["t.me", "telegram.me"], "/iv", Query(&["url"])),
    // The start page says: put the service before a link, to hide where a visitor comes from.
    Redirector::new("href.li", &["href.li", "www.href.li"], "/", Other(forms::query)),
];

/// Copies of pages: they lead nowhere, but stand for the page. One line of fact for each.
pub(super) const COPIES: &[Redirector] = &[
    // amp.dev, "AMP Cache URL format and request handling".
    Redirector::new(
        "AMP",
        &["*.cdn.ampproject.org", "*.bing-amp.com"],
        "/",
        Other(forms::amp_cache),
    ),
    // Results of Google for phones: /amp/s/ is https, /amp/ http.
    Redirector::new("AMP", GOOGLE, "/amp", Other(forms::amp_viewer)),
    // The form on translate.google.com made these.
    Redirector::new("Google Translate", &["translate.google.*"], "/translate", Query(&["u"])),
    // Google Search Central, "Enabling your ad network with translation-related Google Search features".
    Redirector::new("Google Translate", &["*.translate.goog"], "/", Other(forms::translated)),
    // Internet Archive, "Wayback Machine APIs" and the help on archived URLs.
    Redirector::new("Wayback Machine", &["web.archive.org"], "/web", Other(forms::wayback)),
    // The long form of a link: date or "newest", then the source.
    Redirector::new("archive.today", ARCHIVE_TODAY, "/", Other(forms::embedded)),
];

/// All of them.
pub(super) fn all() -> impl Iterator<Item = &'static Redirector> {
    REDIRECTORS.iter().chain(COPIES)
}
