import { zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { stubPage } from '../../tests/support/server/stub-server.ts'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { cdnFront } from '../cdn/cdn-front.ts'
import { dictionaryOf, dictionaryPath } from './dictionary.ts'

const start = stubServers()
const shell = Array.from({ length: 400 }, (_, n) => `<a class="c${n}" href="/x/${n * 7919}">${n * 104_729}</a>`).join(
  '',
)
const content = Buffer.from(shell)
const dictionary = dictionaryOf(content)
const html = `<!doctype html>${shell}<p>Nur hier steht das.`
const pages = { dictionary, renderPage: () => stubPage(html) }
const chromium = { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz', 'available-dictionary': dictionary.name }

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

it('a browser with our dictionary gets a page as what differs from it', async () => {
  const { get } = await start(pages)
  const usual = await bytesOf(await get('/stars', { 'accept-encoding': 'identity' }))
  const answer = await get('/stars', chromium)
  expect(answer.headers.get('content-encoding')).toBe('dcz')
  expect(answer.headers.get('vary')).toBe('accept-encoding, available-dictionary')
  const body = await bytesOf(answer)
  expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
  expect(`:${body.subarray(8, 40).toString('base64')}:`).toBe(dictionary.name)
  expect(zstdDecompressSync(body.subarray(40), { dictionary: content })).toEqual(usual)
  expect(body.length).toBeLessThan(200)
})

it.each<[string, Record<string, string>]>([
  ['has another dictionary', { ...chromium, 'available-dictionary': `:${'A'.repeat(43)}=:` }],
  ['has none', { 'accept-encoding': chromium['accept-encoding'] }],
  ['says what is none', { ...chromium, 'available-dictionary': 'x'.repeat(60_000) }],
  ['names it twice', { ...chromium, 'available-dictionary': `${dictionary.name}, ${dictionary.name}` }],
  ['refuses that encoding', { ...chromium, 'accept-encoding': 'br, dcz;q=0' }],
  ['takes every encoding, but does not name it', { ...chromium, 'accept-encoding': 'br, *' }],
])('a browser that %s gets brotli', async (_, headers) => {
  const { get } = await start(pages)
  const answer = await get('/stars', headers)
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
  expect(await answer.text()).toContain('Nur hier steht das.')
})

it('only pages are packed so, and a cache in front keeps none under a name that is not ours', async () => {
  const { get } = await start({ ...pages, front: cdnFront({ log: () => {}, dictionary: dictionary.name }) })
  expect((await get('/trashtalk.rss', chromium)).headers.get('content-encoding')).toBe('br')
  const keeping = async (headers: Record<string, string>) => (await get('/stars', headers)).headers.get('cache-control')
  expect(await keeping(chromium)).toContain('s-maxage')
  expect(await keeping({ ...chromium, 'available-dictionary': `:${'A'.repeat(43)}=:` })).toBe('no-cache')
})

it('is a file that says what it is for, and that no cache in front keeps', async () => {
  const { get } = await start(pages)
  const answer = await get(`${dictionaryPath}?index-abc.js`)
  expect(await bytesOf(answer)).toEqual(content)
  const { headers } = answer
  expect(headers.get('use-as-dictionary')).toBe('match="/*", match-dest=("document")')
  expect(headers.get('cache-control')).toBe('public, max-age=604800')
  expect((await (await start()).get(dictionaryPath)).headers.get('use-as-dictionary')).toBeNull()
})
