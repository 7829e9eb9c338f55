/**
 * Builds server/media/og-fonts/: the faces of shared pictures, one file for each, and `advances.json`, by which the server
 * breaks lines. resvg knows no variable fonts and chooses faces by family, so each width is cut out of Archivo as a file
 * of its own and given a name. All are under the SIL OFL 1.1. Run by hand: `node fonts/build-picture-fonts.ts` in web/.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import opentype from 'opentype.js'
import subsetFont from 'subset-font'
import { ascii, eastern, western } from './letters.ts'

type Face = {
  /** Family by which resvg finds it. */
  name: string
  from: string
  letters: string
  axes?: Record<string, number>
  /** Family in the file, replaced by the face's name; the same number of letters, so that no table moves. */
  family?: string
}

const folderOf = (name: string) => path.dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)))
const target = new URL('../../server/media/og-fonts/', import.meta.url)
const archivo = path.join(folderOf('@fontsource-variable/archivo'), 'files')
const noto = (name: string, file: string) => path.join(folderOf(`@expo-google-fonts/noto-${name}`), `${file}.ttf`)

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')
const emoji = `${range(0x203c, 0x2049)}${range(0x2190, 0x2bff)}${range(0x1f000, 0x1faff)}‍️`

/** The rest of Europe's letters: Greek, Cyrillic, and Latin with rarer marks. */
const elsewhere = `${range(0xa1, 0x24f)}${range(0x370, 0x4ff)}${range(0x1e00, 0x1fff)}`

const cuts = [
  { width: 62, weight: 850 },
  { width: 80, weight: 850 },
  { width: 100, weight: 850 },
  { width: 125, weight: 850 },
  { width: 100, weight: 600 },
]
/** Sixteen letters, as `Archivo SemiBold` has. */
const cutName = (weight: number, width: number, part: string) =>
  `HoT ${weight} ${String(width).padStart(3, '0')} ${part}`

const faces: Face[] = [
  ...cuts.flatMap(({ width, weight }) =>
    (['latin', 'latin-ext'] as const).map((part) => ({
      name: cutName(weight, width, part === 'latin' ? 'west' : 'east'),
      from: path.join(archivo, `archivo-${part}-standard-normal.woff2`),
      letters: part === 'latin' ? ascii + western : eastern,
      axes: { wght: weight, wdth: width },
      family: 'Archivo SemiBold',
    })),
  ),
  { name: 'Noto Sans Black', from: noto('sans', '900Black/NotoSans_900Black'), letters: elsewhere },
  {
    name: 'Noto Sans Arabic Black',
    from: noto('sans-arabic', '900Black/NotoSansArabic_900Black'),
    letters: ` ${range(0x600, 0x6ff)}`,
  },
  {
    name: 'Noto Sans Hebrew Black',
    from: noto('sans-hebrew', '900Black/NotoSansHebrew_900Black'),
    letters: ` ${range(0x590, 0x5ff)}`,
  },
  { name: 'Noto Emoji', from: noto('emoji', '700Bold/NotoEmoji_700Bold'), letters: emoji },
]

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()

function rename(font: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error(`»${to}« must have ${from.length} letters`)
  const [old, fresh] = [utf16(from), utf16(to)]
  for (let at = font.indexOf(old); at !== -1; at = font.indexOf(old, at + old.length)) fresh.copy(font, at)
  return font
}

/** Advance widths in thousandths of the font size, by letter. */
function advancesOf(font: Buffer, letters: string): Record<string, number> {
  const read = opentype.parse(new Uint8Array(font).buffer)
  const known = [...new Set(letters)].filter((letter) => read.charToGlyphIndex(letter) > 0)
  const width = (letter: string) => Math.round(((read.charToGlyph(letter).advanceWidth ?? 0) / read.unitsPerEm) * 1_000)
  return Object.fromEntries(known.map((letter) => [letter, width(letter)]))
}

await mkdir(target, { recursive: true })
const advances: Record<string, Record<string, number>> = {}
for (const { name, from, letters, axes, family } of faces) {
  const options = { targetFormat: 'truetype', variationAxes: axes, noLayoutClosure: name === 'Noto Emoji' } as const
  const cut = Buffer.from(await subsetFont(await readFile(from), letters, options))
  const font = family ? rename(cut, family, name) : cut
  advances[name] = advancesOf(font, letters)
  await writeFile(new URL(`${name.toLowerCase().replaceAll(' ', '-')}.ttf`, target), font)
  process.stdout.write(`${name} ${font.length} bytes, ${Object.keys(advances[name]).length} letters\n`)
}
await writeFile(new URL('advances.json', target), `${JSON.stringify(advances)}\n`)
