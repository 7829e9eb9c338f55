import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { json, refusal, standIn } from '../../../../../tests/support/components/backend.ts'
import { showConfirmationNote } from './confirmation-note.tsx'
import { forgetRegistration, registeredEntry, registeredMail, rememberRegistration } from './registered-entry.ts'

const entry = { email: 'anna@gmx.de', password: 'sommerhaus am see', confirmation: 'sommerhaus am see', inviteCode: '' }
const resend = 'POST /auth/v1/resend'

/** The note above a page, with timers that stand still. */
async function shown(answer = () => json({})) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const backend = standIn({ [resend]: answer })
  const main = document.createElement('main')
  main.id = 'inhalt'
  document.body.append(main)
  onTestFinished(() => {
    vi.useRealTimers()
    forgetRegistration()
    for (const left of document.querySelectorAll('.confirmation-note-place, #inhalt')) left.remove()
  })
  rememberRegistration(entry)
  showConfirmationNote()
  return backend
}
const note = page.getByRole('region', { name: 'Fast drin: Bestätige deine Adresse' })
const again = page.getByRole('button', { name: /^Noch einmal senden/ })

test('says where the mail went and opens its inbox; another one is sent after a minute', async () => {
  const { asked } = await shown()
  await expect.element(note).toMatchTextContent('Die Mail ging an anna@gmx.de.')
  await expect.element(page.getByRole('link', { name: 'GMX öffnen' })).toHaveAttribute('href', 'https://www.gmx.net/')
  await expect.element(again).toHaveAttribute('aria-disabled', 'true')
  await expect.element(again).toHaveTextContent('Noch einmal senden (in 60 s)')
  await vi.advanceTimersByTimeAsync(59_000)
  await expect.element(again).toHaveAttribute('aria-disabled', 'true')
  await vi.advanceTimersByTimeAsync(1000)
  await expect.element(again).not.toHaveAttribute('aria-disabled')
  await again.click()
  await expect.element(note).toMatchTextContent('Noch eine Mail ist unterwegs.')
  expect(asked.find(({ call }) => call === resend)?.body).toMatchObject({ type: 'signup', email: 'anna@gmx.de' })
  await expect.element(again).toHaveAttribute('aria-disabled', 'true')
})

test('a limit is said in a sentence, and the button stays', async () => {
  await shown(() => refusal('over_email_send_rate_limit', 'email rate limit exceeded', 429))
  await vi.advanceTimersByTimeAsync(60_000)
  await again.click()
  await expect.element(note).toMatchTextContent('In der letzten Stunde gingen zu viele Mails raus.')
  await expect.element(again).not.toHaveAttribute('aria-disabled')
})

test('closed, it does not come back; until then it does, without the password on the device', async () => {
  await shown()
  expect(registeredEntry()).toEqual(entry)
  expect(JSON.stringify(localStorage)).not.toContain(entry.password)
  showConfirmationNote()
  await expect.element(note).toBeVisible()
  expect(document.querySelectorAll('.confirmation-note')).toHaveLength(1)
  await page.getByRole('button', { name: 'Hinweis schließen' }).click()
  await expect.element(note).not.toBeInTheDocument()
  showConfirmationNote()
  await expect.element(note).not.toBeInTheDocument()
})

test('is not above the page that the mail leads to, where another button is to be pressed', async () => {
  const before = location.href
  onTestFinished(() => history.replaceState(null, '', before))
  history.replaceState(null, '', '/auth/callback')
  await shown()
  expect(document.querySelector('.confirmation-note-place')).toBeNull()
  history.replaceState(null, '', before)
  showConfirmationNote()
  await expect.element(note).toBeVisible()
})

test('is forgotten after a day', () => {
  rememberRegistration(entry, 0)
  onTestFinished(forgetRegistration)
  expect(registeredMail(86_399_000)).toBe('anna@gmx.de')
  expect(registeredMail(86_401_000)).toBeNull()
})
