import type { Browser, Page } from '@playwright/test'
import { asServer, type Member, registerMember } from '../../support/site/members.ts'
import type { OpenPost } from '../../support/site/posts.ts'
import type { Requests } from '../../support/site/requests.ts'
import { comesBack, visit } from './journey.ts'
import { expect, signIn } from './member.ts'

/** The stored texts of a post's comments. */
export async function stored(request: Requests, post: OpenPost): Promise<string[]> {
  const answer = await request.get(`/rest/v1/comments?post_id=eq.${post.id}&select=content&order=created_at`, {
    headers: asServer(),
  })
  return ((await answer.json()) as { content: string }[]).map(({ content }) => content)
}

/** Changes a row as the server does; `row` as `profiles?id=eq.…`. */
export async function change(request: Requests, row: string, data: object): Promise<void> {
  const answer = await request.patch(`/rest/v1/${row}`, { headers: asServer(), data })
  expect(answer.status(), await answer.text()).toBe(204)
}

/** Another browser with another member on the same post. */
export async function another(browser: Browser, path: string): Promise<{ page: Page; member: Member }> {
  const context = await comesBack(await browser.newContext())
  const page = await context.newPage()
  const member = await registerMember(page.request)
  await signIn(page, member)
  await visit(page, path)
  return { page, member }
}

export const region = (page: Page) => page.getByRole('region', { name: /^\d+ Kommentare?$/ })
/** A comment by its text; the innermost one, since replies are nested. */
export const comment = (page: Page, text: string) => region(page).getByRole('article').filter({ hasText: text }).last()
/**
 * Shows a comment that arrived. After more than ten changes in a second the page reloads the list, and the comment is
 * already shown.
 */
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
