import type { Page } from '@playwright/test'
import { startOpenIdProvider } from '../../../packages/embedded/test/openid/openid-provider.ts'

/** Google and Apple for the journeys: a real OpenID provider in the process that runs them. */
export type SignInProviders = {
  /** What the server must find in its environment to use it. */
  env: Record<string, string>
  close(): Promise<void>
}

/** Starts it for the site whose address this is. */
export async function startSignInProviders(site: string): Promise<SignInProviders> {
  const { oauth, close } = await startOpenIdProvider({ sites: [site] })
  const { google, apple } = oauth
  if (!('clientSecret' in apple)) throw new Error('the provider stands for Apple with a finished secret')
  return {
    env: {
      HOT_GOOGLE_CLIENT_ID: google.clientId,
      HOT_GOOGLE_CLIENT_SECRET: google.clientSecret,
      HOT_GOOGLE_ISSUER: google.issuer ?? '',
      HOT_APPLE_CLIENT_ID: apple.clientId,
      HOT_APPLE_CLIENT_SECRET: apple.clientSecret,
      HOT_APPLE_ISSUER: apple.issuer ?? '',
    },
    close,
  }
}

type Choice = {
  email: string
  name?: string
  /** Whether the provider vouches for the address; default: it does. */
  verified?: boolean
}

const onPage = (page: Page) => page.waitForURL('**/interaction/**')

/** On the provider's page: says who is signing in, and goes on. The same address is the same person. */
export async function chooseAccount(page: Page, { email, name, verified = true }: Choice): Promise<void> {
  await onPage(page)
  await page.getByLabel('E-Mail').fill(email)
  if (name !== undefined) await page.getByLabel('Name').fill(name)
  await page.getByLabel('Adresse ist bestätigt').setChecked(verified)
  await page.getByRole('button', { name: 'Weiter' }).click()
}

/** On the provider's page: changes one's mind. */
export async function cancelSignIn(page: Page): Promise<void> {
  await onPage(page)
  await page.getByRole('button', { name: 'Abbrechen' }).click()
}
