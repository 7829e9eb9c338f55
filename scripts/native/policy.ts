/**
 * The Content-Security-Policy of the shells, as a `meta` of their one page: no server sends them headers. As the website's
 * (server/wire/security-headers.ts), with the hashes of what this build writes inline, and the backend it was made for.
 */
import { documentPolicy, inlineHashes } from '../../server/wire/security-headers.ts'
import type { NativeConfig } from './config.ts'

const meta = /<meta http-equiv="Content-Security-Policy" content="[^"]*"\s*\/?>/

const scripts = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g
const styles = /<style[^>]*>([\s\S]*?)<\/style>/g
const textsOf = (html: string, element: RegExp) => [...html.matchAll(element)].map(([, text = '']) => text)

/** What the pages come from on iOS and Android: `'self'` does not mean a scheme of its own in every WebKit. */
const shells = 'capacitor://localhost https://localhost'

/** A browser takes no notice of it in a `meta`, and says so. */
const headersOnly = /; frame-ancestors 'none'/

function shellPolicy(html: string, { backendUrl, siteUrl }: Pick<NativeConfig, 'backendUrl' | 'siteUrl'>): string {
  const hashes = inlineHashes({ scripts: textsOf(html, scripts), styles: textsOf(html, styles) })
  const site = siteUrl === backendUrl ? '' : ` ${siteUrl}`
  return documentPolicy(hashes, { backend: backendUrl })
    .replace(headersOnly, '')
    .replace(/(default|script|style|img|font)-src 'self'/g, `$1-src 'self' ${shells}`)
    .replace(/connect-src 'self'/, `connect-src 'self' ${shells}${site}`)
}

/** The page with its policy, first in the head; one it had is replaced. */
export function withPolicy(html: string, config: Pick<NativeConfig, 'backendUrl' | 'siteUrl'>): string {
  const bare = html.replace(meta, '')
  if (!/<head[^>]*>/.test(bare)) throw new Error('The page of the apps has no head.')
  const tag = `<meta http-equiv="Content-Security-Policy" content="${shellPolicy(bare, config)}">`
  return bare.replace(/<head[^>]*>/, (head) => head + tag)
}
