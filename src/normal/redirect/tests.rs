use std::collections::BTreeMap;

use super::*;

/// A link of each redirector with its target, and links like it that have none.
const CASES: &[(&str, &str, Option<&str>)] = &[
    (
        "Safe Links",
        "https://eur01.safelinks.protection.outlook.com/?url=http%3A%2F%2Fa.example%2Fb&data=x",
        Some("http://a.example/b"),
    ),
    (
        "Safe Links",
        "https://gcc.safelinks.protection.office365.us/?url=mailto%3Aa%40b.example",
        Some("mailto:a@b.example"),
    ),
    (
        "Safe Links",
        "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fx%23%5BE%5D%231&data=x",
        Some("https://a.example/x#%5BE%5D%231"),
    ),
    (
        "Google Ads",
        "https://adclick.g.doubleclick.net/pcs/click?xai=x&&adurl=https://a.example/b",
        Some("https://a.example/b"),
    ),
    ("Google Ads", "https://ad.g.doubleclick.net/pcs/click?adurl=https://a.example/b", None),
    (
        "Web Light",
        "http://googleweblight.com/i?u=https://a.example/&hl=en",
        Some("https://a.example/"),
    ),
    ("Web Light", "http://googleweblight.com/i?hl=en", None),
    (
        "Firebase",
        "https://a.page.link/?link=https://a.example/b&apn=c",
        Some("https://a.example/b"),
    ),
    ("Firebase", "https://a.page.link/AbCd", None),
    (
        "Awin",
        "https://www.awin1.com/cread.php?awinmid=1&ued=https%3A%2F%2Fa.example%2Fb",
        Some("https://a.example/b"),
    ),
    ("Awin", "https://www.awin1.com/cread.php?awinmid=1", None),
    (
        "Yahoo Mail",
        "https://ecp.yusercontent.com/mail?url=https%3A%2F%2Fa.example%2Fb.png&t=1",
        Some("https://a.example/b.png"),
    ),
    ("Yahoo Mail", "https://ecp.yusercontent.com/other?url=https%3A%2F%2Fa.example%2F", None),
    (
        "Safe Links",
        "https://safelinks.protection.outlook.com.a.example/?url=http%3A%2F%2Fb.example%2F",
        None,
    ),
    (
        "Safe Links",
        "https://eur01.safelinks.protection.outlook.com/?url=javascript%3Aalert(1)",
        None,
    ),
    (
        "Safe Links of Teams",
        "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fa.example%2F&locale=en",
        Some("https://a.example/"),
    ),
    (
        "Safe Links of Teams",
        "https://statics.teams.cdn.office.net/evergreen-assets/x?url=https%3A%2F%2Fa.example%2F",
        None,
    ),
    (
        "URL Defense 1",
        "https://urldefense.proofpoint.com/v1/url?u=http://a.example/b%3Fc&k=x",
        Some("http://a.example/b?c"),
    ),
    ("URL Defense 1", "https://urldefense.proofpoint.com/v1/url?k=http://a.example/", None),
    (
        "URL Defense 2",
        "https://urldefense.proofpoint.com/v2/url?u=https-3A__a.example_b-5Fc&d=x",
        Some("https://a.example/b_c"),
    ),
    ("URL Defense 2", "https://urldefense.proofpoint.com/v2/url?u=a.example_b&d=x", None),
    (
        "URL Defense 3",
        "https://urldefense.com/v3/__https://a.example/b*c__;Iw!!x$",
        Some("https://a.example/b#c"),
    ),
    ("URL Defense 3", "https://urldefense.com/v3/https://a.example/", None),
    (
        "Barracuda",
        "https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fa.example%2fb&c=E,1,x&typo=1",
        Some("https://a.example/b"),
    ),
    ("Barracuda", "https://linkprotect.cudasvc.com/url?c=https%3a%2f%2fa.example", None),
    (
        "Cisco",
        "https://secure-web.cisco.com/1x_-y/https%3A%2F%2Fa.example%2Fb%3Fc",
        Some("https://a.example/b?c"),
    ),
    ("Cisco", "http://secure-web.cisco.com/https%3A%2F%2Fa.example", None),
    (
        "Mimecast",
        "https://protect-eu.mimecast.com/s/x?url=https%3A%2F%2Fa.example%2F",
        Some("https://a.example/"),
    ),
    ("Mimecast", "https://url.us.m.mimecastprotect.com/s/x?domain=a.example", None),
    (
        "Sophos",
        "https://eu-west-1.protection.sophos.com?d=a.example&u=aHR0cHM6Ly9hLmV4YW1wbGUvYj9jPWQ=&i=x",
        Some("https://a.example/b?c=d"),
    ),
    ("Sophos", "https://eu-west-1.protection.sophos.com/?d=a.example&u=YQ==", None),
    (
        "Trend Micro",
        "https://x-ctp.trendmicro.com:443/wis/clicktime/v1/query?url=https%3a%2f%2fa.example%2f&umid=1",
        Some("https://a.example/"),
    ),
    ("Trend Micro", "https://www.trendmicro.com/en?url=https%3a%2f%2fa.example%2f", None),
    (
        "Symantec",
        "https://clicktime.symantec.com/3x?h=1&amp;u=https%3A%2F%2Fa.example%2F",
        Some("https://a.example/"),
    ),
    ("Symantec", "https://clicktime.symantec.com/3x?h=https%3A%2F%2Fa.example%2F", None),
    (
        "Trellix",
        "https://protect2.fireeye.com/v1/url?k=1&q=1&e=2&u=http%3A%2F%2Fa.example%2F",
        Some("http://a.example/"),
    ),
    ("Trellix", "https://fireeye.com/url?u=http%3A%2F%2Fa.example%2F", None),
    (
        "EdgePilot",
        "https://link.edgepilot.com/s/1/x?u=https://a.example/b",
        Some("https://a.example/b"),
    ),
    ("EdgePilot", "https://edgepilot.com/s/1/x?u=https://a.example/b", None),
    (
        "Amazon SES",
        "https://x.r.us-east-1.awstrack.me/L0/https:%2F%2Fa.example%2Fb%3Fc=d/1/0100-x/y=44",
        Some("https://a.example/b?c=d"),
    ),
    ("Amazon SES", "https://x.r.us-east-1.awstrack.me/I0/https:%2F%2Fa.example/1/y", None),
    (
        "Gmail",
        "https://ci3.googleusercontent.com/meips/x=s0-d-e1-ft#https://a.example/b.png",
        Some("https://a.example/b.png"),
    ),
    (
        "Gmail",
        "https://ci4.googleusercontent.com/proxy/x=s0-d-e1-ft#http://a.example/",
        Some("http://a.example/"),
    ),
    ("Gmail", "https://lh3.googleusercontent.com/a/x#http://a.example/", None),
    (
        "Google",
        "https://www.google.com/url?sa=t&amp;url=&amp;q=https://a.example/&amp;ved=1",
        Some("https://a.example/"),
    ),
    ("Google", "https://google.co.uk/url?q=http://a.example/", Some("http://a.example/")),
    ("Google", "https://www.google.de./url?url=a&q=http://a.example/", Some("http://a.example/")),
    ("Google", "https://www.google.evil.example/url?q=http://a.example/", None),
    ("Google", "https://www.google.com/search?q=http://a.example/", None),
    ("Google", "https://www.google.com/urlx?q=http://a.example/", None),
    (
        "Google Ads",
        "https://www.google.com/aclk?sa=l&adurl=https%3A%2F%2Fa.example%2F",
        Some("https://a.example/"),
    ),
    (
        "Google Ads",
        "https://www.googleadservices.com/pagead/aclk?sa=L&adurl=http://a.example/",
        Some("http://a.example/"),
    ),
    ("Google Ads", "https://www.googleadservices.com/pagead/aclk?sa=L&adurl=", None),
    (
        "Bing",
        "https://www.bing.com/ck/a?!&&p=x&u=a1aHR0cHM6Ly9hLmV4YW1wbGUvYj9jPWQ&ntb=1",
        Some("https://a.example/b?c=d"),
    ),
    (
        "Bing",
        "https://www.bing.com/newtabredir?url=https%3A%2F%2Fa.example%2F",
        Some("https://a.example/"),
    ),
    ("Bing", "https://www.bing.com/ck/a?p=x&u=aHR0cHM6Ly9hLmV4YW1wbGUvYj9jPWQ", None),
    (
        "DuckDuckGo",
        "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F&rut=x",
        Some("https://a.example/"),
    ),
    ("DuckDuckGo", "https://duckduckgo.com/?q=https%3A%2F%2Fa.example%2F", None),
    (
        "Yahoo",
        "https://r.search.yahoo.com/_ylt=x/RV=2/RE=1/RU=https%3a%2f%2fa.example%2fb/RK=2/RS=y",
        Some("https://a.example/b"),
    ),
    ("Yahoo", "https://search.yahoo.com/RU=https%3a%2f%2fa.example%2fb", None),
    (
        "YouTube",
        "https://www.youtube.com/redirect?event=video_description&q=https%3A%2F%2Fa.example%2F",
        Some("https://a.example/"),
    ),
    ("YouTube", "https://www.youtube.com/results?q=https%3A%2F%2Fa.example%2F", None),
    (
        "Facebook",
        "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F&h=AT",
        Some("https://a.example/"),
    ),
    (
        "Facebook",
        "https://lm.facebook.com/?u=https%3A%2F%2Fa.example%2F",
        Some("https://a.example/"),
    ),
    ("Facebook", "https://www.facebook.com/sharer.php?u=https%3A%2F%2Fa.example%2F", None),
    (
        "Messenger",
        "https://l.messenger.com/l.php?u=https%3A%2F%2Fa.example%2F",
        Some("https://a.example/"),
    ),
    ("Messenger", "https://www.messenger.com/l.php?u=https%3A%2F%2Fa.example%2F", None),
    (
        "Instagram",
        "https://l.instagram.com/?u=https%3A%2F%2Fa.example%2F&e=x",
        Some("https://a.example/"),
    ),
    ("Instagram", "https://www.instagram.com/?u=https%3A%2F%2Fa.example%2F", None),
    ("Threads", "https://l.threads.com/?u=https%3A%2F%2Fa.example%2F", Some("https://a.example/")),
    ("Threads", "https://www.threads.net/?u=https%3A%2F%2Fa.example%2F", None),
    ("WhatsApp", "https://l.wl.co/l?u=https%3A%2F%2Fa.example%2F", Some("https://a.example/")),
    ("WhatsApp", "https://wl.co/l?u=https%3A%2F%2Fa.example%2F", None),
    (
        "Reddit",
        "https://out.reddit.com/t3_x?url=https%3A%2F%2Fa.example%2F&token=y",
        Some("https://a.example/"),
    ),
    ("Reddit", "https://www.reddit.com/submit?url=https%3A%2F%2Fa.example%2F", None),
    (
        "Steam",
        "https://steamcommunity.com/linkfilter/?url=https://a.example/",
        Some("https://a.example/"),
    ),
    (
        "Steam",
        "https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Fa.example%2F",
        Some("https://a.example/"),
    ),
    ("Steam", "https://steamcommunity.com/id/x?url=https://a.example/", None),
    (
        "VK",
        "https://vk.com/away.php?to=https%3A%2F%2Fa.example%2F&post=1",
        Some("https://a.example/"),
    ),
    ("VK", "https://vk.com/share.php?to=https%3A%2F%2Fa.example%2F", None),
    (
        "Slack",
        "https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2F&v=3",
        Some("https://a.example/"),
    ),
    ("Slack", "https://slack-redir.net/?url=https%3A%2F%2Fa.example%2F", None),
    (
        "LinkedIn",
        "https://www.linkedin.com/safety/go?url=https%3A%2F%2Fa.example%2F&trk=x",
        Some("https://a.example/"),
    ),
    (
        "LinkedIn",
        "https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fa.example%2F",
        Some("https://a.example/"),
    ),
    (
        "LinkedIn",
        "https://www.linkedin.com/sharing/share-offsite/?url=https%3A%2F%2Fa.example%2F",
        None,
    ),
    (
        "Tumblr",
        "https://t.umblr.com/redirect?z=https%3A%2F%2Fa.example%2F&t=x",
        Some("https://a.example/"),
    ),
    ("Tumblr", "https://www.tumblr.com/redirect?z=https%3A%2F%2Fa.example%2F", None),
    ("Medium", "https://medium.com/r/?url=https%3A%2F%2Fa.example%2F", Some("https://a.example/")),
    ("Medium", "https://medium.com/p/?url=https%3A%2F%2Fa.example%2F", None),
    (
        "DeviantArt",
        "https://www.deviantart.com/users/outgoing?https://a.example/?b=c#d",
        Some("https://a.example/?b=c#d"),
    ),
    ("DeviantArt", "https://www.deviantart.com/users/?https://a.example/", None),
    ("Zhihu", "https://link.zhihu.com/?target=https%3A//a.example/", Some("https://a.example/")),
    ("Zhihu", "https://www.zhihu.com/?target=https%3A//a.example/", None),
    ("Juejin", "https://link.juejin.cn/?target=https%3A%2F%2Fa.example", Some("https://a.example")),
    ("Juejin", "https://juejin.cn/?target=https%3A%2F%2Fa.example", None),
    ("CSDN", "https://link.csdn.net/?target=https%3A%2F%2Fa.example", Some("https://a.example")),
    ("CSDN", "https://blog.csdn.net/?target=https%3A%2F%2Fa.example", None),
    ("Gitee", "https://gitee.com/link?target=https%3A%2F%2Fa.example", Some("https://a.example")),
    ("Gitee", "https://gitee.com/links?target=https%3A%2F%2Fa.example", None),
    (
        "Douban",
        "https://www.douban.com/link2/?url=https%3A%2F%2Fa.example",
        Some("https://a.example"),
    ),
    ("Douban", "https://www.douban.com/link/?url=https%3A%2F%2Fa.example", None),
    ("Telegram", "https://t.me/iv?url=https%3A%2F%2Fa.example&rhash=x", Some("https://a.example")),
    ("Telegram", "https://t.me/share/url?url=https%3A%2F%2Fa.example", None),
    (
        "href.li",
        "https://href.li/?https://a.example/?b=c&d=e#f",
        Some("https://a.example/?b=c&d=e#f"),
    ),
    ("href.li", "https://href.li/?https%3A%2F%2Fa.example%2F", Some("https://a.example/")),
    ("href.li", "https://href.li/", None),
    (
        "AMP",
        "https://a-example.cdn.ampproject.org/c/s/a.example/b?c",
        Some("https://a.example/b?c"),
    ),
    (
        "AMP",
        "https://a-example.cdn.ampproject.org/i/a.example/b.png",
        Some("http://a.example/b.png"),
    ),
    ("AMP", "https://www.google.com/amp/s/a.example/b#c", Some("https://a.example/b#c")),
    ("AMP", "https://cdn.ampproject.org/v0.js", None),
    ("AMP", "https://www.google.com/amp/about", None),
    (
        "Google Translate",
        "https://translate.google.co.uk/translate?hl=en&sl=de&u=http%3A%2F%2Fa.example%2F",
        Some("http://a.example/"),
    ),
    (
        "Google Translate",
        "https://www-my--site-example.translate.goog/b?c=d&_x_tr_sl=de&_x_tr_tl=en#e",
        Some("https://www.my-site.example/b?c=d#e"),
    ),
    (
        "Google Translate",
        "https://a-example.translate.goog/?_x_tr_sl=de&_x_tr_sch=http",
        Some("http://a.example/"),
    ),
    (
        "Google Translate",
        "https://0-p1ai-example.translate.goog/?_x_tr_enc=0",
        Some("https://xn--p1ai.example/"),
    ),
    (
        "Google Translate",
        "https://1-cn--b-example.translate.goog/?_x_tr_enc=1",
        Some("https://cn-b.example/"),
    ),
    ("Google Translate", "https://translate.google.com/?text=http%3A%2F%2Fa.example%2F", None),
    ("Google Translate", "https://localhost.translate.goog/", None),
    (
        "Wayback Machine",
        "https://web.archive.org/web/20200102030405/http://a.example/?b#c",
        Some("http://a.example/?b#c"),
    ),
    (
        "Wayback Machine",
        "http://web.archive.org/web/2020id_/https:/a.example/",
        Some("https://a.example/"),
    ),
    (
        "Wayback Machine",
        "https://web.archive.org/web/2020*/a.example/b",
        Some("http://a.example/b"),
    ),
    (
        "Wayback Machine",
        "https://web.archive.org/web/https://a.example/",
        Some("https://a.example/"),
    ),
    ("Wayback Machine", "https://web.archive.org/web/20200102030405/", None),
    ("Wayback Machine", "https://web.archive.org/save/https://a.example/", None),
    (
        "archive.today",
        "https://archive.ph/2020.01.02-030405/https://a.example/b",
        Some("https://a.example/b"),
    ),
    ("archive.today", "https://archive.is/newest/http:/a.example/", Some("http://a.example/")),
    ("archive.today", "https://archive.ph/AbCdE", None),
];

