import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { asServer, type Member } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'
import { expect } from './journey.ts'
import { test as asMember } from './member.ts'
import { startWorkerFront, type WorkerFront } from './worker-front.ts'

/** Journeys with the service worker, on an address whose server can be made unreachable. */
export const test = asMember.extend<{ server: string; front: WorkerFront }>({
  server: [process.env.HOT_E2E_URL ?? '', { option: true }],
  front: async ({ server }, use) => {
    const front = await startWorkerFront(server)
    await use(front)
    await front.close()
  },
  baseURL: async ({ front }, use) => use(front.url),
  serviceWorkers: 'allow',
  // A page registers its worker and reports what was read after some idle seconds: `isCached` advances the time.
  context: async ({ context }, use) => {
    await context.clock.install()
    await use(context)
  },
  // Sockets are refused here, and offline every request fails.
  faultsExpected: true,
})

/** Addresses of all cached entries, and the content of text entries. */
export const cachedEntries = (page: Page): Promise<{ url: string; body: string }[]> =>
  page.evaluate(async () => {
    const found: { url: string; body: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true })
        const { pathname, search } = new URL(request.url)
        found.push({ url: pathname + search, body: (await answer?.text()) ?? '' })
      }
    }
    return found
  })

export const cachedUrls = async (page: Page): Promise<string[]> => (await cachedEntries(page)).map(({ url }) => url)

/** Pages are cached after an idle period. */
export const isCached = (page: Page, url: string) =>
  expect
    .poll(
      async () => {
        await page.clock.fastForward(1_000)
        return cachedUrls(page)
      },
      { timeout: 45_000 },
    )
    .toContain(url)

export const offlineHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Keine Verbindung' })

/** Gives a member a photo, as its upload does; returns its address. */
export async function givePhoto(request: Requests, { id }: Member): Promise<string> {
  const data = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#f43f12' } })
    .webp()
    .toBuffer()
  const object = `avatars/${id}/${crypto.randomUUID()}.webp`
  const stored = await request.post(`/storage/v1/object/${object}`, {
    headers: { ...asServer(), 'content-type': 'image/webp' },
    data,
  })
  expect(stored.status(), await stored.text()).toBe(200)
  const avatar_url = `/storage/v1/object/public/${object}`
  const named = await request.patch(`/rest/v1/profiles?id=eq.${id}`, { headers: asServer(), data: { avatar_url } })
  expect(named.status(), await named.text()).toBe(204)
  return avatar_url
}

/** The path of a member's public profile. */
export async function profilePath(request: Requests, { id }: Member): Promise<string> {
  const answer = await request.get(`/rest/v1/public_profiles?id=eq.${id}&select=slug`, { headers: asServer() })
  const [profile] = (await answer.json()) as { slug: string }[]
  return `/user/${profile?.slug}`
}
