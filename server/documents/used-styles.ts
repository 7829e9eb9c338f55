import fs from 'node:fs'

/**
 * A piece of the style sheet, in the order of the cascade: text that every page needs, a rule that needs one of several sets of
 * classes (indexes into `classes`) on the page, or an at-rule around others.
 */
export type StylePart =
  | string
  | { css: string; needs: readonly (readonly number[])[] }
  | { open: string; parts: StylePart[] }

/** The style sheet of a build, taken apart by `scripts/build/style-parts.ts`. */
export type StyleParts = { classes: readonly string[]; parts: readonly StylePart[]; rest: string }

/** Puts the styles that a rendered page shows into it, in place of the whole sheet. */
export type PageStyles = (page: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer>

/** How TanStack Start marks the style sheet that it puts into a page; the nonce may stand before it. */
const mark = ' data-tsr-inline-css=""'
const closingTag = '</style>'

const classAttribute = / class="([^"]*)"/g

/** As the renderer writes it into an attribute, read byte by byte. */
const asWritten = (name: string) =>
  Buffer.from(
    name
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#x27;'),
  ).toString('latin1')

function write(parts: readonly StylePart[], shown: Uint8Array): string {
  let css = ''
  for (const part of parts) {
    if (typeof part === 'string') css += part
    else if ('css' in part) {
      if (part.needs.some((names) => names.every((name) => shown[name]))) css += part.css
    } else {
      const inner = write(part.parts, shown)
      if (inner) css += `${part.open}{${inner}}`
    }
  }
  return css
}

/**
 * A page's markup names all classes that it shows; rules for others style nothing yet. They are in the file `rest`, which the app
 * loads when it starts (`web/src/app/start/other-styles.ts`), by the address in `data-rest`. A page without the sheet, such as that
 * of a development server, stays as it is.
 */
export function stylesOf({ classes, parts, rest }: StyleParts): PageStyles {
  const indexes = new Map(classes.map((name, index) => [asWritten(name), index]))
  const shownBy = (markup: string): Uint8Array => {
    const shown = new Uint8Array(classes.length)
    const known = new Set<string>()
    for (const [, value = ''] of markup.matchAll(classAttribute)) {
      if (known.has(value)) continue
      known.add(value)
      for (const name of value.split(' ')) {
        const index = indexes.get(name)
        if (index !== undefined) shown[index] = 1
      }
    }
    return shown
  }
  return (page) => {
    const at = page.indexOf(mark)
    if (at === -1) return page
    const begin = page.indexOf('>', at) + 1
    const end = page.indexOf(closingTag, begin)
    const css = write(parts, shownBy(page.toString('latin1', 0, at) + page.toString('latin1', end)))
    return Buffer.concat([
      page.subarray(0, at),
      Buffer.from(` data-rest="${rest}"`),
      page.subarray(at, begin),
      Buffer.from(css),
      page.subarray(end),
    ])
  }
}

/** The styles of the build whose parts lie in `file`. */
export const openStyles = (file: string): PageStyles =>
  stylesOf(JSON.parse(fs.readFileSync(file, 'utf8')) as StyleParts)
