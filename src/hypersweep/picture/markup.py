"""Text and numbers as SVG and HTML take them."""

from __future__ import annotations

from html import escape

# What XML 1.0 can't hold, however it is written: control characters, halves of surrogate pairs, two that are none.
_FORBIDDEN = dict.fromkeys(
    [*(code for code in range(32) if code not in (9, 10, 13)), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], "\ufffd"
)


def escaped(text: object) -> str:
    """A text fit to stand in SVG and HTML, between tags or in a quoted attribute.

    Args:
        text: any text, trusted or not; characters that XML can't hold become "\ufffd".

    >>> escaped('<b title="x">&')
    '&lt;b title=&quot;x&quot;&gt;&amp;'
    """
    return escape(str(text).translate(_FORBIDDEN), quote=True)


def decimal(value: float) -> str:
    """A number with at most two decimals, as short as possible.

    >>> decimal(3.0), decimal(2.4), decimal(-0.001), decimal(0.126)
    ('3', '2.4', '0', '0.13')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def sentence_svg(text: str) -> str:
    """The SVG text of a line of words, for what has no picture.

    >>> sentence_svg("too large").count("too large")
    2
    """
    words = escaped(text)
    # About as wide as letters are: no reader of SVG says exactly.
    width = 16 + 8 * len(text)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 26" width="{width}" height="26" role="img" '
        f'class="hs-sentence" font-family="sans-serif" font-size="13"><title>{words}</title>'
        f'<rect width="{width}" height="26" rx="4" fill="#ffffff" class="hs-page"/>'
        f'<text x="8" y="17" fill="#57606a" class="hs-label">{words}</text></svg>'
    )
