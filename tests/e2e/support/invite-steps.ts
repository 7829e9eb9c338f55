import type { Locator, Page } from '@playwright/test'
import { asServer } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'
import { expect } from './wire.ts'

export const codeField = (page: Page): Locator => page.getByRole('textbox', { name: 'Einladungscode' })

/** A code that works once, as the admin area creates them. */
export async function newInvite(request: Requests, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await request.post('/rest/v1/invites?select=code', {
    headers: { ...asServer(), prefer: 'return=representation' },
    data: { max_uses: 1, ...more },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const [row] = (await answer.json()) as { code: string }[]
  return row?.code ?? ''
}
