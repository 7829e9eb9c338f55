import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { fontSheet } from './build-fonts.ts'
import { faces } from './letters.ts'

const folder = new URL('../src/ui/styles/fonts/', import.meta.url)
const words = (text: string) => text.split(/\s+/).join(' ').trim()

describe('the fonts of the site', () => {
  it('are announced as they were built', async () => {
    expect(words(await readFile(new URL('web-fonts.css', folder), 'utf8'))).toBe(words(fontSheet()))
  })

  it('have each letter once, so that no text waits for two files because of one', () => {
    const letters = faces.filter(({ family }) => family !== 'HoT Zahlen').flatMap((face) => [...face.letters])
    expect(letters.filter((letter, at) => letters.indexOf(letter) !== at)).toEqual([])
  })

  it.each(['Größe', 'Straßenfest', 'Çağla Işık', 'Şeyma', 'Božidar Đorđević', 'Michał', '„Ähm …“ – 12,5 €'])(
    'set %s in one or two of their files',
    (text) => {
      const used = faces.filter(
        ({ family, letters }) => family !== 'HoT Zahlen' && [...text].some((letter) => letters.includes(letter)),
      )
      expect([...text].filter((letter) => !used.some(({ letters }) => letters.includes(letter)))).toEqual([])
      expect(used.length).toBeLessThanOrEqual(2)
      expect(used[0]?.family).toBe('HoT Kopf')
    },
  )

  it('stay small: what a first page loads is the first file and the digits', async () => {
    const bytes = async (name: string) => (await readFile(new URL(name, folder))).length
    expect((await bytes('hot-kopf.woff2')) + (await bytes('hot-zahlen.woff2'))).toBeLessThanOrEqual(22_000)
  })
})
