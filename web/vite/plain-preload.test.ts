import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plainHelper } from './plain-preload.ts'

type Link = { href: string; onload(): void; onerror(): void }
type Load = (load: () => Promise<unknown>, paths?: string[]) => Promise<unknown>

const asVite = 'const assetsURL = function(dep) { return "/"+dep };export const __vitePreload = "vite:preloadError"'
const links: Link[] = []
const window = new EventTarget()
let load: Load

beforeEach(async () => {
  links.length = 0
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector.includes('"/assets/there.css"') ? {} : null),
    createElement: () => ({}),
    head: { append: (link: Link) => links.push(link) },
  })
  const code = `${plainHelper(asVite)}// ${Math.random()}`
  load = (await import(`data:text/javascript,${encodeURIComponent(code)}`)).__vitePreload
})
afterEach(() => vi.unstubAllGlobals())

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('code waits for its style sheets, each of which is fetched once', async () => {
  const began: string[] = []
  const page = (name: string) => async () => began.push(name)
  const first = load(page('a'), ['assets/a.css', 'assets/there.css'])
  const second = load(page('b'), ['assets/a.css'])
  await turn()
  expect(links.map(({ href }) => href)).toEqual(['/assets/a.css'])
  expect(began).toEqual([])
  links[0]?.onload()
  await Promise.all([first, second, load(page('c'))])
  expect(began.toSorted()).toEqual(['a', 'b', 'c'])
})

test.each([
  ['code', () => load(() => Promise.reject(new Error('gone')))],
  [
    'a style sheet',
    () => {
      const loading = load(async () => undefined, ['assets/gone.css'])
      links.at(-1)?.onerror()
      return loading
    },
  ],
])('%s that is missing is told, and thrown unless somebody takes that back', async (_, missing) => {
  await expect(missing()).rejects.toThrow(/gone/)
  const told = vi.fn((event: Event) => event.preventDefault())
  window.addEventListener('vite:preloadError', told)
  await expect(missing()).resolves.toBeUndefined()
  window.removeEventListener('vite:preloadError', told)
  expect(told).toHaveBeenCalledOnce()
})

test('stops at a Vite that does it differently', () => {
  expect(() => plainHelper(asVite.replace('"/"', 'base'))).toThrow(/differently/)
  const chunks = path.join(path.dirname(createRequire(import.meta.url).resolve('vite')), 'chunks')
  const vite = fs.readdirSync(chunks).map((file) => fs.readFileSync(path.join(chunks, file), 'utf8'))
  expect(vite.some((code) => code.includes('vite:preloadError') && code.includes('preloadHelperId'))).toBe(true)
})
