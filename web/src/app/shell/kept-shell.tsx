import { type ComponentType, createContext, use } from 'react'

/**
 * Two thirds of a page's elements are its shell, which is the same on many pages. The server renders it once for each way it
 * can look and puts the bytes into later pages: React sees one empty element in place of each part. The page that is sent
 * has the same bytes either way, so the browser hydrates it as ever.
 */

/** Each part's element as it begins and ends; it contains no other of its name. In the order of the page. */
const parts = {
  consent: ['<section class="consent"', '</section>'],
  header: ['<header class="site-header"', '</header>'],
  footer: ['<footer class="site-footer"', '</footer>'],
  bottom: ['<nav class="bottom-bar"', '</nav>'],
} as const

type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

type Shell = Readonly<Record<Part, Buffer>>

/** For the rendering of one page: set when its shell is known. */
const MarkContext = /* @__PURE__ */ createContext<string | undefined>(undefined)

/** Renders a page's marks in place of its shell. `nonce` is a secret of this rendering, so nothing else can look like one. */
export const WithMarks = MarkContext

const markOf = (part: Part, nonce: string) => `<kept-part name="${part}-${nonce}"></kept-part>`

/** A part of the shell, on the server. */
export function kept<Props extends object>(part: Part, Component: ComponentType<Props>): ComponentType<Props> {
  return function KeptPart(props: Props) {
    const nonce = use(MarkContext)
    // A single element, as without it: the ids of `useId` count places.
    return nonce === undefined ? <Component {...props} /> : <kept-part name={`${part}-${nonce}`} />
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'kept-part': { name: string }
    }
  }
}

/** What decides how a shell looks: the data of the footer, and which of its links lead here. */
type Place = { footer: string; path: string; hasSearch: boolean }

type Known = { links: readonly string[]; shells: Map<string, Shell> }

const mostFooters = 3

/** Which links lead to this page or to one above it, as the router and the menus mark them. */
function marked({ links }: Known, { path, hasSearch }: Place): string {
  const here = links.map((link) => (link === path ? '=' : path.startsWith(`${link}/`) ? '<' : ' '))
  return `${here.join('')}${hasSearch ? '?' : ''}`
}

function cut(page: Buffer, part: Part): Buffer | undefined {
  const [begin, end] = parts[part]
  // What members write stands between the parts, and is escaped.
  const from = part === 'footer' || part === 'bottom' ? page.lastIndexOf(begin) : page.indexOf(begin)
  const to = from === -1 ? -1 : page.indexOf(end, from)
  // A copy: a slice would keep the whole page in memory.
  return to === -1 ? undefined : Buffer.from(page.subarray(from, to + end.length))
}

/** Undefined for a page without the shell, or if a part has what is of this rendering alone. */
function shellOf(page: Buffer, nonce: string): Shell | undefined {
  const found = names.map((part) => [part, cut(page, part)] as const)
  return found.every(([, bytes]) => bytes && !bytes.includes(nonce)) ? (Object.fromEntries(found) as Shell) : undefined
}

/** Paths of the site that the shell links to; undefined with a search, which would have to be part of the place. */
function linksOf(shell: Shell): readonly string[] | undefined {
  const html = names.map((part) => shell[part].toString()).join('')
  const links = [...new Set([...html.matchAll(/ href="(\/[^"]*)"/g)].map(([, link = '']) => link))]
  return links.some((link) => link.includes('?')) ? undefined : links
}

export type KeptShells = {
  /** The shell of a page here, by mark, if one has been rendered. */
  find(place: Place, nonce: string): readonly (readonly [mark: string, bytes: Buffer])[] | undefined
  /** Learns it from a page that was rendered whole. */
  learn(place: Place, page: Buffer, nonce: string): void
}

export function keptShells(): KeptShells {
  /** By the data of the footer: the last few, because it changes seldom. */
  const byFooter = new Map<string, Known>()
  return {
    find(place, nonce) {
      const known = byFooter.get(place.footer)
      const shell = known?.shells.get(marked(known, place))
      return shell && names.map((part) => [markOf(part, nonce), shell[part]] as const)
    },
    learn(place, page, nonce) {
      const shell = shellOf(page, nonce)
      const links = shell && linksOf(shell)
      if (!shell || !links) return
      const known = byFooter.get(place.footer) ?? { links, shells: new Map<string, Shell>() }
      known.shells.set(marked(known, place), shell)
      byFooter.set(place.footer, known)
      for (const oldest of byFooter.keys()) if (byFooter.size > mostFooters) byFooter.delete(oldest)
    },
  }
}

/** The page with bytes in place of marks. Copies it once. */
export function filled(
  page: Buffer<ArrayBuffer>,
  fillings: readonly (readonly [string, Buffer])[],
): Buffer<ArrayBuffer> {
  const pieces: Buffer[] = []
  let end = 0
  const places = fillings.map(([mark, bytes]) => ({ at: page.indexOf(mark), length: mark.length, bytes }))
  for (const { at, length, bytes } of places.toSorted((a, b) => a.at - b.at)) {
    if (at === -1) continue
    pieces.push(page.subarray(end, at), bytes)
    end = at + length
  }
  return end === 0 ? page : Buffer.concat([...pieces, page.subarray(end)])
}
