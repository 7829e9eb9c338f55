import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeNonce } from '../../../server/documents/inline-elements.ts'
import type { ServerEntry } from '../../../server/pages/page-render.ts'
import { keptShells } from '../../../web/src/app/shell/kept-shell.tsx'
import { siteUrl } from '../../support/site/requests.ts'
import { publicRoutes, textOf } from '../../support/site/routes.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const samples = await samplesOfRun()
const built = pathToFileURL(path.resolve(import.meta.dirname, '../../../web/dist/server/server.js')).href
const config = (await (await fetch(`${siteUrl()}/config.json`)).json()) as { site: Record<string, string> }

/** Answers of the running server, each the same for all renderings: other tests change its data meanwhile. */
const known = new Map<string, Promise<string>>()

async function answer({ url, headers }: Request): Promise<Response> {
  const { pathname, search } = new URL(url)
  const asked = known.get(url) ?? fetch(`${siteUrl()}${pathname}${search}`, { headers }).then((got) => got.text())
  known.set(url, asked)
  return new Response(await asked)
}

Reflect.set(globalThis, Symbol.for('hot.server'), { fetch: answer, config })
const { default: app } = (await import(/* @vite-ignore */ built)) as { default: ServerEntry }

const nonce = '5f0c2a52-8a0b-4f7e-9a55-2f6d1b3c4e5f'

type Options = { headers?: Record<string, string>; keeps?: boolean }

async function render(href: string, { headers = {}, keeps = true }: Options = {}): Promise<string> {
  let html: Buffer<ArrayBuffer> | undefined
  const takePage = (page: Buffer<ArrayBuffer>) => {
    html = page
  }
  const context = { nonce: keeps ? nonce : undefined, takePage } as Parameters<ServerEntry['fetch']>[1]['context']
  await app.fetch(new Request(`http://hot.test${href}`, { headers }), { context })
  if (!html) return ''
  return (keeps ? takeNonce(html, nonce).html : html).toString()
}

/** Without a secret for its marks the app renders the whole page. */
const whole = (href: string) => render(href, { keeps: false })

/** Another footer: with a link of the operator's, which the app reads for each page. */
function withFooter(name: string): string {
  const instagram_url = `https://instagram.example/${name}`
  const site = { ...config.site, instagram_url }
  Reflect.set(globalThis, Symbol.for('hot.server'), { fetch: answer, config: { ...config, site } })
  return instagram_url
}

/** Pages whose shells differ: each route, deeper paths, and searches, which end what is current in the menu. */
const addresses = [
  ...new Set(publicRoutes.map(({ path: address }) => textOf(address, samples))),
  '/stars?sortierung=name',
  '/stars?q=a',
  '/formate?q=a',
  '/kalender?ansicht=woche',
  '/trashtalk?sortierung=neu',
  '/trashtalk/geruechte?sortierung=top&zeitraum=30',
  '/charts/stars/format-statistiken?sortierung=staffeln',
  `${samples.discussion.path}?kommentare=neu`,
  '/suche?q=a&art=stars',
  '/gibt-es-nicht',
  '/stars/gibt-es-nicht',
]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a page has the same bytes with a shell that is kept, whichever page it was rendered for', async () => {
  withFooter('eins')
  for (const first of addresses) await render(first)
  for (const href of addresses) {
    const page = await render(href)
    expect(page === (await whole(href)), href).toBe(true)
    expect(page, href).not.toContain('kept-part')
  }
}, 300_000)

test('every part of the shell is found in a page', async () => {
  withFooter('eins')
  const shells = keptShells()
  const place = { footer: '', path: '/stars', hasSearch: false }
  const page = await whole('/stars')
  shells.learn(place, Buffer.from(page), nonce)
  const parts = shells.find(place, nonce)?.map(([, bytes]) => bytes.toString()) ?? []
  expect(parts).toHaveLength(4)
  for (const part of parts) expect(page).toContain(part)
  expect(shells.find({ ...place, hasSearch: true }, nonce)).toBeUndefined()
  expect(shells.find({ ...place, path: '/stars/mandy' }, nonce)).toBeUndefined()
})

test('it changes with the data of the footer', async () => {
  withFooter('eins')
  const before = await render('/impressum')
  expect((await render('/impressum')) === before).toBe(true)
  const link = withFooter('zwei')
  const after = await render('/impressum')
  expect(after).toContain(link)
  expect(after === (await whole('/impressum'))).toBe(true)
  expect(await render('/datenschutz')).toContain(link)
})

test('nothing of a page and nobody who asks for it is in the shell of the next one', async () => {
  withFooter('drei')
  const headers = { authorization: 'Bearer eyJ.member', cookie: 'sb-session=member', 'user-agent': 'Member/1.0' }
  const profile = await render(samples.member.path, { headers })
  expect(profile).toContain(samples.member.text)
  expect((await render(samples.member.path)) === profile).toBe(true)
  const next = await render('/gibt-es-nicht')
  for (const personal of [samples.member.text, samples.member.path, 'eyJ.member', 'sb-session', 'Member/1.0'])
    expect(next).not.toContain(personal)
  expect(next === (await whole('/gibt-es-nicht'))).toBe(true)
})
