import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { asMember } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'
import { visit } from './journey.ts'
import { expect } from './member.ts'
import type { Actor, WrittenPost } from './notification-steps.ts'

/** A rumor of a new member: it waits for approval. */
export async function writeRumor(request: Requests, author: Actor, source = ''): Promise<WrittenPost> {
  const id = randomUUID()
  const title = `Zieht Rico ein? ${id.slice(0, 8)}`
  const written = await request.post('/rest/v1/rpc/create_post', {
    headers: asMember(author.session),
    data: {
      p_id: id,
      p_type: 'rumor',
      p_title: title,
      p_content: 'Mehr weiß ich auch nicht.',
      p_source_url: source,
    },
  })
  expect(written.status(), await written.text()).toBe(200)
  const { slug, created_at } = (await written.json()) as { slug: string; created_at: string }
  const day = new Date(created_at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }).replaceAll('-', '/')
  return { id, title, path: `/trashtalk/geruechte/${day}/${slug}` }
}

/** What a second moderator does at the same time, directly at the backend. */
export async function decideElsewhere(
  request: Requests,
  staff: Actor,
  post: WrittenPost,
  decision: 'approve' | 'reject' | 'delete',
  reason: string | null = null,
): Promise<void> {
  const headers = asMember(staff.session)
  const [seen] = (await (
    await request.get(`/rest/v1/community_posts?id=eq.${post.id}&select=updated_at`, { headers })
  ).json()) as { updated_at: string }[]
  const done = await request.post('/rest/v1/rpc/admin_decide_posts', {
    headers,
    data: { p_ids: [post.id], p_seen: [seen?.updated_at], p_decision: decision, p_reason: reason },
  })
  expect(await done.json()).toMatchObject([{ outcome: 'done' }])
}

/** The row of a post in the list of a tab, found by its title. */
export async function openPost(page: Page, post: WrittenPost, tab = '') {
  await visit(page, `/admin/posts?q=${encodeURIComponent(post.title)}${tab && `&status=${tab}`}`)
  const row = page.getByRole('article', { name: post.title })
  await expect(row).toBeVisible()
  return row
}

/** Carries out what was decided last, instead of waiting for ten seconds. */
export async function carryOutNow(page: Page): Promise<void> {
  const sent = page.waitForResponse((answer) => answer.url().includes('/rpc/admin_decide_now'))
  await page
    .getByRole('button', { name: /^Jetzt ausführen/ })
    .last()
    .click()
  expect((await sent).status()).toBe(200)
}

/** Carries out what was decided, and goes on to another screen. */
export async function leaveForArchive(page: Page): Promise<void> {
  await carryOutNow(page)
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Archiv' }).click()
}
