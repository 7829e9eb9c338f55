import type { OwnProfile } from '@hot/domain/contract/account/account'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { setViewer } from '#web/lib/auth/viewer/viewer.ts'
import { show } from '../../../../../tests/support/components/show.tsx'
import { MemberProvider } from '../account-layout.tsx'
import { ProfileEditPage } from './profile-page.tsx'

const profile = { id: 'anna', nickname: 'anna', slug: 'anna', bio: 'Alt', avatar_url: null } as OwnProfile

test('a name or bio that another tab has stored is not taken back by a form that still has the old one', async () => {
  const viewer = {
    state: 'member' as const,
    user: { id: 'anna', email: 'anna@example.org', createdAt: '2026-01-01T00:00:00Z' },
    profile: null,
    role: 'user' as const,
    assurance: { current: 'aal1' as const, next: 'aal1' as const },
  }
  setViewer(viewer)
  onTestFinished(() => setViewer({ state: 'guest', role: 'user' }))
  let stored = profile
  const renamed: string[] = []
  const part = (
    <MemberProvider value={viewer}>
      <ProfileEditPage />
    </MemberProvider>
  )
  await show(part, {
    account_page: () => ({ profile: stored }) as never,
    own_profile: () => stored,
    nickname_available: () => ({ available: true, reason: null }),
    set_nickname: ({ p_nickname = '' }) => {
      renamed.push(p_nickname)
      return stored
    },
    update_own_profile: ({ p_bio = '', p_seen }) => {
      const seen = p_seen as unknown as { bio: string }
      if (seen.bio !== stored.bio)
        return Response.json({ code: '23514', hint: 'changed_meanwhile', message: 'geändert' }, { status: 400 })
      stored = { ...stored, bio: p_bio }
      return stored
    },
  })
  const bio = page.getByRole('textbox', { name: 'Bio' })
  await expect.element(bio).toHaveValue('Alt')
  stored = { ...profile, nickname: 'anna.neu', bio: 'Aus dem anderen Tab' }
  await bio.fill('Aus diesem Tab')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByText(/eine andere Bio gespeichert: „Aus dem anderen Tab“/)).toBeVisible()
  await expect.element(bio).toHaveValue('Aus diesem Tab')
  expect(stored.bio).toBe('Aus dem anderen Tab')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => stored.bio).toBe('Aus diesem Tab')
  expect(renamed).toEqual([])
})
