import { tsrStartManifest } from 'tanstack-start-manifest:v'

const sheets = Object.entries(tsrStartManifest().inlineCss?.styles ?? {})
const found = new Map<string, string>()

/**
 * The addresses of the style sheets that a page carries in its own `styles`, separated by spaces. Code that comes with such
 * a sheet would fetch it again, and the page wait for it (vite/plain-preload.ts).
 */
export function inlinedSheets(styles: string): string {
  const known = found.get(styles)
  if (known !== undefined) return known
  const hrefs = sheets.filter(([, css]) => styles.includes(css)).map(([href]) => href)
  found.set(styles, hrefs.join(' '))
  return hrefs.join(' ')
}
