import type { Page } from '@playwright/test'

/** The site under a name: browsers take no IP address for passkeys. */
export const namedSite = (process.env.HOT_E2E_URL ?? '').replace('127.0.0.1', 'localhost')

export type Device = {
  /** How many credentials it holds. */
  held: () => Promise<number>
  /** From now on its user is not recognised: a wrong finger. */
  lock: () => Promise<void>
  /** Whether its user confirms at once what a page asks. */
  attend: (isThere: boolean) => Promise<void>
}

/** A device with a fingerprint sensor that confirms by itself (Chrome DevTools Protocol, WebAuthn). */
export async function plugIn(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    held: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    lock: async () => void (await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })),
    attend: async (enabled) =>
      void (await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
  }
}
