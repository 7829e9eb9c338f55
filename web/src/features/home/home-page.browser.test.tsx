import { memberRef } from '@hot/domain/contract/parts'
import { postCard } from '@hot/domain/contract/post'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { foldStore } from '#web/entities/member/folded.ts'
import { FoldBlocked } from '#web/entities/member/ties/blocks.tsx'
import { setViewer, type Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { LeadStory, PollOfDay } from './home-page.tsx'

const now = Date.parse('2026-11-28T18:00:00Z')
const author = exampleOf(memberRef, {
  id: '018f3c5e-0000-7000-8000-000000000001',
  nickname: 'tvnudel',
  slug: 'tvnudel',
})
const rumor = exampleOf(postCard, {
  id: '018f3c5e-0000-7000-8000-000000000002',
  type: 'rumor',
  title: 'Alle sind wieder zusammen',
  slug: 'alle-sind-wieder-zusammen',
  excerpt: 'Heißt es.',
  created_at: '2026-11-28T12:00:00Z',
  author,
  hearts: 1,
  comments: 2,
  votes: 5,
  rumor: { status: 'unverified', agree: 3, disagree: 2 },
})
const options = ['Ja', 'Nein'].map((text, position) => ({ id: `${position}`, text, position, votes: 1 }))
const poll = exampleOf(postCard, { ...rumor, type: 'poll', rumor: null, poll: { options } })
const viewer: Viewer = {
  state: 'member',
  user: { id: 'viewer', email: 'viewer@example.org', createdAt: '2026-01-01T00:00:00Z' },
  profile: null,
  role: 'user',
  assurance: { current: 'aal1', next: 'aal1' },
}

test.each([
  ['the rumor of the day', <LeadStory key="rumor" post={rumor} now={now} />],
  ['the poll of the day', <PollOfDay key="poll" post={poll} now={now} />],
])('%s of a blocked member is folded until it is asked for', async (_, part) => {
  setViewer(viewer)
  onTestFinished(() => {
    setViewer({ state: 'guest', role: 'user' })
    foldStore.set(null)
  })
  await show(
    <>
      <FoldBlocked />
      {part}
    </>,
    { own_blocks: () => [{ member: author, kind: 'block', since: '2026-11-01T00:00:00Z' }] },
  )
  await expect.element(page.getByText('Blockiert')).toBeVisible()
  expect(page.getByText(rumor.title).query()).toBeNull()
  expect(page.getByText(author.nickname).query()).toBeNull()
  await page.getByRole('button', { name: 'anzeigen' }).click()
  await expect.element(page.getByRole('link', { name: rumor.title })).toBeVisible()
})
