import { hashSource, type InlineHashes, type TextEncoding } from '../http/security-headers.ts'

/** Hash of the last long text: every page contains the same style sheet, which makes up most of its inline text. */
let known: { text: string; hash: string; encoding: TextEncoding } = { text: '', hash: '', encoding: 'utf8' }
const worthKnowing = 10_000

function hashOnce(text: string, encoding: TextEncoding): string {
  if (text === known.text && encoding === known.encoding) return known.hash
  const hash = hashSource(text, encoding)
  if (text.length >= worthKnowing) known = { text, hash, encoding }
  return hash
}

/** Name of the element whose opening tag ends `before`. The renderer escapes `<` in attributes and text. */
const elementAt = (before: string) => before.slice(before.lastIndexOf('<') + 1).split(' ', 1)[0]

/**
 * Removes the secret nonce from a rendered page and hashes the inline scripts and styles that had it: only those
 * written by the renderer, never injected ones. A cached page cannot contain the nonce, because all visitors would get
 * the same one.
 */
export function takeNonce(
  html: string,
  nonce: string,
  encoding: TextEncoding = 'utf8',
): { html: string; inline: InlineHashes } {
  const pieces = html.split(` nonce="${nonce}"`)
  const found = { script: new Set<string>(), style: new Set<string>() }
  for (let at = 1; at < pieces.length; at += 1) {
    const [before = '', after = ''] = [pieces[at - 1], pieces[at]]
    const name = elementAt(before)
    if (name !== 'script' && name !== 'style') continue
    const text = after.slice(after.indexOf('>') + 1, after.indexOf(`</${name}>`))
    // External scripts have no inline text.
    if (text) found[name].add(hashOnce(text, encoding))
  }
  return {
    // TanStack Start passes the nonce to the browser for later elements; there it is useless.
    html: pieces.join('').replace(`<meta property="csp-nonce" content="${nonce}"/>`, ''),
    inline: { scripts: found.script, styles: found.style },
  }
}
