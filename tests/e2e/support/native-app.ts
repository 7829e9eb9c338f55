import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { withPolicy } from '../../../scripts/native/policy.ts'
import { built, nativeAppBuilt } from './native-build.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** The page of the apps with its policy, as `npm run native:sync` writes it. */
export const nativeDocument = (backend = shellSite) =>
  withPolicy(fs.readFileSync(path.join(built, 'index.html'), 'utf8'), { backendUrl: backend, siteUrl: shellSite })

/** The origin of the public pages, whose links open the app. */
export const shellSite = 'https://hot.example'

/** The shells' `config.json`: the backend is at another origin. */
async function configFor(backend: string): Promise<string> {
  const config = (await (await fetch(`${backend}/config.json`)).json()) as Record<string, unknown>
  // As an app of the server's own version.
  const app = { version: Reflect.get(Object(config.apps), 'version'), build: 1 }
  return JSON.stringify({ ...config, supabaseUrl: backend, siteUrl: shellSite, push: ['ios', 'android'], app })
}

/** What the server of the site says when an app asks it. */
export async function answerForSite(page: Page, backend: string): Promise<void> {
  const body = await configFor(backend)
  const headers = { 'access-control-allow-origin': '*' }
  await page.route(`${shellSite}/config.json`, (route) =>
    route.fulfill({ contentType: 'application/json', headers, body }),
  )
}

/** The file for a path: a path without a file gets the app itself. */
function fileAt(pathname: string): { file: string; type: string } {
  const wanted = path.join(built, path.normalize(pathname))
  const isFile = fs.statSync(wanted, { throwIfNoEntry: false })?.isFile()
  const file = isFile ? wanted : path.join(built, 'index.html')
  return { file, type: types[path.extname(file)] ?? 'application/octet-stream' }
}

/** The origin of the Android app's pages (native/capacitor.config.ts); the backend allows it. */
export const shellOrigin = 'https://localhost'

/** Serves the app at the shell's own origin, as its WebView does. Builds it if necessary: allow 180 s. */
export async function carryNativeApp(backend: string): Promise<(page: Page) => Promise<void>> {
  await nativeAppBuilt()
  const config = await configFor(backend)
  return async (page) => {
    await page.route(`${shellOrigin}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname === '/config.json') return route.fulfill({ contentType: 'application/json', body: config })
      const { file, type } = fileAt(pathname)
      return type === types['.html']
        ? route.fulfill({ body: nativeDocument(backend), contentType: type })
        : route.fulfill({ path: file, contentType: type })
    })
    await answerForSite(page, backend)
  }
}

/**
 * Serves the app at an origin of its own, for journeys that delay or block its files. Builds it if necessary: give
 * the hook that calls it 180 s.
 */
export async function serveNativeApp(backend: string): Promise<{ url: string; close: () => Promise<void> }> {
  await nativeAppBuilt()
  const config = await configFor(backend)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shell')
    if (pathname === '/config.json') return response.setHeader('content-type', 'application/json').end(config)
    const { file, type } = fileAt(pathname)
    response.setHeader('content-type', type)
    if (type === types['.html']) return response.end(nativeDocument(backend))
    return fs.createReadStream(file).pipe(response)
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
