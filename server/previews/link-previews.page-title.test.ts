import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { isListed, pageTitle, readTitle } from './link-previews.ts'

const html = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)))
const hosts = ['rtl.de', 'gala.de']

type Answer = { status?: number; headers?: Record<string, string>; body?: string }

/** A web of these addresses. Records what was asked. */
function web(pages: Record<string, Answer>) {
  const asked: string[] = []
  const get = async (url: URL) => {
    asked.push(url.href)
    const {
      status = 200,
      headers = { 'content-type': 'text/html; charset=utf-8' },
      body = '',
    } = pages[url.href] ?? {
      status: 404,
    }
    return Object.assign(html(body), { statusCode: status, headers }) as unknown as IncomingMessage
  }
  return { asked, read: (address: string) => pageTitle(address, hosts, get) }
}
const page = (title: string): Answer => ({ body: `<!doctype html><head><title>${title}</title></head>` })
const leads = (location: string): Answer => ({ status: 302, headers: { location } })

describe('the headline of a page', () => {
  it.each([
    ['for previews before its title', '<title>Lang | RTL</title><meta property="og:title" content="Kurz">', 'Kurz'],
    ['its title, with entities and breaks', '<title>\n Ja &amp;  nein\n</title>', 'Ja & nein'],
    ['the first of two', '<title>Eins</title><svg><title>Zwei</title></svg>', 'Eins'],
    ['no markup', '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>', '<script>alert(1)</script>'],
    ['without what turns writing around', '<title>a\u202eb\u0000c</title>', 'a b c'],
    ['nothing behind the head', '</head><body><title>Zu spät</title>', undefined],
    ['nothing of an empty page', '', undefined],
  ])('%s', async (_, head, title) => {
    expect((await readTitle(html(`<html><head>${head}`), 'rtl.de'))?.title).toBe(title)
  })

  it('is cut, and letters may come in pieces', async () => {
    const bytes = Buffer.from(`<title>ü${'x'.repeat(900)}</title>`)
    const found = await readTitle(Readable.from([bytes.subarray(0, 8), bytes.subarray(8)]), 'rtl.de')
    expect(found).toEqual({ title: `ü${'x'.repeat(199)}`, site: 'rtl.de' })
  })

  it('ends where a page without an end has cost enough', async () => {
    let sent = 0
    const endless = (async function* () {
      for (;;) yield Buffer.alloc(64 << 10, `<p>${sent++}`)
    })()
    expect(await readTitle(endless, 'rtl.de')).toBeUndefined()
    expect(sent).toBeLessThan(10)
  })
})

describe('only pages of the list are asked', () => {
  it('by https, also after redirects', async () => {
    const { asked, read } = web({
      'https://rtl.de/a': leads('https://www.rtl.de/b'),
      'https://www.rtl.de/b': leads('/c'),
      'https://www.rtl.de/c': page('Da'),
    })
    expect(await read('https://rtl.de/a')).toEqual({ title: 'Da', site: 'rtl.de' })
    expect(asked).toHaveLength(3)
  })

  it.each([
    'http://rtl.de/',
    'https://evil.example/',
    'https://rtl.de.evil.example/',
    'https://notrtl.de/',
    'https://rtl.de:8443/',
    'https://gast@rtl.de/',
    'https://:geheim@rtl.de/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'file:///etc/passwd',
  ])('not %s', async (address) => {
    const { asked, read } = web({ [address]: page('Nein'), 'https://rtl.de/x': leads(address) })
    expect(await read(address)).toBeUndefined()
    expect(await read('https://rtl.de/x')).toBeUndefined()
    expect(asked).toEqual(['https://rtl.de/x'])
  })

  it('no more than three redirects, and no file', async () => {
    const { asked, read } = web({
      'https://rtl.de/x': leads('https://rtl.de/x'),
      'https://rtl.de/b.jpg': { headers: { 'content-type': 'image/jpeg' }, body: '<title>Bild</title>' },
      'https://rtl.de/z': {
        headers: { 'content-type': 'text/html', 'content-encoding': 'br' },
        body: '<title>z</title>',
      },
    })
    for (const name of ['x', 'b.jpg', 'z', 'missing'])
      expect(await read(`https://rtl.de/${name}`), name).toBeUndefined()
    expect(asked.filter((address) => address.endsWith('/x'))).toHaveLength(4)
  })

  it.each([500, 503, 429])('an answer %i is no answer yet', async (status) => {
    const { read } = web({ 'https://rtl.de/': { status } })
    await expect(read('https://rtl.de/')).rejects.toThrow(String(status))
  })

  it('hosts below one of the list are listed', () => expect(isListed('www.rtl.de', hosts)).toBe(true))
})
