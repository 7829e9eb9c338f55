import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asMember, registerMember, registerStaff, sessionOf } from '../../support/site/members.ts'
import { addComments, newDiscussion } from '../../support/site/posts.ts'
import { site } from '../../support/site/requests.ts'

/** Whether a guest's page came out of the cache: `hit`, or `fwd=miss` when it was rendered. */
async function cacheOf(path: string): Promise<string> {
  const { 'cache-status': status = '' } = (await site.get(path)).headers()
  return status.replace(/^hot; /, '')
}

/**
 * Other tests of this server purge all pages now and then, so each scenario is repeated until it was left alone. By then
 * the second is over in which purges of members are collected.
 */
const undisturbed = { interval: 1_100, timeout: 30_000 }

test.each(['PATCH', 'DELETE'])('a %s that changes nothing leaves the cached pages', async (method) => {
  const author = await registerMember(site)
  const post = await newDiscussion(site, author)
  const [others = ''] = await addComments(site, post, author, [{ content: 'Von jemand anderem.' }])
  const headers = asMember(await sessionOf(site, await registerMember(site)))
  const empty = [`comments?id=eq.${randomUUID()}`, `comments?id=eq.${others}`, 'profiles?nickname=eq.gibtsnicht']
  for (const path of method === 'DELETE' ? empty.slice(0, 2) : empty) {
    const data = path.startsWith('profiles') ? { bio: 'x' } : { content: 'x' }
    const scenario = async () => {
      await site.get(post.path)
      const answer = await (method === 'PATCH'
        ? site.patch(`/rest/v1/${path}`, { headers, data })
        : site.delete(`/rest/v1/${path}`, { headers }))
      return [answer.status(), await cacheOf(post.path)]
    }
    await expect.poll(scenario, undisturbed).toEqual([204, 'hit'])
  }
})

test('an edited comment is new on the pages that show it, and other pages stay cached', async () => {
  const [author, other] = [await registerMember(site), await registerMember(site)]
  const [post, beside] = [await newDiscussion(site, author), await newDiscussion(site, other)]
  const [id = ''] = await addComments(site, post, author, [{ content: 'Alt.' }])
  const headers = asMember(await sessionOf(site, author))
  const profile = await site.get(`/rest/v1/public_profiles?id=eq.${author.id}&select=slug`, { headers })
  const [{ slug }] = (await profile.json()) as [{ slug: string }]
  const shown = [post.path, `/user/${slug}/kommentare`]
  const scenario = async () => {
    for (const path of [...shown, beside.path]) await site.get(path)
    const content = `Neu ${randomUUID()}`
    const answer = await site.patch(`/rest/v1/comments?id=eq.${id}`, { headers, data: { content } })
    const texts = await Promise.all(shown.map(async (path) => (await site.get(path)).text()))
    return [answer.status(), ...texts.map((text) => text.includes(content)), await cacheOf(beside.path)]
  }
  await expect.poll(scenario, undisturbed).toEqual([204, true, true, 'hit'])
})

test('what a moderator removes is gone from every page at once', async () => {
  const author = await registerMember(site)
  const post = await newDiscussion(site, author)
  const [id = ''] = await addComments(site, post, author, [{ content: `Weg damit, ${author.nickname}.` }])
  const headers = asMember(await sessionOf(site, await registerStaff(site, 'moderator')))
  expect(await (await site.get(post.path)).text()).toContain('Weg damit, ')
  expect((await site.delete(`/rest/v1/comments?id=eq.${id}`, { headers })).status()).toBe(204)
  expect(await (await site.get(post.path)).text()).not.toContain('Weg damit, ')

  const lists = ['/trashtalk', '/trashtalk/diskussionen', '/trashtalk.rss']
  const title = `Worüber reden wir bei ${author.nickname}?`
  for (const path of lists) await site.get(path)
  const seen = await site.get(`/rest/v1/community_posts?id=eq.${post.id}&select=updated_at`, { headers })
  const [{ updated_at }] = (await seen.json()) as [{ updated_at: string }]
  const removal = { p_ids: [post.id], p_seen: [updated_at], p_decision: 'delete', p_reason: 'Gehört hier nicht hin.' }
  const answer = await site.post('/rest/v1/rpc/admin_decide_posts', { headers, data: removal })
  expect(answer.status(), await answer.text()).toBe(200)
  for (const path of lists) expect(await (await site.get(path)).text(), path).not.toContain(title)
  expect((await site.get(post.path)).status()).toBe(404)
})
