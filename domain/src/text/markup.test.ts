import { describe, expect, it, test } from 'vitest'
import { type Block, type Inline, parseMarkup } from './markup.ts'
import { plainText } from './plain-text.ts'

/** Markup as tags, to read it in one line. */
const inline = (part: Inline): string =>
  typeof part === 'string' ? part : `<${part.kind}>${part.parts.map(inline).join('')}</${part.kind}>`
const drawn = (block: Block): string => {
  if (block.kind === 'text') return block.parts.map(inline).join('')
  if (block.kind === 'quote') return `<quote>${block.blocks.map(drawn).join('¶')}</quote>`
  return `<list ${block.start ?? '-'}>${block.items.map((item) => item.map(inline).join('')).join('·')}</list>`
}
const read = (text: string) => parseMarkup(text).map(drawn).join('¶')

describe('parseMarkup', () => {
  test.each([
    ['Nur Text\nin zwei Zeilen', 'Nur Text\nin zwei Zeilen'],
    ['Das ist **sehr** wichtig', 'Das ist <strong>sehr</strong> wichtig'],
    ['*leise* und _leiser_, (*so*)!', '<em>leise</em> und <em>leiser</em>, (<em>so</em>)!'],
    ['**fett und *beides* hier**', '**fett und <em>beides</em> hier**'],
    ['**fett und _beides_ hier**', '<strong>fett und <em>beides</em> hier</strong>'],
    ['2 * 3 * 4 und a_b_c und @super_star_1', '2 * 3 * 4 und a_b_c und @super_star_1'],
    ['**offen', '**offen'],
    ['** leer **', '<strong> leer </strong>'],
    ['https://x.de/a_b_c?q=*x*', 'https://x.de/a_b_c?q=*x*'],
    ['https://instagram.com/_kim_ und https://x.de/**a**', 'https://instagram.com/_kim_ und https://x.de/**a**'],
    ['**https://x.de/a_b** *https://x.de/a_b*', '<strong>https://x.de/a_b</strong> <em>https://x.de/a_b</em>'],
    ['_siehe https://x.de/a_b_, ja', '<em>siehe https://x.de/a_b</em>, ja'],
    ['https://instagram.com/kader_loth_ und _leise_', 'https://instagram.com/kader_loth_ und <em>leise</em>'],
    ['https://x.de/a* und *leise*', 'https://x.de/a* und <em>leise</em>'],
    ['Erst\n\n- eins\n- **zwei**\nDann', 'Erst¶<list ->eins·<strong>zwei</strong></list>¶Dann'],
    ['2. Staffel war besser', '<list 2>Staffel war besser</list>'],
    ['1) a\n2) b', '<list 1>a·b</list>'],
    ['-kein Punkt', '-kein Punkt'],
    ['2026. Was für ein Jahr', '2026. Was für ein Jahr'],
    ['> Zitat\n> zweite Zeile\nAntwort', '<quote>Zitat\nzweite Zeile</quote>¶Antwort'],
    ['>> tiefer\n> flach', '<quote><quote>tiefer</quote>¶flach</quote>'],
    ['>>>>> zu tief', '<quote><quote><quote>zu tief</quote></quote></quote>'],
    ['> - a\n> - b', '<quote><list ->a·b</list></quote>'],
    ['Es ist ||Mandy|| raus', 'Es ist <spoiler>Mandy</spoiler> raus'],
    [
      '||a||, ||b|| und **||c||**',
      '<spoiler>a</spoiler>, <spoiler>b</spoiler> und <strong><spoiler>c</spoiler></strong>',
    ],
    ['||**fett**\n- keine Liste||', '<spoiler><strong>fett</strong>\n- keine Liste</spoiler>'],
    [
      '> ||im Zitat||\n- ||in der Liste||',
      '<quote><spoiler>im Zitat</spoiler></quote>¶<list -><spoiler>in der Liste</spoiler></list>',
    ],
    ['**a ||b** c||', '**a <spoiler>b** c</spoiler>'],
    ['||offen', '||offen'],
    ['||||', '||||'],
    ['<b>kein HTML</b> &amp;', '<b>kein HTML</b> &amp;'],
    ['', ''],
  ])('%j', (text, tree) => expect(read(text)).toBe(tree))

  it('never shows what plainText hides, whatever stands around it', () => {
    const pieces = ['||', '|', '*', '**', '_', '> ', '- ', '\n', ' ', 'a', '1. ']
    let seed = 7
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed
    }
    const shown = (block: Block): Inline[] => {
      if (block.kind === 'text') return block.parts
      return block.kind === 'quote' ? block.blocks.flatMap(shown) : block.items.flat()
    }
    const visible = (part: Inline): string =>
      typeof part === 'string' ? part : part.kind === 'spoiler' ? '' : part.parts.map(visible).join('')
    for (let round = 0; round < 3000; round += 1) {
      const around = () => Array.from({ length: next() % 6 }, () => pieces[next() % pieces.length]).join('')
      const text = `${around()}||${around()}GEHEIM${around()}||${around()}`
      if (!plainText(text).includes('GEHEIM'))
        expect(parseMarkup(text).flatMap(shown).map(visible).join(''), text).not.toContain('GEHEIM')
    }
  })

  it('is fast on what was made to be slow', () => {
    const start = performance.now()
    for (const piece of ['**a', '*a ', '_a ', '||a|', '> ', '- ||', '**a** '])
      parseMarkup(piece.repeat(5000 / piece.length))
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

test.each([
  ['Mandy ||zieht aus||. Wirklich.', 'Mandy [Spoiler]. Wirklich.'],
  ['||über\nZeilen|| und ||noch\n\neiner||', '[Spoiler] und [Spoiler]'],
  ['||offen bleibt', '||offen bleibt'],
  ['> Zitat\n>> tiefer\n**fett** *leise* _auch_', 'Zitat\ntiefer\nfett leise auch'],
  ['a_b_c 2 * 3 * 4', 'a_b_c 2 * 3 * 4'],
  ['Nur Text', 'Nur Text'],
])('plainText of %j', (text, plain) => expect(plainText(text)).toBe(plain))
