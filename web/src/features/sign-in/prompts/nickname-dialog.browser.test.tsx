import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { json, standIn } from '../../../../../tests/support/components/backend.ts'
import { NicknameDialog } from './nickname-dialog.tsx'

test('a name that is taken or against the rules is refused while it is typed; put off, nothing is saved', async () => {
  const { asked } = standIn({
    'POST /rest/v1/rpc/nickname_available': () => json({ available: false, reason: 'taken' }),
  })
  const onClose = vi.fn()
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <NicknameDialog asksAge={false} onClose={onClose} />
    </QueryClientProvider>,
  )
  const field = page.getByRole('textbox', { name: 'Nickname' })
  for (const [name, text] of [
    ['mandy', 'Der Name ist schon weg. Nimm einen anderen.'],
    ['ab', 'Dein Name braucht mindestens 3 Zeichen.'],
    ['Admin', 'So heißt hier nur das Team oder die Seite selbst. Wie wäre es mit „Sofa_schaut“?'],
    ['anna!', 'Nimm nur deutsche Buchstaben, Ziffern, Unterstrich und Punkt.'],
  ] as const) {
    await field.fill(name)
    await expect.element(page.getByRole('dialog')).toMatchTextContent(text)
    await expect.element(field).toBeInvalid()
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(text))
    // Enter says so again, at the field.
    const button = page.getByRole('button', { name: 'Namen speichern' })
    await button.click()
    await expect.element(field).toHaveFocus()
  }
  // The rules are checked without a request.
  expect(asked.map(({ body }) => body)).toEqual([{ p_nickname: 'mandy' }])
  await page.getByRole('button', { name: 'Später' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  [true, { p_nickname: 'klara_klar', p_age_text: 1 }],
  [false, { p_nickname: 'klara_klar' }],
])('with the name one says to be old enough, if that has not been said (asked: %s)', async (asksAge, sent) => {
  const { asked } = standIn({
    'POST /rest/v1/rpc/nickname_available': () => json({ available: true, reason: null }),
    'POST /rest/v1/rpc/set_nickname': () => json({}),
  })
  const onClose = vi.fn()
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <NicknameDialog asksAge={asksAge} onClose={onClose} />
    </QueryClientProvider>,
  )
  const dialog = expect.element(page.getByRole('dialog'))
  const sentence = 'Mit „Namen speichern“ sagst du: Ich bin mindestens 16 Jahre alt.'
  if (asksAge) await dialog.toMatchTextContent(sentence)
  else await dialog.not.toMatchTextContent('mindestens 16')
  await page.getByRole('textbox', { name: 'Nickname' }).fill('klara_klar')
  await page.getByRole('button', { name: 'Namen speichern' }).click()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(asked.find(({ call }) => call === 'POST /rest/v1/rpc/set_nickname')?.body).toEqual(sent)
})
