import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../../tests/support/components/show.tsx'
import { AnswerPage } from './answer-page.tsx'

const code = '6f1d8a52-3c1e-4a84-9d3e-0f4b2c7a9b10'
const stored = () => sessionStorage.getItem('hot_post_drafts') ?? ''
const field = () => page.getByLabelText('Deine Antwort')
const open = { case_question: () => ({ state: 'open' as const, question: 'Woher weißt du das?' }) }

afterEach(() => {
  history.replaceState(null, '', location.pathname)
  sessionStorage.clear()
})

/** The page as it is loaded anew. */
const opened = (answers: Parameters<typeof show>[1]) => show(<AnswerPage />, answers, `/impressum#${code}`)

test('a guest’s answer outlives the page, ends with its tab, and goes when it was sent', async () => {
  const first = await opened(open)
  await field().fill('Stand in der Zeitung.')
  await expect.poll(stored).toContain('Stand in der Zeitung.')
  expect(stored(), 'what is stored answers nothing').not.toContain(code)
  // On the device of a guest, which others may use as well, nothing stays.
  expect(localStorage.getItem('hot_post_drafts')).toBeNull()

  await first.screen.unmount()

  await opened({ ...open, answer_case: () => ({ state: 'answered' }) })
  await expect.element(field()).toHaveValue('Stand in der Zeitung.')
  await expect.element(page.getByText(/Das hattest du hier zuletzt getippt/)).toBeVisible()
  await page.getByRole('button', { name: 'Antwort senden' }).click()
  await expect.element(page.getByText('Deine Antwort ist angekommen.')).toBeVisible()
  await expect.poll(stored).toBe('')
})

test('what was sent before the page ended is not kept for another question', async () => {
  sessionStorage.setItem(
    'hot_post_drafts',
    JSON.stringify({ member: null, letters: { [`answer:${code.slice(0, 8)}`]: 'Alt.' } }),
  )
  await opened({ case_question: () => ({ state: 'already', question: null }) })
  await expect.element(page.getByText('Das hast du schon beantwortet.')).toBeVisible()
  await expect.poll(stored).toBe('')
})
