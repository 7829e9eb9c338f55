import type { Page } from '@playwright/test'
import type { Requests } from '../../support/site/requests.ts'
import { asServer, type Member } from './member.ts'

export const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
export const send = (page: Page) => page.getByRole('button', { name: 'Abschicken', exact: true })
export const preview = (page: Page) => page.getByRole('region', { name: 'Vorschau' })
export const restored = (page: Page) => page.getByText('Entwurf wiederhergestellt.')

/** Title and status of everything a member has stored, past the interface. */
export async function storedPosts(request: Requests, { id }: Member): Promise<{ title: string; status: string }[]> {
  const query = `/rest/v1/community_posts?author_id=eq.${id}&select=title,status`
  return (await request.get(query, { headers: asServer() })).json() as Promise<{ title: string; status: string }[]>
}
