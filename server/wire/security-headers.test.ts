import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { documentPolicy, hashSource, inlineHashes } from './security-headers.ts'

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
it('hashes the text as the browser sees it', () => {
  expect(hashSource('\r\na()\r\n')).toBe(sha('\na()\n'))
  expect(hashSource('"ä–😀"')).toBe(sha('"ä–😀"'))
  expect(hashSource(Buffer.from('"ä–😀"\r'))).toBe(sha('"ä–😀"\n'))
})

describe('documentPolicy', () => {
  afterEach(() => vi.unstubAllGlobals())

  const directives = (policy: string) =>
    new Map(policy.split('; ').map((text) => [text.split(' ')[0] ?? '', text.split(' ').slice(1)]))

  it('allows only the listed inline elements', () => {
    const policy = directives(documentPolicy(inlineHashes({ scripts: ['a()'], styles: ['b{}'] })))
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
    expect(directives(documentPolicy(inlineHashes({}))).get('style-src')).toEqual(["'self'", sha(''), sha(sheet)])
  })

  it('lets the page connect to Supabase, with sockets too', () => {
    const policy = directives(documentPolicy(inlineHashes({}), { backend: 'https://x.supabase.co' }))
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://x.supabase.co', 'wss://x.supabase.co'])
    expect(policy.get('img-src')).toContain('https://x.supabase.co')
  })
})
