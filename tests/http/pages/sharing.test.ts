import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { metaOf } from '../../support/site/html.ts'
import { asGuest, asMember, asServer, registerMember, sessionOf } from '../../support/site/members.ts'
import { site } from '../../support/site/requests.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const samples = await samplesOfRun()

/** Width and height from the header of a PNG (IHDR). */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
const charts = ['stars/hot-bestenliste', 'stars/format-statistiken', 'stars/social-media-bestenliste']

test('pages name a picture for networks that exists and has the size they promise', async () => {
  const { star, format, season, rumor, poll, discussion } = samples
  const paths = [star, format, season, rumor, poll, discussion].map(({ path }) => path)
  for (const path of [...paths, ...charts.map((chart) => `/charts/${chart}`)]) {
    const html = await (await site.get(path)).text()
    const [picture = ''] = metaOf(html, 'og:image')
    const size = ['og:image:width', 'og:image:height'].map((name) => Number(metaOf(html, name)[0]))
    expect(metaOf(html, 'og:image:alt')[0], path).not.toBe('')
    const answer = await site.get(picture)
    expect(answer.headers()['content-type'], path).toBe('image/png')
    expect(sizeOf(await answer.body()), path).toEqual(size)
  }
  const alt = metaOf(await (await site.get(rumor.path)).text(), 'og:image:alt')[0]
  expect(alt).toMatch(/^Gerücht, (unbestätigt|bestätigt|widerlegt): /)
})

/** Every place that shows a post, as text; the picture as its status. */
async function sightings(post: { id: string; path: string; title: string; author: string }) {
  const { id, path, title, author } = post
  const pages = ['/trashtalk', '/trashtalk/diskussionen', '/trashtalk.rss', `/user/${author}`]
  const texts = await Promise.all(pages.map(async (page) => (await (await site.get(page)).text()).includes(title)))
  const found = await site.post('/rest/v1/rpc/search_all', { headers: asGuest(), data: { p_query: title } })
  return {
    page: (await site.get(path)).status(),
    picture: (await site.get(`/og/post/${id}.png`)).status(),
    ...Object.fromEntries(pages.map((page, index) => [page.replace(author, 'author'), texts[index]])),
    search: (await found.text()).includes(id),
  }
}

test('a post that its author deletes is gone from page, lists, feed, search, profile and its picture', async () => {
  const member = await registerMember(site)
  const session = await sessionOf(site, member)
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
  const created = await site.post('/rest/v1/rpc/create_post', { headers, data: { ...draft, ...rest } })
  expect(created.status(), await created.text()).toBe(200)
  const { slug, created_at } = (await created.json()) as { slug: string; created_at: string }
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date(created_at))
  const profile = await site.get(`/rest/v1/profiles?id=eq.${member.id}&select=slug`, { headers: asServer() })
  const [{ slug: author }] = (await profile.json()) as [{ slug: string }]
  const post = { id, title, author, path: `/trashtalk/diskussionen/${day.replaceAll('-', '/')}/${slug}` }

  expect(await sightings(post)).toMatchObject({ page: 404, picture: 404, search: false })
  const approved = await site.patch(`/rest/v1/community_posts?id=eq.${id}`, {
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
  await expect
    .poll(() => sightings(post), { timeout: 10_000 })
    .toEqual({ ...everywhere, page: 200, picture: 200, search: true })

  const deleted = await site.post('/rest/v1/rpc/delete_own_post', { headers, data: { p_id: id } })
  expect(await deleted.text()).toBe('true')
  const nowhere = Object.fromEntries(Object.keys(everywhere).map((page) => [page, false]))
  // What members change is purged within a second.
  await expect
    .poll(() => sightings(post), { timeout: 10_000 })
    .toEqual({ ...nowhere, page: 404, picture: 404, search: false })
})

test('clients that read no head find the icons at the root', async () => {
  for (const [path, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/apple-touch-icon-precomposed.png', 'image/png'],
  ] as const) {
    const answer = await site.get(path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['content-type'], path).toBe(type)
    expect(answer.headers()['cache-control'], path).toMatch(/max-age=\d{4,}/)
    expect((await answer.body()).length, path).toBeLessThan(8_000)
  }
  const [named, atRoot] = await Promise.all(
    ['/icons/apple-touch-icon.png', '/apple-touch-icon.png'].map(async (path) => (await site.get(path)).body()),
  )
  expect(atRoot).toEqual(named)
})
