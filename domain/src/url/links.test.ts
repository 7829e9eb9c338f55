import { describe, expect, it, test } from 'vitest'
import { linkParts, safeHref } from './links.ts'

/** The parts as text: `[…]` is a link, `↵` a line break. */
const shown = (text: string) =>
  linkParts(text)
    .map((part) => (part.kind === 'break' ? '↵' : part.kind === 'link' ? `[${part.text}]` : part.text))
    .join('')
const links = (text: string) => linkParts(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []))

describe('linkParts', () => {
  test.each([
    ['ohne', 'ohne'],
    ['https://www.instagram.com/kader_loth_', '[https://www.instagram.com/kader_loth_]'],
    ['(https://www.instagram.com/kader_loth_).', '([https://www.instagram.com/kader_loth_]).'],
    ['https://youtu.be/abc-_, dann https://x.com/anna__!', '[https://youtu.be/abc-_], dann [https://x.com/anna__]!'],
    [
      'https://a.de/~ und https://a.de/x* und https://a.de/?q=_',
      '[https://a.de/~] und [https://a.de/x*] und [https://a.de/?q=_]',
    ],
    ['https://a.de** https://a.de_ www.a.de-', '[https://a.de]** [https://a.de]_ [www.a.de]-'],
    ['', ''],
    ['a\nb\r\n\nc', 'a↵b↵↵c'],
    ['Siehe https://www.rtl.de/x?a=1&b=2#c hier', 'Siehe [https://www.rtl.de/x?a=1&b=2#c] hier'],
    ['https://a.de', '[https://a.de]'],
    ['HTTP://A.DE/B', '[HTTP://A.DE/B]'],
    ['Quelle: https://a.de/x.', 'Quelle: [https://a.de/x].'],
    ['(https://a.de/x)', '([https://a.de/x])'],
    ['(https://a.de/x).', '([https://a.de/x]).'],
    ['https://de.wikipedia.org/wiki/X_(Show)', '[https://de.wikipedia.org/wiki/X_(Show)]'],
    ['(https://de.wikipedia.org/wiki/X_(Show))', '([https://de.wikipedia.org/wiki/X_(Show)])'],
    ['„https://a.de“', '„[https://a.de]“'],
    ['https://a.de?! Echt', '[https://a.de]?! Echt'],
    ['https://a.de/ä-ö', '[https://a.de/ä-ö]'],
    ['https://a.de\nhttps://b.de', '[https://a.de]↵[https://b.de]'],
    ['https://a.de,https://b.de', '[https://a.de,https://b.de]'],
    ['<a href="https://a.de">x</a>', '<a href="[https://a.de]">x</a>'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['data:text/html,x ftp://a.de //a.de', 'data:text/html,x ftp://a.de //a.de'],
    ['www.a.de und a@b.de', '[www.a.de] und a@b.de'],
    ['(www.rtl.de/x?y=1).', '([www.rtl.de/x?y=1]).'],
    ['WWW.A.DE', '[WWW.A.DE]'],
    ['www. a, www.a, www.1.2, www..de', 'www. a, www.a, www.1.2, www..de'],
    ['ich@www.a.de xwww.a.de //www.a.de a.www.a.de', 'ich@www.a.de xwww.a.de //www.a.de a.www.a.de'],
    ['www.sparkasse.de@evil.example', 'www.sparkasse.de@evil.example'],
    ['https://www.a.de', '[https://www.a.de]'],
    ['https:// und http://', 'https:// und http://'],
    ['https://sparkasse.de@evil.example/x', 'https://sparkasse.de@evil.example/x'],
    ['https://a.de:99999/', 'https://a.de:99999/'],
    ['xhttps://a.de', 'xhttps://a.de'],
  ])('%j', (text, expected) => expect(shown(text)).toBe(expected))

  it('loses no character', () => {
    const text = 'Vorher (https://a.de/x), https://b@c.de!\n\nhttps://d.de…'
    const joined = linkParts(text).map((part) => (part.kind === 'break' ? '\n' : part.text))
    expect(joined.join('')).toBe(text)
  })

  it('links to normalised http(s) addresses only', () => {
    expect(links('https://MÜLLER.de/a"b http://a.de/%00 https://a.de/javascript:alert(1)')).toEqual([
      'https://xn--mller-kva.de/a',
      'http://a.de/%00',
      'https://a.de/javascript:alert(1)',
    ])
  })

  it('opens what begins with www by https', () => {
    expect(links('www.rtl.de/x')).toEqual(['https://www.rtl.de/x'])
    expect(links('www.a.de '.repeat(20_000))).toHaveLength(20_000)
  })

  it('parses much longer texts than a post may have', () => {
    expect(linkParts(`https://a.de/${')'.repeat(200_000)}`).at(-1)).toEqual({ kind: 'text', text: ')'.repeat(200_000) })
    expect(links('https://a.de/ '.repeat(20_000))).toHaveLength(20_000)
    expect(links('https://'.repeat(20_000))).toHaveLength(1)
  })
})

test.each([
  ['https://a.de', 'https://a.de/'],
  ['javascript://a.de/%0aalert(1)', null],
  ['java\nscript:alert(1)', null],
  ['https://', null],
  ['//a.de', null],
  [' https://a.de', null],
])('safeHref of %j is %s', (typed, href) => expect(safeHref(typed)).toBe(href))
