import type { Locator, Page } from '@playwright/test'
import { asServer } from '../../support/site/members.ts'
import type { OpenPost } from '../../support/site/posts.ts'
import type { Requests } from '../../support/site/requests.ts'

/** The stored votes or reactions, by table and column. */
export async function storedVotes(
  request: Requests,
  table: 'rumor_votes' | 'poll_votes' | 'post_reactions' | 'post_stickers' | 'saved_posts',
  { id }: OpenPost,
): Promise<Record<string, string>[]> {
  const answer = await request.get(`/rest/v1/${table}?post_id=eq.${id}`, { headers: asServer() })
  return answer.json() as Promise<Record<string, string>[]>
}

/** Ids of a poll's options, in order. */
export async function pollOptions(request: Requests, { id }: OpenPost): Promise<string[]> {
  const answer = await request.get(`/rest/v1/poll_options?post_id=eq.${id}&select=id&order=position`, {
    headers: asServer(),
  })
  return ((await answer.json()) as { id: string }[]).map((option) => option.id)
}

export const ballot = (page: Page): Locator => page.getByRole('region', { name: 'Abstimmung' })
export const choice = (page: Page, name: string): Locator => ballot(page).getByRole('button', { name, exact: true })

/** The heart or poop button of the post itself, with any count. */
export const reaction = (page: Page, name: 'Herz' | 'Haufen'): Locator =>
  page.locator('article:has(h1) > .reactions').getByRole('button', { name: new RegExp(`^${name}, `) })
