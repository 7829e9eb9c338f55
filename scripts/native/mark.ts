/** Our mark, the wide hot o, on its ground; a square of 64. */
export type Mark = { ground: string; hot: string; path: string }

/** One file to write below `native/`: text, or a drawing to make pixels of (`size` wide and high). */
export type IconFile = { file: string; content: string | { svg: string; size: number; opaque?: boolean } }

/** Colours of the status bar, which the splash screen shares. */
export const splashLight = '#F6F5E9'
export const splashDark = '#0a0a0a'
/** On paper the mark is in the brand's hot colour; on dark ground it has its own colour already. */
export const hotOnPaper = '#F43F12'

/** Reads the drawing: a square for the ground, then the mark. Throws when it is drawn otherwise. */
export function readMark(svg: string): Mark {
  const [ground, mark] = [...svg.matchAll(/<path\b[^>]*>/g)].map(([tag]) => tag)
  const value = (tag: string | undefined, name: string) => new RegExp(`\\b${name}="([^"]+)"`).exec(tag ?? '')?.[1]
  const [groundFill, fill, path] = [value(ground, 'fill'), value(mark, 'fill'), value(mark, 'd')]
  if (!groundFill || !fill || !path) throw new Error('icon.svg must hold two paths with fill: ground and mark')
  return { ground: groundFill, hot: fill, path }
}

/** The mark in one colour, `scale` of its size in the middle of the square, on a ground or on none. */
export function drawMark(
  { path }: Mark,
  { fill, scale = 1, ground }: { fill: string; scale?: number; ground?: string },
) {
  const back = ground ? `<path fill="${ground}" d="M0 0h64v64H0z"/>` : ''
  const place = `translate(${32 * (1 - scale)} ${32 * (1 - scale)}) scale(${scale})`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${back}<path fill="${fill}" fill-rule="evenodd" transform="${place}" d="${path}"/></svg>`
}
