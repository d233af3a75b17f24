"""The grammar alone."""

from __future__ import annotations

import pickle

import pytest

import urisift


def test_a_uri_has_components() -> None:
    uri = urisift.parse("https://me@a.example:70/7find%09all?q#f")
    assert (uri.scheme, uri.authority, uri.userinfo) == ("https", "me@a.example:70", "me")
    assert (uri.host, uri.port, uri.path) == ("a.example", "70", "/7find%09all")
    assert (uri.query, uri.fragment) == ("q", "f")
    plain = urisift.parse("urn:isbn:0451450523")
    assert (plain.host, plain.query, plain.path) == (None, None, "isbn:0451450523")
    assert str(plain) == "urn:isbn:0451450523" and repr(plain) == "Uri('urn:isbn:0451450523')"
    assert pickle.loads(pickle.dumps(plain)) == plain
    relative = urisift.parse("../b", reference=True, edition="2003")
    assert pickle.loads(pickle.dumps(relative)) == relative != urisift.parse("../b", reference=True)
    assert plain == urisift.parse(str(plain)) and hash(plain) == hash(urisift.parse(str(plain)))


def test_a_fault_says_where_and_why() -> None:
    with pytest.raises(urisift.Fault) as raised:
        urisift.parse("http://a.example:8o/")
    fault = raised.value
    assert isinstance(fault, ValueError)
    assert (fault.text, fault.at, fault.rule) == ("http://a.example:8o/", 18, "port")
    assert "3.2.3" in fault.source and "port" in str(fault)
    again = pickle.loads(pickle.dumps(fault))
    assert (again.at, str(again)) == (fault.at, str(fault))


def test_editions_and_references() -> None:
    with pytest.raises(urisift.Fault):
        urisift.parse("http://a/~jim/", edition="rfc1738")
    assert urisift.parse("http://a/~jim/", edition="rfc3986").path == "/~jim/"
    with pytest.raises(urisift.Fault):
        urisift.parse("../b")
    assert urisift.parse("../b", reference=True).scheme is None
    with pytest.raises(urisift.Fault):
        urisift.parse("urn:isbn:0451450524")
    with pytest.raises(ValueError, match="edition|expected"):
        urisift.parse("http://a/", edition="2050")


def test_references_are_resolved() -> None:
    base = "http://a/b/c/d;p?q"
    assert urisift.resolve(base, "../g") == "http://a/b/g"
    assert urisift.resolve(base, "http:g") == "http:g"
    assert urisift.resolve(base, "http:g", lax=True) == "http://a/b/c/g"
    assert urisift.resolve(base, "#s", edition="1997") is None
    assert urisift.resolve(base, "../../../g", edition="2003", excess="keep") == "http://a/../g"
    for wrong in ("rfc1738", "2050"):
        with pytest.raises(ValueError):
            urisift.resolve(base, "g", edition=wrong)
    assert urisift.relative(base, "http://a/b/g") == "../g"
    for one in (urisift.resolve, urisift.relative):
        with pytest.raises(urisift.Fault):
            one("b", "g")


def test_normal_forms() -> None:
    uri = "HTTP://A.example:80/%7ex/../b"
    assert urisift.normalize(uri) == "http://a.example/b"
    assert urisift.normalize(uri, "case") == "http://a.example:80/%7Ex/../b"
    assert urisift.normalize(uri, "case,dots") == "http://a.example:80/b"
    with pytest.raises(ValueError):
        urisift.normalize(uri, "better")
    assert urisift.compare(uri, "http://a.example/b") == "scheme"
    assert urisift.compare(uri, "http://b.example/b") is None


def test_domains_are_registrable() -> None:
    assert urisift.registrable_domain("www.A.co.uk.") == "a.co.uk"
    for host in ("co.uk", "localhost", "10.0.0.1", "[::1]", ""):
        assert urisift.registrable_domain(host) is None
