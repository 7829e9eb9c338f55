import type { APIRequestContext, Page } from '@playwright/test'
import { asServer, expect, type Member } from './member.ts'

export const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
export const send = (page: Page) => page.getByRole('button', { name: 'Abschicken', exact: true })
export const preview = (page: Page) => page.getByRole('region', { name: 'Vorschau' })
export const restored = (page: Page) => page.getByText('Entwurf wiederhergestellt.')

/** Title and status of everything a member has stored, past the interface. */
export async function storedPosts(
  request: APIRequestContext,
  { id }: Member,
): Promise<{ title: string; status: string }[]> {
  const query = `/rest/v1/community_posts?author_id=eq.${id}&select=title,status`
  return (await request.get(query, { headers: asServer() })).json()
}

export async function setProfile(request: APIRequestContext, { id }: Member, data: object): Promise<void> {
  const done = await request.patch(`/rest/v1/profiles?id=eq.${id}`, { headers: asServer(), data })
  expect(done.status(), await done.text()).toBe(204)
}
