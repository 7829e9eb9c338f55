import { hashSource, type InlineHashes, type TextEncoding } from '../http/security-headers.ts'

/** The last long text: every page carries the same style sheet of the build, most of the page by bytes. */
let known: { text: string; hash: string; encoding: TextEncoding } = { text: '', hash: '', encoding: 'utf8' }
const worthKnowing = 10_000

function hashOnce(text: string, encoding: TextEncoding): string {
  if (text === known.text && encoding === known.encoding) return known.hash
  const hash = hashSource(text, encoding)
  if (text.length >= worthKnowing) known = { text, hash, encoding }
  return hash
}

/** Name of the element whose tag `before` ends in. The renderer escapes `<` in attributes and text. */
const elementAt = (before: string) => before.slice(before.lastIndexOf('<') + 1).split(' ', 1)[0]

/**
 * A page rendered with a nonce that nobody else knows, without it, and the hashes of the inline scripts and styles that carried it:
 * those that the renderer wrote itself, and none that came along with what somebody typed. A stored page cannot carry the
 * nonce: it would be the same for all who get it.
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
    // A script from a file has none.
    if (text) found[name].add(hashOnce(text, encoding))
  }
  return {
    // Start tells the browser its nonce, for elements to come; ours is of no use there.
    html: pieces.join('').replace(`<meta property="csp-nonce" content="${nonce}"/>`, ''),
    inline: { scripts: found.script, styles: found.style },
  }
}
