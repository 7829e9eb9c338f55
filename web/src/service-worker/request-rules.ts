/** Where an answer may come from: `pages`, `build` and `pictures` are also kept; `document` and `network` never are. */
export type Room = 'pages' | 'build' | 'pictures' | 'document' | 'network'
export type KeptRoom = Extract<Room, 'pages' | 'build' | 'pictures'>

/**
 * First parts of the addresses whose documents are the same for everybody: the server always renders the guest's page.
 * Whatever is not named here is never kept.
 */
const publicParts = new Set([
  '',
  'charts',
  'community-guidelines',
  'datenschutz',
  'formate',
  'impressum',
  'invite-system',
  'kalender',
  'stars',
  'trashtalk',
  'user',
])

/** Below public addresses, and still only of use to a member with a network. */
const memberPages = /^\/(stars\/voting|trashtalk\/(erstellen|bearbeiten))(\/|$)/

/** Files below `/formate` and `/kalender…` are feeds. */
const isFile = /\.[a-z0-9]{1,5}$/

export function isPublicPage(path: string): boolean {
  if (isFile.test(path) || memberPages.test(path)) return false
  return publicParts.has(path.split('/')[1] ?? '')
}

/** Public buckets only: what is private has another address, and needs a token. */
const picturePath = '/storage/v1/object/public/'
/** Like a picture: its name stays when its content changes. */
const fontPath = '/fonts/'

type Asked = Pick<Request, 'method' | 'url' | 'mode'> & { headers: Pick<Headers, 'has'> }

/** Which way a request goes. `origin` is the worker's own. */
export function roomOf({ method, url, mode, headers }: Asked, origin: string): Room {
  const { origin: target, pathname } = new URL(url)
  if (method !== 'GET' || target !== origin || headers.has('authorization')) return 'network'
  if (mode === 'navigate') return isPublicPage(pathname) ? 'pages' : 'document'
  return roomOfFile(pathname)
}

/** The same for something a page says it has loaded. */
export function roomOfFile(path: string): 'build' | 'pictures' | 'network' {
  if (path.startsWith('/assets/')) return 'build'
  return path.startsWith(picturePath) || path.startsWith(fontPath) ? 'pictures' : 'network'
}

type Answer = Pick<Response, 'status' | 'type' | 'redirected'> & { headers: Pick<Headers, 'get'> }

const contentTypes: Readonly<Record<KeptRoom, RegExp>> = {
  pages: /^text\/html/,
  build: /^(text\/(javascript|css)|font\/|image\/)/,
  pictures: /^(image|font)\//,
}

/**
 * Whether an answer may be kept. What nobody can read (opaque) may hold anything; what came by a redirect belongs to
 * another address. A cookie is not visible here: no document of ours sets one.
 */
export function mayKeep({ status, type, redirected, headers }: Answer, room: KeptRoom): boolean {
  if (status !== 200 || (type !== 'basic' && !(type === 'cors' && room === 'pictures'))) return false
  if (redirected && room !== 'pictures') return false
  if (/\b(private|no-store)\b/i.test(headers.get('cache-control') ?? '')) return false
  if ((headers.get('vary') ?? '').includes('*')) return false
  return contentTypes[room].test(headers.get('content-type') ?? '')
}

/** The address has nothing any more, or sends on: no copy of it may be shown. */
export const isGone = ({ status, type }: Pick<Response, 'status' | 'type'>): boolean =>
  status === 404 || status === 410 || type === 'opaqueredirect'
