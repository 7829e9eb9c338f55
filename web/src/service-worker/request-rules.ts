/** How a request is answered: `pages`, `build` and `pictures` are cached; `document` and `network` never are. */
export type RequestKind = 'pages' | 'build' | 'pictures' | 'document' | 'network'
export type CachedKind = Extract<RequestKind, 'pages' | 'build' | 'pictures'>

/**
 * First path segments of documents that are the same for everyone, because the server always renders the guest's page.
 * Anything else is never cached.
 */
const publicParts = new Set([
  '',
  'charts',
  'barrierefreiheit',
  'community-guidelines',
  'datenschutz',
  'formate',
  'impressum',
  'invite-system',
  'kalender',
  'news',
  'stars',
  'trashtalk',
  'user',
])

/** Below public paths, but only useful to members who are online. */
const memberPages = /^\/(stars\/voting|trashtalk\/(erstellen|bearbeiten))(\/|$)/

/** Files below `/formate` and `/kalender…` are feeds. */
const isFile = /\.[a-z0-9]{1,5}$/

export function isPublicPage(path: string): boolean {
  if (isFile.test(path) || memberPages.test(path)) return false
  return publicParts.has(path.split('/')[1] ?? '')
}

/** Objects of public buckets; private objects have another path and need a token. */
const picturePath = '/storage/v1/object/public/'

type Asked = Pick<Request, 'method' | 'url' | 'mode'> & { headers: Pick<Headers, 'has'> }

/** Routes a request. `origin` is the worker's own. */
export function requestKindOf({ method, url, mode, headers }: Asked, origin: string): RequestKind {
  const { origin: target, pathname } = new URL(url)
  if (method !== 'GET' || target !== origin || headers.has('authorization')) return 'network'
  if (mode === 'navigate') return isPublicPage(pathname) ? 'pages' : 'document'
  return fileKindOf(pathname)
}

/** Routes a file that a page reported as loaded. */
export function fileKindOf(path: string): 'build' | 'pictures' | 'network' {
  if (path.startsWith('/assets/')) return 'build'
  return path.startsWith(picturePath) ? 'pictures' : 'network'
}

type Answer = Pick<Response, 'status' | 'type' | 'redirected'> & { headers: Pick<Headers, 'get'> }

const contentTypes: Readonly<Record<CachedKind, RegExp>> = {
  pages: /^text\/html/,
  build: /^(text\/(javascript|css)|font\/|image\/)/,
  pictures: /^image\//,
}

/**
 * Whether an answer may be cached. Opaque answers may contain anything; redirected ones belong to
 * another address. Cookies are not visible here, but none of our documents sets one.
 */
export function mayCache({ status, type, redirected, headers }: Answer, kind: CachedKind): boolean {
  if (status !== 200 || (type !== 'basic' && !(type === 'cors' && kind === 'pictures'))) return false
  if (redirected && kind !== 'pictures') return false
  if (/\b(private|no-store)\b/i.test(headers.get('cache-control') ?? '')) return false
  if ((headers.get('vary') ?? '').includes('*')) return false
  return contentTypes[kind].test(headers.get('content-type') ?? '')
}

/** The page was removed or redirects: no copy of it may be shown. */
export const isRemoved = ({ status, type }: Pick<Response, 'status' | 'type'>): boolean =>
  status === 404 || status === 410 || type === 'opaqueredirect'
