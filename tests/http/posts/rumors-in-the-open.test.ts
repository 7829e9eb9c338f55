import { expect, test } from 'vitest'
import { jsonLdOf, metaOf, titleOf } from '../../support/site/html.ts'
import { asMember, asServer, registerMember, registerStaff, sessionOf } from '../../support/site/members.ts'
import { addComments, newBallot, type OpenPost } from '../../support/site/posts.ts'
import { eventually, expected, site, siteUrl } from '../../support/site/requests.ts'

const author = await registerMember(site)

const setRumor = async ({ id }: OpenPost, data: object) =>
  void (await expected(await site.patch(`/rest/v1/post_rumors?post_id=eq.${id}`, { headers: asServer(), data }), 204))

/** Every text of the page that is shown elsewhere than on it. */
async function shownElsewhere(path: string) {
  const html = await (await site.get(path)).text()
  const [posting, trail] = ['DiscussionForumPosting', 'BreadcrumbList'].map((type) =>
    jsonLdOf(html).find((document) => document['@type'] === type),
  )
  const last = (trail?.itemListElement as { name: string }[] | undefined)?.at(-1)
  return {
    title: titleOf(html).replace(/ – HoT$/, ''),
    og: metaOf(html, 'og:title')[0]?.replace(/ – HoT$/, ''),
    headline: posting?.headline,
    trail: last?.name,
    description: metaOf(html, 'description')[0] ?? '',
    ogDescription: metaOf(html, 'og:description')[0] ?? '',
    posting,
  }
}

for (const [status, mark] of [
  ['unverified', 'Gerücht'],
  ['verified', 'Bestätigt'],
  ['debunked', 'Widerlegt'],
] as const)
  test(`a rumor that is ${status} says "${mark}" wherever its title leaves the page`, async () => {
    const title = `Kauft ${author.nickname} ein Schloss (${status})`
    const post = await newBallot(site, author, 'rumor', { title })
    await setRumor(post, { rumor_status: status, verification_reason: 'Der Sender sagt es.' })
    const marked = `${mark}: ${title}`
    await eventually(async () =>
      expect(await shownElsewhere(post.path)).toMatchObject({
        title: marked,
        og: marked,
        headline: marked,
        trail: marked,
      }),
    )
    expect(post.path, 'the address has the bare title').not.toContain(mark.toLowerCase().slice(0, 6))
    const feed = await (await site.get('/trashtalk/geruechte.rss')).text()
    if (status !== 'debunked') expect(feed).toContain(`<title>${marked}</title>`)
    else expect(feed).not.toContain(title)
  })

test('the refutation and the statement of the person concerned are the first that a preview tells', async () => {
  const post = await newBallot(site, author, 'rumor', {
    title: 'Mandy hat die Villa verkauft',
    content: 'Sagt man so.',
  })
  await addComments(site, post, author, [{ content: 'Glaube ich **nicht**.' }])
  const statement = {
    statement: 'Ich wohne noch da.',
    statement_speaker: 'Mandy',
    statement_at: '2026-11-21T10:00:00Z',
  }
  await expected(
    await site.patch(`/rest/v1/community_posts?id=eq.${post.id}`, { headers: asServer(), data: statement }),
    204,
  )
  await eventually(async () =>
    expect((await shownElsewhere(post.path)).description).toBe(
      'Stellungnahme von Mandy: Ich wohne noch da. Sagt man so.',
    ),
  )
  await setRumor(post, { rumor_status: 'debunked', verification_reason: 'Das Grundbuch sagt anderes.' })
  await eventually(async () => {
    const { description, ogDescription, posting } = await shownElsewhere(post.path)
    expect(description).toBe(
      'Widerlegt: Das Grundbuch sagt anderes. Stellungnahme von Mandy: Ich wohne noch da. Sagt man so.',
    )
    expect(ogDescription).toBe(description)
    expect(posting?.text).toBe('Widerlegt: Das Grundbuch sagt anderes.\n\nSagt man so.')
    expect(posting?.comment).toMatchObject([
      { '@type': 'Comment', text: 'Ich wohne noch da.', author: { name: 'Mandy' } },
      { '@type': 'Comment', text: 'Glaube ich nicht.', author: { name: author.nickname } },
    ])
  })
})

test('a title that the team defused is gone from every address within seconds, and the old one leads on or is gone', async () => {
  const staff = asMember(await sessionOf(site, await registerStaff(site, 'moderator')))
  const post = await newBallot(site, author, 'rumor', { title: 'Ist Thore heimlich schwer krank' })
  const edit = async (p_title: string, p_drop_address: boolean) => {
    const row = await site.get(`/rest/v1/community_posts?id=eq.${post.id}&select=updated_at`, { headers: asServer() })
    const [{ updated_at }] = (await row.json()) as [{ updated_at: string }]
    const data = { p_id: post.id, p_seen: updated_at, p_title, p_content: 'Wir fragen nach.', p_reason: 'Auf Wunsch' }
    const answer = await site.post('/rest/v1/rpc/admin_edit_post', {
      headers: staff,
      data: { ...data, p_drop_address },
    })
    expect(await answer.json()).toMatchObject({ outcome: 'done' })
  }
  const words = 'ist-thore-heimlich-schwer-krank'
  const location = async (path: string) => (await site.get(path, { maxRedirects: 0 })).headers().location
  const sitemap = async () => (await site.get('/sitemap.xml')).text()
  await eventually(async () => expect(await sitemap()).toContain(post.path), 70_000)

  await edit('Wie geht es Thore gerade?', false)
  const moved = post.path.replace(words, 'wie-geht-es-thore-gerade')
  expect(await location(post.path)).toBe(moved)
  expect(await location(`/trashtalk/geruecht/${post.id}`)).toBe(moved)
  expect(await location(`${post.path}?kommentare=neu`)).toBe(`${moved}?kommentare=neu`)
  const html = await (await site.get(moved)).text()
  expect(html).not.toContain(words)
  expect(metaOf(html, 'og:url')).toEqual([siteUrl() + moved])
  expect(await (await site.get('/trashtalk/geruechte.rss')).text()).not.toContain(words)
  await eventually(async () => expect(await sitemap()).not.toContain(words))

  await edit('Wie geht es Thore gerade?', true)
  const gone = await site.get(post.path, { maxRedirects: 0 })
  expect(gone.status()).toBe(410)
  expect(metaOf(await gone.text(), 'robots')).toEqual(['noindex'])
  expect((await site.get(moved)).status()).toBe(200)
}, 120_000)
