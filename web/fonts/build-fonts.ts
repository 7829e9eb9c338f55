/**
 * Builds the files of letters.ts and their style sheet in src/ui/styles/fonts from Archivo (SIL OFL 1.1, licence next to
 * the fonts): one weight, only the widths and letters in use, only what a browser applies by itself or the design asks
 * for. Run by hand: `node fonts/build-fonts.ts` in web/.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { type faces as all, faces, unicodeRange } from './letters.ts'

const target = new URL('../src/ui/styles/fonts/', import.meta.url)
const keepFeatures = ['ccmp', 'calt', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum']

const rule = ({ file, family, widths, letters }: (typeof all)[number]) => `@font-face {
  font-family: "${family}";
  src: url("./${file}") format("woff2");
  font-weight: 700 900;
  font-stretch: ${widths.min}% ${widths.max}%;
  font-display: swap;
  unicode-range: ${unicodeRange(letters)};
}
`

/** The style sheet of the fonts. */
export const fontSheet = () =>
  `/* Written by web/fonts/build-fonts.ts. Archivo (SIL OFL 1.1, licence in public/fonts), pinned to weight 850. */\n${faces.map(rule).join('')}`

async function build(): Promise<void> {
  const archivo = path.dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/archivo/package.json')))
  for (const { file, from, letters, widths } of faces) {
    const whole = await readFile(path.join(archivo, `files/archivo-${from}-standard-normal.woff2`))
    const variationAxes = { wght: 850, wdth: widths }
    const options = { targetFormat: 'woff2', variationAxes, keepFeatures } as const
    const subset = await subsetFont(whole, letters, options)
    await writeFile(new URL(file, target), subset)
    process.stdout.write(`${file} ${subset.length} bytes\n`)
  }
  await writeFile(new URL('web-fonts.css', target), fontSheet())
}

if (import.meta.main) await build()
