import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { lostAnswer } from '../../../tests/support/web/lost-answer.ts'
import AdminArea from './admin-area.tsx'
import { outbox } from './decisions/outbox.ts'

vi.mock('./screens.ts', async (original) => ({
  ...(await original<object>()),
  screenAt: () => ({
    screen: { path: 'posts', title: 'Beiträge', load: () => Promise.reject(lostAnswer()) },
    id: '',
  }),
}))

test('a screen that cannot be loaded leaves what was decided and is not stored in sight', async () => {
  outbox.set([
    {
      id: 'one',
      userId: 'mod',
      kind: 'ban',
      args: { p_id: 'x', p_days: 7, p_reason: 'Spam' },
      facts: { action: 'ban', type: 'profile', name: 'tvnudel' },
      targets: ['profile:x'],
      failure: 'Keine Verbindung.',
      dropped: false,
    },
  ])
  onTestFinished(() => outbox.set([]))
  await show(
    <AdminArea
      userId="mod"
      assurance="aal2"
      away={false}
      path="/admin/posts"
      enrolment={null}
      errorScreen={() => <h1>Offline</h1>}
    />,
    {
      is_admin: () => false,
      is_moderator: () => true,
      admin_badges: () => ({ posts: 0, reports: 0, appeals: 0, comments: 0, stars: 0, concerns: 0 }),
      admin_pending_decisions: () => ({ now: '2026-11-28T18:00:00Z', items: [] }),
    },
  )
  await expect.element(page.getByRole('heading', { name: 'Offline' })).toBeVisible()
  await expect.element(page.getByText('Noch nicht gespeichert:')).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Admin' }).first()).toBeVisible()
})
