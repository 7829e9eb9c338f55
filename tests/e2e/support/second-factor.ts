import type { Page } from '@playwright/test'
import { codeAt } from '../../support/site/members.ts'
import { expect } from './journey.ts'

/** The assurance level of this browser's session. */
export const assurance = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const token = JSON.parse(localStorage.getItem('sb-hot-auth-token') ?? '{}').access_token as string
    return JSON.parse(atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).aal as string
  })

/** Sets up an authenticator app as a person does who types the key: name, key, code. */
export async function enrolByHand(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Weiter', exact: true }).click()
  await expect(page.getByAltText('QR-Code für deine Authenticator-App')).toBeVisible()
  await page.getByText('Scannen geht nicht? Schlüssel eintragen').click()
  const secret = ((await page.locator('details code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code aus deiner App').fill(codeAt(secret))
  await page.getByRole('button', { name: 'Einschalten' }).click()
}
