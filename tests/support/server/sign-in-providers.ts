import { startOpenIdProvider } from '../../../packages/embedded/test/openid/openid-provider.ts'

/** Google and Apple for tests: a real OpenID provider in the test process. */
export type SignInProviders = {
  /** Environment variables with which the server uses it. */
  env: Record<string, string>
  close(): Promise<void>
}

/** Starts it for the site at this address. */
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