#[test]
fn each_redirector_has_links_with_a_target_and_without() {
    let mut names: BTreeMap<_, _> = table::all().map(|known| (known.name, [false; 2])).collect();
    for (name, link, target) in CASES {
        assert_eq!(unwrap_redirect(link).as_deref(), *target, "{name}: {link}");
        names.get_mut(name).expect(name)[usize::from(target.is_some())] = true;
    }
    assert!(names.values().all(|cases| *cases == [true; 2]), "{names:?}");
}

#[test]
fn each_redirector_is_in_the_documentation() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/formats.md");
    let page = std::fs::read_to_string(path).unwrap();
    for known in table::all() {
        assert!(page.contains(&format!("| {} |", known.name)), "{}", known.name);
    }
}

#[test]
fn what_comes_out_is_a_uri_that_opens_no_program() {
    for (value, target) in [
        ("HTTPS://a.example", Some("HTTPS://a.example")),
        ("ftp://a.example/b", Some("ftp://a.example/b")),
        ("mailto:a@b.example", Some("mailto:a@b.example")),
        ("https://a.example/%250A", Some("https://a.example/%0A")),
        ("https://a.example/%0A%1B", Some("https://a.example/%0A%1B")),
        ("https://", None),
        ("https:a", None),
        ("javascript://a.example/%250Aalert(1)", None),
        ("data:text/html,x", None),
        ("file://a.example/b", None),
        ("a.example", None),
        ("//a.example", None),
        ("https://a.example/%FF", None),
    ] {
        let link = format!("https://slack-redir.net/link?url={value}");
        assert_eq!(unwrap_redirect(&link).as_deref(), target, "{value}");
    }
}

