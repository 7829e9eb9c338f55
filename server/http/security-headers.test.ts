import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { documentPolicy, inlineHashes } from './security-headers.ts'

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const scripts = (html: string) => [...inlineHashes(html).scripts]
const styles = (html: string) => [...inlineHashes(html).styles]

describe('inlineHashes', () => {
  it('names inline scripts that run', () => {
    expect(scripts('<script>a()</script>')).toEqual([sha('a()')])
    expect(scripts('<script type="module" async>b()</script>')).toEqual([sha('b()')])
    expect(scripts("<SCRIPT type='text/javascript'>c()</SCRIPT >")).toEqual([sha('c()')])
    expect(scripts('<script type=importmap>{"imports":{}}</script>')).toEqual([sha('{"imports":{}}')])
  })

  it('leaves out what does not run: files and data', () => {
    expect(scripts('<script src="/a.js"></script><script type="module" src=/b.js></script>')).toEqual([])
    expect(scripts('<script src="/a.js">ignored()</script>')).toEqual([])
    expect(scripts('<script type="application/ld+json">{"a":1}</script>')).toEqual([])
    expect(scripts('<script id="x" type="application/json">{"a":1}</script>')).toEqual([])
  })

  it('reads on behind a data block that speaks of scripts', () => {
    const html = '<script type="application/json">"<script>evil()<\\/script>"</script><script>good()</script>'
    expect(scripts(html)).toEqual([sha('good()')])
  })

  it('is not misled by attributes and comments', () => {
    expect(scripts('<p title="<script>evil()</script>">x</p>')).toEqual([])
    expect(scripts('<!-- <script>evil()</script> --><script>good()</script>')).toEqual([sha('good()')])
    expect(scripts('<script data-src="x">good()</script>')).toEqual([sha('good()')])
    expect(scripts('<script data-x="a>b">good()</script>')).toEqual([sha('good()')])
  })

  it('hashes the text as the browser sees it', () => {
    expect(scripts('<script>\r\na()\r\n</script>')).toEqual([sha('\na()\n')])
    expect(scripts('<script>"</scripty>"</script>')).toEqual([sha('"</scripty>"')])
    expect(scripts('<script>"ä–😀"</script>')).toEqual([sha('"ä–😀"')])
  })

  it('names style elements, also within noscript, and no style attributes', () => {
    const html = '<style>a{}</style><noscript><style media="all">b{}</style></noscript><p style="--s:1">x</p>'
    expect(styles(html)).toEqual([sha('a{}'), sha('b{}')])
  })

  it('knows a long style again, and only that', () => {
    const long = `:root{--name:"Größe"}${'a{color:red}'.repeat(1_000)}`
    const page = (text: string) => `<style>${text}</style><script>a()</script>`
    for (const text of [long, long, `${long}b{}`, `b{}${long}`, `${long}</styler>`, long]) {
      expect(styles(page(text))).toEqual([sha(text)])
      expect(scripts(page(text))).toEqual([sha('a()')])
    }
  })

  it('hashes undecoded bytes as what they stand for', () => {
    const html = `<p title="ä > ö">ü</p><style>${'a::before{content:"→"}'.repeat(1_000)}</style><script>"ä–😀"</script>`
    const bytes = Buffer.from(html).toString('latin1')
    for (const _ of ['hashed', 'known']) expect(inlineHashes(bytes, 'latin1')).toEqual(inlineHashes(html))
  })

  it('names each text once', () => {
    expect(scripts('<script>a()</script><script>a()</script>')).toHaveLength(1)
  })

  it('is quick on a large page', () => {
    const html = `${'<div class="card" data-x="1"><a href="/stars/x">Stern</a></div>'.repeat(20_000)}<script>a()</script>`
    const started = performance.now()
    expect(scripts(html)).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('documentPolicy', () => {
  afterEach(() => vi.unstubAllGlobals())

  const directives = (policy: string) =>
    new Map(policy.split('; ').map((text) => [text.split(' ')[0] ?? '', text.split(' ').slice(1)]))

  it('allows nothing inline but what it names', () => {
    const policy = directives(documentPolicy('<script>a()</script><style>b{}</style>'))
    expect(policy.get('script-src')).toEqual(["'self'", sha('a()')])
    expect(policy.get('style-src')).toEqual(["'self'", sha(''), expect.stringMatching(/^'sha256-/), sha('b{}')])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    const unsafe = [...policy].filter(([, sources]) => sources.includes("'unsafe-inline'"))
    expect(unsafe.map(([name]) => name)).toEqual(['style-src-attr'])
  })

  it('allows the style sheet of toasts as the installed sonner inserts it', async () => {
    let sheet = ''
    const element = { appendChild: (text: string) => (sheet += text) }
    const head = { appendChild: () => {} }
    vi.stubGlobal('document', { head, createElement: () => element, createTextNode: (text: string) => text })
    await import('sonner')
    expect(sheet.length).toBeGreaterThan(1_000)
    expect(directives(documentPolicy('')).get('style-src')).toEqual(["'self'", sha(''), sha(sheet)])
  })

  it('lets the page reach Supabase, over sockets too', () => {
    const policy = directives(documentPolicy('', { backend: 'https://x.supabase.co' }))
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://x.supabase.co', 'wss://x.supabase.co'])
    expect(policy.get('img-src')).toContain('https://x.supabase.co')
  })
})
