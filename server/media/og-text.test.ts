import { describe, expect, it } from 'vitest'
import { fitText, measure, oneLine, runsOf, showable, textsOf } from './og-text.ts'

const box = { width: 1072, height: 232, from: 118, to: 36, lineHeight: 0.98 }
const heightOf = ({ size, lines }: { size: number; lines: string[] }) => size * box.lineHeight * lines.length

const longest =
  'Größte Überraschung überhaupt: Schläft Jürgen wirklich seit Wochen heimlich im Gästehaus der Produktion, während alle denken, er wär längst!?'

describe('fitText', () => {
  it.each([
    ['a title of 140 letters', longest],
    ['one word of 140 letters', 'Ü'.repeat(140)],
    ['the widest letters', 'W'.repeat(140)],
    ['short words', 'ja so '.repeat(23)],
    ['emoji', '🔥'.repeat(70)],
    ['Hebrew', 'שלום עולם '.repeat(14)],
    ['Arabic', 'مرحبا بالعالم '.repeat(10)],
    ['compounds with hyphens', 'Nacktbade-Strand-Kamera-Operateurs-'.repeat(4)],
  ])('keeps %s within its box', (_, text) => {
    const fitted = fitText(text, 'lead', box)
    for (const line of fitted.lines) expect(measure(line, 'lead') * fitted.size).toBeLessThanOrEqual(box.width)
    expect(heightOf(fitted)).toBeLessThanOrEqual(box.height)
    expect(fitted.size).toBeGreaterThanOrEqual(box.to)
  })

  it('loses no letter of a title that fits', () => {
    expect(fitText(longest, 'lead', box).lines.join(' ')).toBe(longest)
  })

  it('is as large as the box allows', () => {
    const short = fitText('Zieht Mandy ins Sommerhaus?', 'lead', box)
    expect(short.size).toBeGreaterThan(2 * fitText(longest, 'lead', box).size * 0.8)
    expect(short.lines).toHaveLength(2)
  })

  it('breaks between words and after hyphens, inside a word only when there is no other way', () => {
    const narrow = { ...box, width: 290, height: 330 }
    expect(fitText('Social-Media-Bestenliste', 'lead', narrow).lines.join('|')).toMatch(
      /^Social-\|?Media-\|Bestenliste$/,
    )
    expect(fitText('rosen_kavalier.99', 'lead', narrow).lines).toEqual(['rosen_kavalier.99'])
  })

  it('ends what does not fit at the smallest size in an ellipsis', () => {
    const { lines } = fitText(`${longest} ${longest} ${longest}`, 'lead', { ...box, height: 80 })
    expect(lines.at(-1)).toMatch(/…$/)
    expect(lines).toHaveLength(2)
  })
})

describe('what is shown', () => {
  it('has no control, joiner, skin tone or turned direction left, and one kind of space', () => {
    expect(showable('a\u202Eb\u0000 \n c\u00a0👍🏽 👩\u200d🚒', 'text')).toBe('ab c 👍 👩🚒')
  })

  it('is the same for composed and decomposed letters', () => {
    expect(showable('Ma\u0308ndy', 'lead')).toBe('Mändy')
  })

  it('leaves out letters of scripts no font of ours has, instead of drawing boxes', () => {
    expect(showable('Νίκη, Дима and 漢字', 'lead')).toBe('Νίκη, Дима and')
  })

  it('is drawn by a font that has it', () => {
    const families = runsOf('Łódź 🔥 שלום', 'lead').map(({ family, text }) => `${text}=${family}`)
    expect(families).toEqual([
      'Ł=HoT 850 062 east',
      'ód=HoT 850 062 west',
      'ź=HoT 850 062 east',
      ' =HoT 850 062 west',
      '🔥=Noto Emoji',
      ' =HoT 850 062 west',
      'שלום=Noto Sans Hebrew Black',
    ])
  })

  it('keeps Arabic apart from other fonts, and puts what follows it on its left', () => {
    const texts = (text: string) => textsOf(runsOf(text, 'lead')).map((runs) => runs.map((run) => run.text).join(''))
    expect(texts('abc مرحبا')).toEqual(['abc ', 'مرحبا'])
    expect(texts('مرحبا بالعالم Đorđe')).toEqual(['Đorđe', 'مرحبا بالعالم'])
    expect(texts('Đorđe 🔥')).toEqual(['Đorđe 🔥'])
  })
})

it('cuts one line at its width', () => {
  const cut = oneLine(longest, 'title', 12)
  expect(cut).toMatch(/^Größte .*…$/)
  expect(measure(cut, 'title')).toBeLessThanOrEqual(12)
})
