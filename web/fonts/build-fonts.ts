/**
 * Builds public/fonts/hot-kopf.woff2 and hot-kopf-ext.woff2 from Archivo (SIL OFL 1.1, licence next to the fonts):
 * one weight, every width, only the characters of letters.ts. Run by hand: `node fonts/build-fonts.ts` in web/.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { ascii, eastern, western } from './letters.ts'

const source = path.dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/archivo/package.json')))
const target = new URL('../public/fonts/', import.meta.url)
const variationAxes = { wght: 850, wdth: { min: 62, max: 125 } }

/** The unicode ranges in src/platform/head-face.ts and src/ui/styles/fonts.css map letters to these files. */
const files = [
  { name: 'hot-kopf.woff2', from: 'archivo-latin-standard-normal.woff2', letters: ascii + western },
  { name: 'hot-kopf-ext.woff2', from: 'archivo-latin-ext-standard-normal.woff2', letters: eastern },
]

for (const { name, from, letters } of files) {
  const whole = await readFile(path.join(source, 'files', from))
  const subset = await subsetFont(whole, letters, { targetFormat: 'woff2', variationAxes })
  await writeFile(new URL(name, target), subset)
  process.stdout.write(`${name} ${subset.length} bytes\n`)
}
