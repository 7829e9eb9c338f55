import { randomUUID } from 'node:crypto'
import { slugify } from '@hot/domain/text/slug'
import { expect, test } from 'vitest'
import { jsonLdOf, metaOf } from '../../support/site/html.ts'
import { registerMember, setProfile } from '../../support/site/members.ts'
import { openPage, type ReadPage } from '../../support/site/page.ts'
import { addComments, newDiscussion } from '../../support/site/posts.ts'
import { mostDiscussed } from '../../support/site/public-data.ts'
import { site } from '../../support/site/requests.ts'

const comments = (page: ReadPage) => page.texts('#kommentare > article')

test('who a comment names is a link, also under another name; a name that nobody has is none', async () => {
  const [author, named] = [await registerMember(site), await registerMember(site)]
  const post = await newDiscussion(site, author)
  await addComments(site, post, author, [{ content: `Was sagt @${named.nickname}. Und @gibts.nicht?` }])
  await setProfile(site, named, { nickname: `${named.nickname}x` })
  const page = await openPage(post.path)
  const comment = page.main.find('#kommentare > article .comment-text')
  expect(comment.text()).toContain(`@${named.nickname}. Und @gibts.nicht?`)
  expect(page.texts('a', comment)).toEqual([`@${named.nickname}`])
  const profile = await page.follow(`@${named.nickname}`, comment)
  expect(profile.texts('h1')).toEqual([`${named.nickname}x`])
})

test('comments go on by a link, in the order that was chosen', async () => {
  const first = await openPage(`${await mostDiscussed(site)}?kommentare=neu`)
  const second = await first.follow('Weitere Kommentare')
  expect(second.path).toMatch(/\?kommentare=neu&nach=[^#]+#kommentare$/)
  expect(comments(second).length).toBeGreaterThan(0)
  for (const text of comments(second)) expect(comments(first)).not.toContain(text)
})

test('a comment that is not there is said to be gone', async () => {
  const post = await newDiscussion(site, await registerMember(site))
  const page = await openPage(`${post.path}?kommentar=${randomUUID()}`)
  expect(page.main.text()).toContain('Diesen Kommentar gibt es nicht mehr.')
})

test('what a spoiler hides is read on the page only: not in its head, its data for search engines, lists or the feed', async () => {
  const author = await registerMember(site)
  const post = await newDiscussion(site, author, { content: 'Also: ||GEHEIM zieht aus|| und **fertig**.' })
  await addComments(site, post, author, [{ content: 'Sag ich doch, ||AUCH GEHEIM||!' }])
  const html = await (await site.get(post.path)).text()
  const page = await openPage(post.path)
  expect(page.texts('.prose .spoiler > [hidden]')).toEqual(['GEHEIM zieht aus'])
  expect(page.texts('#kommentare .spoiler > button[aria-expanded=false]')).toEqual(['Spoiler'])
  expect(page.texts('.prose strong')).toEqual(['fertig'])
  for (const name of ['description', 'og:description', 'twitter:description'])
    for (const text of metaOf(html, name)) expect(text).toBe('Also: [Spoiler] und fertig.')
  expect(JSON.stringify(jsonLdOf(html))).not.toContain('GEHEIM')
  for (const path of [
    '/trashtalk/diskussionen',
    '/trashtalk/diskussionen.rss',
    `/user/${slugify(author.nickname ?? '')}/kommentare`,
  ]) {
    const said = await (await site.get(path)).text()
    expect(said, path).toContain('[Spoiler]')
    expect(said, path).not.toContain('GEHEIM')
  }
})
