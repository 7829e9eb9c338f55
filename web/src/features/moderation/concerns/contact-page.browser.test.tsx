import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../../tests/support/components/show.tsx'
import { ContactPage } from './contact-page.tsx'

const main = page.elementLocator(document.body)
const sent = { state: 'sent' as const, reference: 'M-12345678', due: '2026-12-29' }

async function fill(): Promise<void> {
  await page.getByLabelText('Deine Nachricht').fill('Wann kommt die App?')
  await page.getByLabelText('Dein Name').fill('Kim Muster')
  await page.getByLabelText('Deine E-Mail-Adresse').fill(' kim@agentur.example ')
  await page.getByRole('button', { name: 'Abschicken' }).click()
}

test('where nothing would reach anybody the page says so, and where to turn, instead of a form', async () => {
  await show(<ContactPage isOpen={false} />, {})
  await expect.element(main).toMatchTextContent('Das Formular kann gerade keine Nachricht verschicken.')
  await expect.element(page.getByRole('link', { name: 'Zum Impressum' })).toHaveAttribute('href', '/impressum')
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('what was written goes out once, and its sender is told number, address and day', async () => {
  const asked: object[] = []
  await show(<ContactPage isOpen />, {
    contact_operator: (given) => {
      asked.push(given)
      return sent
    },
  })
  await fill()
  await expect.element(main).toMatchTextContent('Deine Nachricht ist da.')
  await expect.element(main).toMatchTextContent('M-12345678')
  await expect.element(main).toMatchTextContent('kim@agentur.example, spätestens am 29. Dezember 2026')
  expect(asked).toMatchObject([{ p_name: 'Kim Muster', p_email: 'kim@agentur.example', p_text: 'Wann kommt die App?' }])
})

test.each([null, true])('a refusal is said, and what was typed stays (known to be open: %s)', async (isOpen) => {
  await show(<ContactPage isOpen={isOpen} />, {
    contact_operator: () => Response.json({ code: '23514', hint: 'contact_closed', message: 'zu' }, { status: 400 }),
  })
  await fill()
  await expect.element(main).toMatchTextContent('Das Formular kann gerade keine Nachricht verschicken.')
  await expect.element(page.getByLabelText('Deine Nachricht')).toHaveValue('Wann kommt die App?')
})
