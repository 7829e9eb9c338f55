import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../../tests/support/components/show.tsx'
import ReportDialog from './report-dialog.tsx'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const post = { type: 'post', id: '00000000-0000-4000-8000-000000000010' } as const

/** A guest's report of illegal content, and what is sent. */
async function report(state: 'confirm' | 'received') {
  const sent: Record<string, unknown>[] = []
  await show(<ReportDialog target={post} onClose={() => {}} />, {
    report_content: (given) => {
      sent.push(given as Record<string, unknown>)
      return { state }
    },
  })
  await page.getByLabelText('Grund').selectOptions('Illegaler Inhalt')
  return sent
}
const send = () => page.getByRole('button', { name: 'Melden' }).click()
const goodFaith = page.getByRole('checkbox', { name: /in gutem Glauben/ })

test('illegal content is reported with what is illegal about it', async () => {
  const sent = await report('confirm')
  await page.getByLabelText('Dein Name').fill('Gerda Gast')
  await page.getByLabelText('Deine E-Mail-Adresse').fill('gerda@example.org')
  await goodFaith.click()
  await send()
  await expect.element(page.getByText(/^Schreib, was daran rechtswidrig ist/)).toBeVisible()
  await page.getByLabelText('Was ist daran rechtswidrig?').fill('Ruft zu Gewalt auf.')
  await send()
  await expect.element(page.getByText('Danke, das Team sieht es schon.')).toBeVisible()
  expect(sent).toMatchObject([{ p_good_faith: true, p_child_abuse: false, p_details: 'Ruft zu Gewalt auf.' }])
})

test('the abuse of children is reported by nobody in particular', async () => {
  const sent = await report('received')
  await send()
  await expect.element(page.getByText('Gib deinen Namen an.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Es zeigt den Missbrauch von Kindern' }).click()
  await expect.element(page.getByText(/weder Namen noch Adresse/)).toBeVisible()
  await expect.element(page.getByText('Gib deinen Namen an.')).not.toBeInTheDocument()
  await send()
  await expect.element(page.getByText('Ohne diese Erklärung können wir die Meldung nicht annehmen.')).toBeVisible()
  await goodFaith.click()
  await send()
  await expect.element(page.getByText(/Ohne Adresse können wir dir nicht schreiben/)).toBeVisible()
  expect(sent).toMatchObject([{ p_child_abuse: true, p_name: null, p_email: null, p_details: null }])
})
