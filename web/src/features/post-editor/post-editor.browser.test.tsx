import { ownPostPage } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/post/kinds'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setViewer } from '#web/lib/auth/viewer/viewer.ts'
import { forgetDrafts } from '#web/lib/drafts/stored-drafts.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { emptyFields } from './fields/post-fields.ts'
import { CreateEditor, EditEditor } from './post-editor.tsx'
import { writeDraft } from './saving/post-draft.ts'

const write = (type: PostType, title: string) =>
  writeDraft('anna', type, { id: crypto.randomUUID(), fields: { ...emptyFields(), title }, sent: null, seen: null })

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

test('a post that was changed meanwhile is shown beside what was typed, which goes out once that was seen', async () => {
  const post = exampleOf(ownPostPage.unwrap(), {
    id: '018f3c5e-0000-7000-8000-000000000001',
    type: 'discussion',
    title: 'Was schaut ihr?',
    slug: 'was-schaut-ihr',
    status: 'approved',
    created_at: '2026-06-01T12:00:00Z',
    content: 'Ich die Insel.',
  })
  let stored = post
  const sent: unknown[] = []
  const { address } = await show(<EditEditor id={post.id} guest="Bitte melde dich an." />, {
    own_post: () => stored,
    update_post: (given) => {
      sent.push(given.p_seen)
      const seen = given.p_seen as unknown as { content: string }
      if (seen.content !== stored.content)
        return Response.json({ code: '23514', hint: 'changed_meanwhile', message: 'geändert' }, { status: 400 })
      return {
        id: post.id,
        type: post.type,
        slug: post.slug,
        created_at: post.created_at,
        status: 'approved',
        revision: null,
      }
    },
  })
  await page.getByRole('textbox', { name: 'Worum geht’s?' }).fill('Ich den Dschungel.')
  stored = { ...post, content: 'Ich nichts mehr.' }
  await page.getByRole('button', { name: 'Änderungen abschicken' }).click()
  const panel = page.getByRole('region', { name: 'Der Beitrag hat sich inzwischen geändert' })
  await expect.element(panel.getByText('Ich nichts mehr.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Worum geht’s?' })).toHaveValue('Ich den Dschungel.')
  await panel.getByRole('button', { name: 'Mit dieser weiterschreiben' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Worum geht’s?' })).toHaveValue('Ich nichts mehr.')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await page.getByRole('button', { name: 'Änderungen abschicken' }).click()
  await panel.getByRole('button', { name: 'Meine Fassung abschicken' }).click()
  await expect.poll(address).toContain('was-schaut-ihr')
  expect(sent).toMatchObject([
    { content: 'Ich die Insel.' },
    { content: 'Ich die Insel.' },
    { content: 'Ich nichts mehr.' },
  ])
})

test('a long title is shown whole, in one line of text, and Enter goes on', async () => {
  await page.viewport(390, 844)
  await show(<Page asked="discussion" />)
  const field = title.element() as HTMLTextAreaElement
  const oneLine = field.clientHeight
  await title.fill('Was haltet ihr eigentlich davon,\ndass die Neue im Sommerhaus jetzt schon wieder auszieht?')
  await expect
    .element(title)
    .toHaveValue('Was haltet ihr eigentlich davon, dass die Neue im Sommerhaus jetzt schon wieder auszieht?')
  expect(field.clientHeight).toBeGreaterThan(oneLine)
  expect(field.scrollHeight).toBeLessThanOrEqual(field.clientHeight)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Worum geht’s?' })).toHaveFocus()
  await expect.element(title).not.toHaveValue(expect.stringContaining('\n'))
})

test('sensitive subjects stand behind a switch with their rule, and the choice is compulsory', async () => {
  await show(<Page asked="rumor" />)
  const group = page.getByRole('group', { name: 'Worum geht es? (Pflichtangabe)' })
  await expect.element(group).toBeVisible()
  const named = () =>
    group
      .getByRole('radio')
      .elements()
      .map((radio) => radio.closest('label')?.textContent)
  expect(named()).toEqual(['Show', 'Beziehung', 'Job und Geld'])
  const sensitive = group.getByRole('switch', { name: /^Heikles Thema/ })
  const rule = group.getByText('Das liest erst jemand vom Team')
  await sensitive.click()
  await expect.element(rule).toBeVisible()
  expect(named()).toHaveLength(7)
  await group.getByRole('radio', { name: 'Straftaten' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Quelle', exact: true })).toBeVisible()
  // Off again, nothing sensitive stays chosen unseen.
  await sensitive.click()
  await expect.element(rule).not.toBeInTheDocument()
  expect(group.getByRole('radio', { checked: true }).elements()).toHaveLength(0)
  await sensitive.click()
  await group.getByRole('radio', { name: 'Show' }).click()
  await expect.element(sensitive).not.toBeChecked()
  expect(named()).toHaveLength(3)
})

test('on a phone sending and the preview are in reach wherever one is in the form', async () => {
  await page.viewport(390, 844)
  await show(<Page asked="rumor" />)
  const send = page.getByRole('button', { name: 'Abschicken' })
  const turn = page.getByRole('button', { name: 'Vorschau' })
  await title.fill('Zieht da wer aus?')
  for (const top of [0, 10_000]) {
    window.scrollTo(0, top)
    await expect.element(send).toBeInViewport({ ratio: 1 })
    await expect.element(turn).toBeInViewport({ ratio: 1 })
  }
  const preview = page.getByRole('region', { name: 'Vorschau' })
  await expect.element(preview).not.toBeInTheDocument()
  await turn.click()
  await expect.element(preview.getByRole('heading', { name: 'Zieht da wer aus?' })).toBeInViewport()
  await expect.element(title).not.toBeInTheDocument()
  // What is missing is shown at the fields.
  await send.click()
  await expect.element(page.getByText('Schreib noch, worum es geht.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Was hast du gehört?' })).toHaveFocus()
})
