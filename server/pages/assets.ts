import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { DocumentRequest, Encoding } from '../documents/stored-document.ts'
import { buildFolder } from '../wire/security-headers.ts'

const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

const twins: readonly [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

/** Names in /assets/ contain a content hash; other files may change without being renamed. */
const cacheControl = (url: string) =>
  url.startsWith(buildFolder)
    ? 'public, max-age=31536000, immutable'
    : url === '/sw.js'
      ? 'no-cache'
      : 'public, max-age=3600'

type Asset = { headers: Readonly<Record<string, string>>; bodies: Map<Encoding, Buffer<ArrayBuffer>> }

function readAsset(file: string, url: string): Asset {
  const body = fs.readFileSync(file)
  const bodies = new Map<Encoding, Buffer<ArrayBuffer>>([['identity', body]])
  for (const [encoding, ending] of twins) {
    if (fs.existsSync(file + ending)) bodies.set(encoding, fs.readFileSync(file + ending))
  }
  const headers: Record<string, string> = {
    'content-type': types[path.extname(file).toLowerCase()] ?? 'application/octet-stream',
    'cache-control': cacheControl(url),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
  }
  if (bodies.size > 1) headers.vary = 'accept-encoding'
  return { headers, bodies }
}

/** URL path of a file below the root of the build, `/assets/x.js`, on every platform. */
const urlOf = (root: string, file: string) => `/${path.relative(root, file).split(path.sep).join('/')}`

/** Asked for by clients that do not read the page's head. `favicon.ico` is a file at the root. */
const rootIcons = ['/apple-touch-icon.png', '/apple-touch-icon-precomposed.png']

/**
 * Every file of the client build in memory, with its precompressed variants. Files outside the build are not reachable,
 * because lookups use this list only. Throws when there is no build.
 */
export function openAssets(root: string) {
  const assets = new Map<string, Asset>()
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz|map)$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    assets.set(urlOf(root, file), readAsset(file, urlOf(root, file)))
  }
  const icon = assets.get('/icons/apple-touch-icon.png')
  if (icon) for (const url of rootIcons) assets.set(url, icon)

  /** The file, 304 for a client that has it, 404 for an unknown one in /assets/, undefined for everything else. */
  return (url: string, request: DocumentRequest): Response | undefined => {
    const asset = assets.get(url)
    if (!asset) return url.startsWith(buildFolder) ? new Response('Nicht gefunden', { status: 404 }) : undefined
    if (request.ifNoneMatch?.includes(asset.headers.etag ?? '"'))
      return new Response(null, { status: 304, headers: asset.headers })
    const encoded = asset.bodies.get(request.encoding)
    const body = encoded ?? asset.bodies.get('identity')
    if (!body) return undefined
    const headers: Record<string, string> = { ...asset.headers, 'content-length': String(body.length) }
    if (encoded && request.encoding !== 'identity') headers['content-encoding'] = request.encoding
    return new Response(request.method === 'HEAD' ? null : body, { headers })
  }
}
