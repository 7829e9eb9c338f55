import type { Page } from '@playwright/test'

type Choice = {
  email: string
  name?: string
  /** Whether the provider has verified the address; default: it has. */
  verified?: boolean
}

const onPage = (page: Page) => page.waitForURL('**/interaction/**')

/** On the provider's page: enters an identity and continues. The same address is the same person. */
export async function chooseAccount(page: Page, { email, name, verified = true }: Choice): Promise<void> {
  await onPage(page)
  await page.getByLabel('E-Mail').fill(email)
  if (name !== undefined) await page.getByLabel('Name').fill(name)
  await page.getByLabel('Adresse ist bestätigt').setChecked(verified)
  await page.getByRole('button', { name: 'Weiter' }).click()
}

/** On the provider's page: cancels. */
export async function cancelSignIn(page: Page): Promise<void> {
  await onPage(page)
  await page.getByRole('button', { name: 'Abbrechen' }).click()
}
