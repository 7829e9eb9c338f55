import { hashSource, type InlineHashes } from '../wire/security-headers.ts'

/** Name of the element whose opening tag is still open at `at`. The renderer escapes `<` in attributes and text. */
function elementAt(page: Buffer, at: number): string {
  const name = page.lastIndexOf('<', at) + 1
  return page.toString('latin1', name, page.indexOf(' ', name))
}

/** The text of the element whose opening tag is still open at `at`. */
function textAt(page: Buffer, at: number, name: string): Buffer {
  const begin = page.indexOf('>', at) + 1
  return page.subarray(begin, page.indexOf(`</${name}>`, begin))
}

/** Where `text` occurs, in order. */
function occurrences(page: Buffer, text: string): number[] {
  const found: number[] = []
  for (let at = page.indexOf(text); at !== -1; at = page.indexOf(text, at + text.length)) found.push(at)
  return found
}

/** Removes each occurrence of an ASCII text by moving what follows: a copy of each page would be garbage of 100 kB. */
function cutOut(page: Buffer<ArrayBuffer>, text: string): Buffer<ArrayBuffer> {
  const cuts = occurrences(page, text)
  let end = cuts[0] ?? page.length
  for (const [index, at] of cuts.entries()) {
    const next = cuts[index + 1] ?? page.length
    page.copyWithin(end, at + text.length, next)
    end += next - at - text.length
  }
  return page.subarray(0, end)
}

/**
 * Removes the secret nonce from a rendered page and hashes the inline scripts and styles that had it: only those
 * written by the renderer, never injected ones. A cached page cannot contain the nonce, because all visitors would get
 * the same one. `page` is changed in place; the answer is a part of it.
 */
export function takeNonce(
  page: Buffer<ArrayBuffer>,
  nonce: string,
): { html: Buffer<ArrayBuffer>; inline: InlineHashes } {
  const attribute = ` nonce="${nonce}"`
  const found = { script: new Set<string>(), style: new Set<string>() }
  for (const at of occurrences(page, attribute)) {
    const name = elementAt(page, at)
    if (name !== 'script' && name !== 'style') continue
    const text = textAt(page, at, name)
    // External scripts have no inline text.
    if (text.length > 0) found[name].add(hashSource(text))
  }
  // TanStack Start passes the nonce to the browser for later elements; there it is useless.
  const html = cutOut(cutOut(page, attribute), `<meta property="csp-nonce" content="${nonce}"/>`)
  return { html, inline: { scripts: found.script, styles: found.style } }
}
