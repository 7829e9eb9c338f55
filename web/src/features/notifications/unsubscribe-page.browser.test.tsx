import { type DigestRhythm, digestRhythm } from '@hot/domain/contract/account/account'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { UnsubscribePage } from './unsubscribe-page.tsx'

const code = '6f1d8a52-3c1e-4a84-9d3e-0f4b2c7a9b10'
const stop = page.getByRole('button', { name: 'Abbestellen' })

afterEach(() => history.replaceState(null, '', location.pathname))

test('ends the mails after a press, and brings them back as they were', async () => {
  history.replaceState(null, '', `#${code}`)
  let rhythm: DigestRhythm = 'weekly'
  await show(<UnsubscribePage />, {
    set_digest_by_code: ({ p_rhythm }) => {
      const former = rhythm
      rhythm = digestRhythm.parse(p_rhythm)
      return { former }
    },
  })
  expect(rhythm, 'opening the link ends nothing').toBe('weekly')
  await stop.click()
  await expect.element(page.getByText('Abbestellt.')).toBeVisible()
  expect(rhythm).toBe('off')
  // The pressed button is gone: the focus is on what has happened.
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^✅Abbestellt\./)
  await page.getByRole('button', { name: 'Doch weiter bekommen' }).click()
  await expect.element(page.getByText('Du bekommst sie weiter.')).toBeVisible()
  expect(rhythm).toBe('weekly')
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^📬Du bekommst sie weiter\./)
})

test('takes the code from the address for mail programs, and says so when it does not know it', async () => {
  history.replaceState(null, '', `?code=${code}`)
  const codes: unknown[] = []
  await show(<UnsubscribePage />, {
    set_digest_by_code: ({ p_code }) => {
      codes.push(p_code)
      return { former: null }
    },
  })
  await stop.click()
  await expect.element(page.getByText('Dieser Link gilt nicht.')).toBeVisible()
  expect(codes).toEqual([code])
})
