import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setViewer } from '#web/lib/auth/viewer/viewer.ts'
import { forgetInvite, storeInvite } from '#web/platform/storage/pending-invite.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { InvitePanel } from './invite-panel.tsx'

const member = (createdAt: string) =>
  setViewer({
    state: 'member',
    user: { id: 'u', email: 'anna@gmx.de', createdAt },
    profile: null,
    role: 'user',
    assurance: { current: 'aal1', next: 'aal1' },
  })
beforeEach(forgetInvite)

test('who has just joined is welcomed with a next step, and not told to pass on the code they used', async () => {
  member(new Date().toISOString())
  storeInvite('HTHT2345')
  await show(<InvitePanel />)
  await expect.element(page.getByRole('heading', { name: 'Willkommen bei HoT!' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Stars bewerten' })).toHaveAttribute('href', '/stars/voting')
  await expect.element(page.getByRole('status')).toMatchTextContent('Deine Einladung hat geklappt.')
})

test.each([
  ['valid', 'Der Code gilt noch: Gib ihn an jemanden weiter, der noch fehlt.'],
  ['used', 'Dieser Code ist verbraucht.'],
  ['expired', 'Dieser Code ist abgelaufen.'],
  ['unknown', 'Eine Einladung brauchst du nicht mehr.'],
] as const)('a member of old follows a code that is %s', async (state, text) => {
  member('2026-01-01T00:00:00Z')
  storeInvite('HTHT2345')
  await show(<InvitePanel />, { check_invite: () => ({ state }) })
  await expect.element(page.getByRole('heading', { name: 'Du bist schon dabei' })).toBeVisible()
  await expect.element(page.getByRole('status')).toMatchTextContent(text)
})

test('without a code nothing is said about one', async () => {
  member('2026-01-01T00:00:00Z')
  await show(<InvitePanel />)
  await expect.element(page.getByRole('status')).toMatchTextContent('Eine Einladung brauchst du nicht mehr.')
})
