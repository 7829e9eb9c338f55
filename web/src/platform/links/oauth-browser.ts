import type { OAuthBrowser } from './shell-links.native.ts'

/** The in-app browser; null on the website, where the page itself goes to the provider. */
export async function oauthBrowser(): Promise<OAuthBrowser | null> {
  // Spelled out: with a constant of another module, the website's build would include the plugins.
  if (import.meta.env.VITE_SHELL !== 'native') return null
  const { inAppBrowser } = await import('./shell-links.native.ts')
  return inAppBrowser
}
