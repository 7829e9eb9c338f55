/**
 * Builds server/media/og-fonts/: the instances of Archivo for sharing pictures. Satori has no variable fonts, so each width
 * gets its own file. All are under the SIL OFL 1.1. Run by hand: `node fonts/build-picture-fonts.ts` in web/.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { ascii, eastern, western } from './letters.ts'

const target = new URL('../../server/media/og-fonts/', import.meta.url)
const archivo = path.dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/archivo/package.json')))

const cuts = [
  { width: 62, weight: 850 },
  { width: 80, weight: 850 },
  { width: 100, weight: 850 },
  { width: 125, weight: 850 },
  { width: 100, weight: 600 },
]
const parts = [
  { name: 'west', from: 'latin', letters: ascii + western },
  { name: 'east', from: 'latin-ext', letters: eastern },
]

await mkdir(target, { recursive: true })
for (const { width, weight } of cuts)
  for (const { name, from, letters } of parts) {
    const source = await readFile(path.join(archivo, `files/archivo-${from}-standard-normal.woff2`))
    const axes = { wght: weight, wdth: width }
    const font = await subsetFont(source, letters, { targetFormat: 'truetype', variationAxes: axes })
    const file = `hot-${weight}-${String(width).padStart(3, '0')}-${name}.ttf`
    await writeFile(new URL(file, target), font)
    process.stdout.write(`${file} ${font.length} bytes\n`)
  }
