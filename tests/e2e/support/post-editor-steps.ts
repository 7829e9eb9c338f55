import type { Page } from '@playwright/test'
import { asServer, type Member } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'

export const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
export const send = (page: Page) => page.getByRole('button', { name: 'Abschicken', exact: true })
export const preview = (page: Page) => page.getByRole('region', { name: 'Vorschau' })
export const restored = (page: Page) => page.getByText('Entwurf wiederhergestellt.')

/** Title and status of all stored posts of a member, read from the database. */
export async function storedPosts(request: Requests, { id }: Member): Promise<{ title: string; status: string }[]> {
  const query = `/rest/v1/community_posts?author_id=eq.${id}&select=title,status`
  return (await request.get(query, { headers: asServer() })).json() as Promise<{ title: string; status: string }[]>
}