#[test]
fn any_query_value_on_request() {
    let any = RedirectUnwrapper::new().any(true);
    let target = |link| any.unwrap_redirect(link).map(|unwrapped| unwrapped.target);
    for (link, wanted) in [
        (
            "https://b.example/?x=1&to=http%3A%2F%2Fa.example&u=http://c.example",
            Some("http://a.example"),
        ),
        ("https://b.example/?x=http://", None),
        ("https://b.example/?mail=mailto:a@b.example", None),
        ("https://b.example/?http://a.example", None),
        ("https://b.example/http://a.example", None),
        ("ftp://b.example/?x=http://a.example", None),
    ] {
        assert_eq!(target(link).as_deref(), wanted, "{link}");
    }
}

#[test]
fn the_way_is_told_and_has_an_end() {
    let mut link = "http://a.example/".to_owned();
    for _ in 0..DEPTH + 2 {
        link = format!("https://href.li/?{link}");
    }
    let unwrapped = RedirectUnwrapper::new().unwrap_redirect(&link).unwrap();
    assert_eq!((unwrapped.via.len(), &unwrapped.via[0]), (DEPTH, &link));
    assert_eq!(unwrapped.target, "https://href.li/?https://href.li/?http://a.example/");
    for pair in unwrapped.via.windows(2) {
        assert_eq!(pair[0], format!("https://href.li/?{}", pair[1]));
    }
}

