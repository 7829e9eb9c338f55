import type { Browser, Page } from '@playwright/test'
import type { Requests } from '../../support/site/requests.ts'
import { comesBack, visit } from './journey.ts'
import { asServer, expect, type Member, registerMember, signIn } from './member.ts'

export type OpenPost = { id: string; path: string }

/** A discussion of its own, approved, without a comment. */
export async function newPost(request: Requests, author: Member): Promise<OpenPost> {
  const answer = await request.post('/rest/v1/community_posts?select=id,slug', {
    headers: { ...asServer(), prefer: 'return=representation' },
    data: {
      type: 'discussion',
      title: `Worüber reden wir bei ${author.nickname}?`,
      content: 'Los.',
      author_id: author.id,
      status: 'approved',
      // Noon, so that the day of its address is the same everywhere.
      created_at: '2026-11-20T12:00:00Z',
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const [post] = (await answer.json()) as [{ id: string; slug: string }]
  return { id: post.id, path: `/trashtalk/diskussionen/2026/11/20/${post.slug}` }
}

type Written = { content: string; created_at?: string; parent_id?: string }

/** Comments that are there already, in the order given; answers their ids. */
export async function addComments(request: Requests, post: OpenPost, author: Member, rows: Written[]) {
  const answer = await request.post('/rest/v1/comments?select=id', {
    headers: { ...asServer(), prefer: 'return=representation' },
    data: rows.map((row) => ({ post_id: post.id, author_id: author.id, ...row })),
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
}

/** What of a text the database holds. */
export async function stored(request: Requests, post: OpenPost): Promise<string[]> {
  const answer = await request.get(`/rest/v1/comments?post_id=eq.${post.id}&select=content&order=created_at`, {
    headers: asServer(),
  })
  return ((await answer.json()) as { content: string }[]).map(({ content }) => content)
}

/** What the server changes meanwhile: `row` as `profiles?id=eq.…`. */
export async function change(request: Requests, row: string, data: object): Promise<void> {
  const answer = await request.patch(`/rest/v1/${row}`, { headers: asServer(), data })
  expect(answer.status(), await answer.text()).toBe(204)
}

/** Another browser with another member, who looks at the same post. */
export async function another(browser: Browser, path: string): Promise<{ page: Page; member: Member }> {
  const context = await comesBack(await browser.newContext())
  const page = await context.newPage()
  const member = await registerMember(page.request)
  await signIn(page, member)
  await visit(page, path)
  return { page, member }
}

export const region = (page: Page) => page.getByRole('region', { name: /^\d+ Kommentare?$/ })
/** A comment by its text, without its replies' controls in the way. */
export const comment = (page: Page, text: string) => region(page).getByRole('article').filter({ hasText: text }).last()
/** Shows a comment that arrived. With more than ten changes in a second the page fetches them: then it is in place already. */
export async function showNew(reader: Page, text: string): Promise<void> {
  const waiting = region(reader).getByRole('button', { name: '1 neuen Kommentar zeigen' })
  await expect(waiting.or(comment(reader, text)).first()).toBeVisible()
  if (await waiting.isVisible()) await waiting.click()
}
export const field = (page: Page, name: string | RegExp = 'Dein Kommentar') =>
  region(page).getByRole('textbox', { name })

export async function write(page: Page, text: string): Promise<void> {
  await region(page)
    .getByRole('button', { name: /^Kommentar (weiter)?schreiben$/ })
    .click()
  await field(page).fill(text)
  await field(page).press('Control+Enter')
}
