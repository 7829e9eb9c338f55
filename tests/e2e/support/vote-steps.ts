import type { Locator, Page } from '@playwright/test'
import type { Requests } from '../../support/site/requests.ts'
import { asServer, expect, type Member } from './member.ts'

export type OpenPost = { id: string; path: string }
type Kind = 'rumor' | 'poll'
const lists = { rumor: 'geruechte', poll: 'umfragen' }

async function add<Row>(request: Requests, table: string, data: object): Promise<Row[]> {
  const answer = await request.post(`/rest/v1/${table}`, {
    headers: { ...asServer(), prefer: 'return=representation' },
    data,
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json() as Promise<Row[]>
}

/** A rumor or poll of its own, approved, on which nobody has voted. `wishes` are columns. */
export async function newPost(request: Requests, author: Member, type: Kind, wishes: object = {}): Promise<OpenPost> {
  const [post] = await add<{ id: string; slug: string }>(request, 'community_posts', {
    type,
    title: `Was stimmt bei ${author.nickname}?`,
    content: 'Sagt ihr es mir.',
    author_id: author.id,
    status: 'approved',
    // Noon, so that the day of its address is the same everywhere.
    created_at: '2026-11-20T12:00:00Z',
    ...wishes,
  })
  if (!post) throw new Error('no post was made')
  if (type === 'poll')
    await add(
      request,
      'poll_options',
      ['Sofa', 'Zeitlupe', 'Beides'].map((text, index) => ({ post_id: post.id, text, position: index + 1 })),
    )
  return { id: post.id, path: `/trashtalk/${lists[type]}/2026/11/20/${post.slug}` }
}

/** What the database holds of votes or reactions, by table and column. */
export async function storedMarks(
  request: Requests,
  table: 'rumor_votes' | 'poll_votes' | 'post_reactions',
  { id }: OpenPost,
): Promise<Record<string, string>[]> {
  const answer = await request.get(`/rest/v1/${table}?post_id=eq.${id}`, { headers: asServer() })
  return answer.json() as Promise<Record<string, string>[]>
}

/** Ids of a poll's options, in their order. */
export async function pollOptions(request: Requests, { id }: OpenPost): Promise<string[]> {
  const answer = await request.get(`/rest/v1/poll_options?post_id=eq.${id}&select=id&order=position`, {
    headers: asServer(),
  })
  return ((await answer.json()) as { id: string }[]).map((option) => option.id)
}

export const ballot = (page: Page): Locator => page.getByRole('region', { name: 'Abstimmung' })
export const choice = (page: Page, name: string): Locator => ballot(page).getByRole('button', { name, exact: true })

/** Heart or poop of the post itself, with any count. */
export const reaction = (page: Page, name: 'Herz' | 'Haufen'): Locator =>
  page.locator('article:has(h1) > .reactions').getByRole('button', { name: new RegExp(`^${name}, `) })