#[test]
fn rules_come_before_the_table() {
    let rules = ["*.example /out a,b", "google.* /url other", "* /any url"];
    let with = |all: RedirectUnwrapper, rule: &str| all.rule(rule.parse().unwrap());
    let ruled = rules.into_iter().fold(RedirectUnwrapper::new(), with);
    for (link, wanted) in [
        ("http://x.example/out/1?b=http://b.example&a=http://a.example", Some("http://a.example")),
        ("http://X.EXAMPLE/out?b=http://b.example&a=7", Some("http://b.example")),
        ("http://example/out?a=http://a.example", None),
        ("http://x.example/outside?a=http://a.example", None),
        (
            "http://google.nl/url?q=http://b.example&other=http://a.example",
            Some("http://a.example"),
        ),
        ("http://google.nl/url?q=http://b.example", Some("http://b.example")),
        ("http://[::1]:80/any?url=http://a.example", Some("http://a.example")),
    ] {
        let unwrapped = ruled.unwrap_redirect(link).map(|unwrapped| unwrapped.target);
        assert_eq!(unwrapped.as_deref(), wanted, "{link}");
    }
}

#[test]
fn what_is_no_rule() {
    for text in [
        "",
        "a.example /",
        "a.example / url x",
        "http://a.example / url",
        "a.*.example / url",
        "*. / url",
        ".* / url",
        "a.example out url",
        "a.example /out?x url",
        "a.example / url=",
        "a.example / url,,u",
    ] {
        assert!(text.parse::<UnwrapRule>().is_err(), "{text}");
    }
}
