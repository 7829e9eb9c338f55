import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { metaOf } from '../../support/site/html.ts'
import { expect, test, visit } from '../support/journey.ts'
import { asGuest, asMember, asServer, registerMember, sessionOf } from '../support/member.ts'

/** Width and height from the header of a PNG (IHDR). */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
const charts = ['stars/hot-bestenliste', 'stars/format-statistiken', 'stars/social-media-bestenliste']

test('pages name a picture for networks that exists and has the size they promise', async ({ request, samples }) => {
  const { star, format, season, rumor, poll, discussion } = samples
  const paths = [star, format, season, rumor, poll, discussion].map(({ path }) => path)
  for (const path of [...paths, ...charts.map((chart) => `/charts/${chart}`)]) {
    const html = await (await request.get(path)).text()
    const [picture = ''] = metaOf(html, 'og:image')
    const size = ['og:image:width', 'og:image:height'].map((name) => Number(metaOf(html, name)[0]))
    expect(metaOf(html, 'og:image:alt')[0], path).not.toBe('')
    const answer = await request.get(picture)
    expect(answer.headers()['content-type'], path).toBe('image/png')
    expect(sizeOf(await answer.body()), path).toEqual(size)
  }
  const alt = metaOf(await (await request.get(rumor.path)).text(), 'og:image:alt')[0]
  expect(alt).toMatch(/^Gerücht, (unbestätigt|bestätigt|widerlegt): /)
})

/** Everywhere a post can be met, as text; the picture as its status. */
async function sightings(
  request: APIRequestContext,
  post: { id: string; path: string; title: string; author: string },
) {
  const { id, path, title, author } = post
  const pages = ['/trashtalk', '/trashtalk/diskussionen', '/trashtalk.rss', `/user/${author}`]
  const texts = await Promise.all(pages.map(async (page) => (await (await request.get(page)).text()).includes(title)))
  const found = await request.post('/rest/v1/rpc/search_all', { headers: asGuest(), data: { p_query: title } })
  return {
    page: (await request.get(path)).status(),
    picture: (await request.get(`/og/post/${id}.png`)).status(),
    ...Object.fromEntries(pages.map((page, index) => [page.replace(author, 'author'), texts[index]])),
    search: (await found.text()).includes(id),
  }
}

test('a post that its author deletes is gone from page, lists, feed, search, profile and its picture', async ({
  request,
}) => {
  const member = await registerMember(request)
  const session = await sessionOf(request, member)
  const id = randomUUID()
  const title = `Weg damit ${id.slice(0, 8)}`
  const headers = asMember(session)
  const draft = {
    p_id: id,
    p_type: 'discussion',
    p_title: title,
    p_content: 'Steht hier nicht lange genug, um wahr zu sein.',
  }
  const rest = { p_tags: [], p_source_url: null, p_options: null, p_poll_ends_at: null }
  const created = await request.post('/rest/v1/rpc/create_post', { headers, data: { ...draft, ...rest } })
  expect(created.status(), await created.text()).toBe(200)
  const { slug, created_at } = (await created.json()) as { slug: string; created_at: string }
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date(created_at))
  const profile = await request.get(`/rest/v1/profiles?id=eq.${member.id}&select=slug`, { headers: asServer() })
  const [{ slug: author }] = (await profile.json()) as [{ slug: string }]
  const post = { id, title, author, path: `/trashtalk/diskussionen/${day.replaceAll('-', '/')}/${slug}` }

  expect(await sightings(request, post)).toMatchObject({ page: 404, picture: 404, search: false })
  const approved = await request.patch(`/rest/v1/community_posts?id=eq.${id}`, {
    headers: asServer(),
    data: { status: 'approved' },
  })
  expect(approved.status(), await approved.text()).toBe(204)
  const everywhere = {
    '/trashtalk': true,
    '/trashtalk/diskussionen': true,
    '/trashtalk.rss': true,
    '/user/author': true,
  }
  expect(await sightings(request, post)).toEqual({ ...everywhere, page: 200, picture: 200, search: true })

  const deleted = await request.post('/rest/v1/rpc/delete_own_post', { headers, data: { p_id: id } })
  expect(await deleted.text()).toBe('true')
  const nowhere = Object.fromEntries(Object.keys(everywhere).map((page) => [page, false]))
  expect(await sightings(request, post)).toEqual({ ...nowhere, page: 404, picture: 404, search: false })
})

test('without a share sheet the link is copied, and without a clipboard it is there to be copied by hand', async ({
  page,
  samples,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined })
    const state = { copied: '', allowed: true }
    const writeText = async (text: string) => {
      if (!state.allowed) throw new DOMException('denied', 'NotAllowedError')
      state.copied = text
    }
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
    Object.assign(window, { clipboardState: state })
  })
  await visit(page, samples.star.path)
  const address = new URL(samples.star.path, page.url()).href
  await page.getByRole('button', { name: 'Teilen' }).click()
  await expect(page.getByText('Link kopiert')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'clipboardState').copied)).toBe(address)

  await page.evaluate(() => {
    Reflect.get(window, 'clipboardState').allowed = false
  })
  await page.getByRole('button', { name: 'Teilen' }).click()
  const field = page.getByLabel('Kopiere die Adresse von Hand')
  await expect(field).toHaveValue(address)
  await expect(field).toBeFocused()
})

test('a star’s page leads to the hottest posts about it, and to all of one kind', async ({
  page,
  request,
  samples,
}) => {
  const html = await (await request.get(samples.rumor.path)).text()
  const star = /href="(\/stars\/[^"?#]+)"[^>]*class="chip/.exec(html)?.[1] ?? samples.star.path
  await visit(page, star)
  const sorting = page.getByRole('group', { name: 'Sortierung der Beiträge' })
  await sorting.getByRole('button', { name: 'Heiß' }).click()
  await expect(sorting.getByRole('button', { name: 'Heiß' })).toHaveAttribute('aria-pressed', 'true')
  await page
    .getByRole('navigation', { name: 'Alle Beiträge dazu' })
    .getByRole('link', { name: 'Alle Gerüchte' })
    .click()
  await expect(page).toHaveURL(/\/trashtalk\/geruechte\?(.*&)?tag=[0-9a-f-]{36}/)
  await expect(page).toHaveURL(/sortierung=heiss/)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})
