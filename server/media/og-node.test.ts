import { describe, expect, it } from 'vitest'
import { fitted, isShowable, showable, widthOf } from './og-node.ts'

const room = { width: 1072, height: 232, from: 118, to: 36, lineHeight: 0.98 }
const longest =
  'Größte Überraschung überhaupt: Schläft Jürgen wirklich seit Wochen heimlich im Gästehaus der Produktion, während alle denken, er wär längst!?'

type Style = { fontSize: number; lineClamp?: number; textAlign?: string }
const fit = async (text: string, more: Partial<typeof room> = {}) => {
  const { props } = await fitted(text, 'lead', { ...room, ...more })
  return { style: props.style as Style, text: (props.children as string[])[0] }
}

describe('a title', () => {
  it.each([
    ['140 letters', longest],
    ['one word of 140 letters', 'Ü'.repeat(140)],
    ['the widest letters', 'W'.repeat(140)],
    ['emoji', '🔥'.repeat(70)],
    ['Hebrew', 'שלום עולם '.repeat(14)],
    ['Arabic', 'مرحبا بالعالم '.repeat(10)],
    ['compounds with hyphens', 'Nacktbade-Strand-Kamera-Operateurs-'.repeat(4)],
  ])('of %s has a size within its bounds', async (_, text) => {
    const { style } = await fit(text)
    expect(style.fontSize).toBeGreaterThanOrEqual(room.to)
    expect(style.fontSize).toBeLessThanOrEqual(room.from)
  })

  it('loses no letter when it fits', async () => {
    const { style, text } = await fit(longest)
    expect(text).toBe(longest)
    expect(style.lineClamp).toBeUndefined()
  })

  it('is as large as possible', async () => {
    const short = await fit('Zieht Mandy ins Sommerhaus?')
    expect(short.style.fontSize).toBeGreaterThan(2 * (await fit(longest)).style.fontSize * 0.8)
  })

  it('is made smaller before a word is broken', async () => {
    const { style } = await fit('rosen_kavalier.99', { width: 290, height: 330 })
    expect(style.fontSize * (await widthOf('rosen_kavalier.99', 'lead'))).toBeLessThanOrEqual(290)
    const hyphens = await fit('Social-Media-Bestenliste', { width: 290, height: 330 })
    expect(hyphens.style.fontSize * (await widthOf('Bestenliste', 'lead'))).toBeLessThanOrEqual(290)
    expect(hyphens.style.fontSize * (await widthOf('Social-Media-Bestenliste', 'lead'))).toBeGreaterThan(290)
  })

  it('with a word that fits no line is as large as there is room', async () => {
    const { style } = await fit('Ü'.repeat(104), {
      height: 330,
    })
    expect(style.fontSize).toBeGreaterThan(2 * room.to)
  })

  it.each([
    ['שלום Mandy', 'right'],
    ['„مرحبا“', 'right'],
    ['Mandy sagt שלום', undefined],
  ])('begins at its own side: %s', async (text, side) => {
    expect((await fit(text)).style.textAlign).toBe(side)
  })

  it('ends in an ellipsis when it does not fit at the smallest size', async () => {
    const { style } = await fit(`${longest} ${longest} ${longest}`, { height: 80 })
    expect(style).toMatchObject({ fontSize: room.to, lineClamp: 2 })
  })
})

describe('what is shown', () => {
  it('has no control character, joiner, skin tone or direction override, and one kind of space', () => {
    expect(showable('a\u202Eb\u0000 \n c\u00a0👍🏽 ❤\ufe0f')).toBe('ab c 👍 ❤')
  })

  it('is the same for composed and decomposed letters', () => {
    expect(showable('Ma\u0308ndy')).toBe('Mändy')
  })

  it('says where letters are left out that none of our fonts has, instead of drawing boxes', () => {
    expect(showable('Νίκη, Дима and 漢字')).toBe('Νίκη, Дима and …')
    expect(showable('방탄 소년단 kommt')).toBe('… kommt')
  })

  it.each([
    ['汉字', false],
    ['Mandy と Rico', false],
    ['ไทย', false],
    ['हिन्दी', false],
    ['Größe 3 – „ja“ 100 %, 5 € 🔥 👍🏽 👩\u200d🚒', true],
    ['Ma\u0308ndy', true],
    ['Νίκη Дима שָׁלוֹם مرحبا', true],
  ])('is whole or not: %s', (text, whole) => expect(isShowable(text)).toBe(whole))

  it.each([
    ['a family', '👩\u200d👩\u200d👧\u200d👦', '👪'],
    ['a flag', '🏳\ufe0f\u200d🌈', '🌈'],
    ['a job', '👩🏽\u200d🚒', '👩'],
  ])('has one sign for %s', (_, given, sign) => expect(showable(`a ${given} b`)).toBe(`a ${sign} b`))

  it.each(['Łódź', 'Đorđe', '🔥', 'שלום', 'مرحبا', 'Νίκη', 'Дима'])('has a width: %s', async (text) => {
    expect(await widthOf(text, 'lead')).toBeGreaterThan(0.5)
  })
})
