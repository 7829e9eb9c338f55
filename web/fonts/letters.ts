// The letters that names on this site need: of German and Western European languages (`western`), of Turkish, Polish and
// the languages of the Balkans (`eastern`).

const printable = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
export const ascii = printable.replace(/[\\^`{}]/g, '')
export const western = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿı„“”‚‘’–—…·•°×€§«»‹›−\u00a0\u202f'
export const eastern = 'ĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİĶķĹĺĽľŁłŃńŅņŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŹźŻżŽžȘșȚțẞ'

/** What German texts are made of, and the letters that names borrow most often. */
const german = 'ÄÖÜäöüßÇçÉéèàáíóúñı„“”‚‘’–—…·•°×€−\u00a0\u202f'
/** Most names of Turkish, Bosnian, Croatian, Serbian and Polish families need no other letters of `eastern`. */
const ofNeighbours = 'ĆćČčĐđĞğİŁłŞşŠšŽž'

const without = (letters: string, others: string) => [...letters].filter((letter) => !others.includes(letter)).join('')

type Face = {
  file: string
  family: string
  /** Which of Archivo's own files has the letters. */
  from: 'latin' | 'latin-ext'
  letters: string
  widths: { min: number; max: number }
}

const narrow = { min: 62, max: 100 }

/**
 * The files that the site loads, each only where its letters are shown. Letters that few pages have are a family of their
 * own, because initials of avatars do without them: a whole file for one letter. Scores alone are wider than 100 %.
 */
export const faces: readonly Face[] = [
  { file: 'hot-kopf.woff2', family: 'HoT Kopf', from: 'latin', letters: ascii + german, widths: narrow },
  {
    file: 'hot-kopf-nachbarn.woff2',
    family: 'HoT Kopf Namen',
    from: 'latin-ext',
    letters: ofNeighbours,
    widths: narrow,
  },
  {
    file: 'hot-kopf-west.woff2',
    family: 'HoT Kopf Namen',
    from: 'latin',
    letters: without(western, german),
    widths: narrow,
  },
  {
    file: 'hot-kopf-ost.woff2',
    family: 'HoT Kopf Namen',
    from: 'latin-ext',
    letters: without(eastern, ofNeighbours),
    widths: narrow,
  },
  {
    file: 'hot-zahlen.woff2',
    family: 'HoT Zahlen',
    from: 'latin',
    letters: '0123456789,.%°−+',
    widths: { min: 62, max: 125 },
  },
]

const hex = (code: number) => code.toString(16).toUpperCase()

/** The letters as `unicode-range`. */
export function unicodeRange(letters: string): string {
  const codes = [...new Set(letters)].map((letter) => letter.codePointAt(0) ?? 0).sort((one, other) => one - other)
  const ranges: [number, number][] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last && last[1] + 1 === code) last[1] = code
    else ranges.push([code, code])
  }
  return ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(', ')
}
