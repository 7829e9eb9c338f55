import { savedPost } from '@hot/domain/contract/community'
import { postPath } from '@hot/domain/post/address'
import { expect, test } from 'vitest'
import { asMember, registerMember, sessionOf } from '../../support/site/members.ts'
import { site } from '../../support/site/requests.ts'

test('a post that waits for approval is a 404 without its text, which nothing may keep', async () => {
  const session = await sessionOf(site, await registerMember(site))
  const id = crypto.randomUUID()
  const saved = await site.post('/rest/v1/rpc/create_post', {
    headers: asMember(session),
    data: { p_id: id, p_type: 'discussion', p_title: 'Das liest noch niemand', p_content: 'Geheimnisse.' },
  })
  const post = savedPost.parse(await saved.json())
  expect(post).toMatchObject({ status: 'pending', revision: null })
  for (const path of [postPath(post), `/trashtalk/diskussion/${id}`]) {
    const page = await site.get(path, { headers: asMember(session) })
    const html = await page.text()
    expect(page.status()).toBe(404)
    expect(html).not.toContain('Das liest noch niemand')
    expect(html).toMatch(/<meta name="robots" content="noindex/)
    expect(page.headers()['cache-control'] ?? 'no-store').toMatch(/no-store|no-cache|private/)
  }
})
