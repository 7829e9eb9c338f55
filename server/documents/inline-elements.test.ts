import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { takeNonce } from './inline-elements.ts'

const nonce = '0b7e2d3c-9f1a-4c55-8a5e-6f0d2c4b1a99'
/** An element as the renderer writes it. */
const own = `nonce="${nonce}"`

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const take = (html: string) => takeNonce(Buffer.from(html), nonce)
const scripts = (html: string) => [...take(html).inline.scripts]
const styles = (html: string) => [...take(html).inline.styles]

describe('takeNonce', () => {
  it('hashes the inline scripts and styles that the renderer wrote', () => {
    expect(scripts(`<script ${own}>a()</script>`)).toEqual([sha('a()')])
    expect(scripts(`<script type="module" ${own} async>b()</script>`)).toEqual([sha('b()')])
    expect(scripts(`<script class="x" ${own}>"</scripty>"</script>`)).toEqual([sha('"</scripty>"')])
    expect(styles(`<style data-x="" ${own}>a{}</style>`)).toEqual([sha('a{}')])
  })

  it('hashes no injected ones', () => {
    const typed = '<script>evil()</script><script nonce="guessed">evil()</script><style>evil{}</style>'
    const page = `<div>${typed}</div><!-- <script>evil()</script> --><p title="&lt;script>evil()">x</p>`
    const { inline } = take(`${page}<script ${own}>good()</script>${page}<style ${own}>good{}</style>${page}`)
    expect([...inline.scripts]).toEqual([sha('good()')])
    expect([...inline.styles]).toEqual([sha('good{}')])
  })

  it('hashes no files and no other elements', () => {
    expect(scripts(`<script src="/a.js" ${own}></script><script ${own} src="/b.js"></script>`)).toEqual([])
    expect(scripts('<script type="application/ld+json">{"a":1}</script>')).toEqual([])
    const head = `<meta charSet="utf-8" ${own}/><link rel="icon" ${own}/>`
    expect([...scripts(head), ...styles(head)]).toEqual([])
  })

  it('reads on after a data block that contains script tags', () => {
    const data = '<script type="application/json">"<script>evil()<\\/script>"</script>'
    expect(scripts(`${data}<script ${own}>good()</script>`)).toEqual([sha('good()')])
  })

  it('removes the nonce from the page', () => {
    const page = `<meta name="a" ${own}/><meta property="csp-nonce" content="${nonce}"/><script ${own}>a()</script><p>ä</p>`
    expect(take(page).html.toString()).toBe('<meta name="a"/><script>a()</script><p>ä</p>')
  })

  it('remembers the hash of a long style, and only that', () => {
    const long = `:root{--name:"Größe"}${'a{color:red}'.repeat(1_000)}`
    const page = (text: string) => `<style ${own}>${text}</style><script ${own}>a()</script>`
    for (const text of [long, long, `${long}b{}`, `b{}${long}`, `${long}</styler>`, long]) {
      expect(styles(page(text))).toEqual([sha(text)])
      expect(scripts(page(text))).toEqual([sha('a()')])
    }
  })

  it('keeps letters of several bytes', () => {
    const page = (attribute: string) =>
      `<p title="ä > ö">ü</p><style${attribute}>→</style><script${attribute}>"–😀"</script>`
    expect(take(page(` ${own}`)).html.toString()).toBe(page(''))
    expect(scripts(page(` ${own}`))).toEqual([sha('"–😀"')])
  })

  it('lists each hash once', () => {
    expect(scripts(`<script ${own}>a()</script><script ${own}>a()</script>`)).toHaveLength(1)
  })

  it('is fast on a large page', () => {
    const cards = '<div class="card" data-x="1"><a href="/stars/x">Stern</a></div>'.repeat(20_000)
    const started = performance.now()
    expect(scripts(`${cards}<script ${own}>a()</script>`)).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
