import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { built, nativeAppBuilt } from './native-build.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

export const nativeDocument = () => fs.readFileSync(path.join(built, 'index.html'), 'utf8')

/** Where the public pages are, whose links open the app. */
export const shellSite = 'https://hot.example'

/** What the shells' file beside the app says: the backend is elsewhere. */
async function configFor(backend: string): Promise<string> {
  const config = (await (await fetch(`${backend}/config.json`)).json()) as Record<string, unknown>
  return JSON.stringify({ ...config, supabaseUrl: backend, siteUrl: shellSite })
}

/**
 * Serves the app as a shell's WebView gets it, built before if need be: an address without a file is the app itself. Give
 * the hook that calls it 180 s.
 */
export async function serveNativeApp(backend: string): Promise<{ url: string; close: () => Promise<void> }> {
  await nativeAppBuilt()
  const config = await configFor(backend)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shell')
    if (pathname === '/config.json') return response.setHeader('content-type', 'application/json').end(config)
    const file = path.join(built, path.normalize(pathname))
    const isFile = fs.statSync(file, { throwIfNoEntry: false })?.isFile()
    const shown = isFile ? file : path.join(built, 'index.html')
    response.setHeader('content-type', types[path.extname(shown)] ?? 'application/octet-stream')
    return fs.createReadStream(shown).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
