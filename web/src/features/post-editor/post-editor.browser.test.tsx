import type { PostType } from '@hot/domain/post/kinds'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { setViewer } from '#web/lib/auth/viewer/viewer.ts'
import { forgetDrafts } from '#web/lib/drafts/stored-drafts.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { emptyFields } from './fields/post-fields.ts'
import { CreateEditor } from './post-editor.tsx'
import { writeDraft } from './saving/post-draft.ts'

const write = (type: PostType, title: string) =>
  writeDraft('anna', type, { id: crypto.randomUUID(), fields: { ...emptyFields(), title }, sent: null })

function Page({ asked }: { asked: PostType | null }) {
  const [type, setType] = useState(asked)
  return <CreateEditor type={type} onType={setType} guest="Bitte melde dich an." />
}

beforeEach(() => {
  setViewer({
    state: 'member',
    user: { id: 'anna', email: 'anna@example.org', createdAt: '2026-01-01T00:00:00Z' },
    profile: null,
    role: 'user',
    assurance: { current: 'aal1', next: 'aal1' },
  })
  onTestFinished(() => {
    setViewer({ state: 'guest', role: 'user' })
    forgetDrafts()
  })
})

const title = page.getByRole('textbox', { name: 'Titel' })

test('without a kind the draft written last is open', async () => {
  write('rumor', 'Mandy zieht ein')
  write('poll', 'Wer siegt?')
  await show(<Page asked={null} />)
  await expect.element(title).toHaveValue('Wer siegt?')
  await expect.element(page.getByText('Entwurf wiederhergestellt.')).toBeVisible()
  await expect.element(page.getByText('„Mandy zieht ein“')).toBeVisible()
})

test('under another kind the draft is offered, opened with the focus in it, and what was typed meanwhile stays', async () => {
  write('rumor', 'Mandy zieht ein')
  await show(<Page asked="discussion" />)
  await expect.element(title).toHaveValue('')
  await title.fill('Was schaut ihr?')
  await page.getByRole('button', { name: 'Gerücht weiterschreiben' }).click()
  await expect.element(title).toHaveValue('Mandy zieht ein')
  await expect.element(title).toHaveFocus()
  await page.getByRole('button', { name: 'Diskussion weiterschreiben' }).click()
  await expect.element(title).toHaveValue('Was schaut ihr?')
})
