/** What signing in through a provider needs of the native shell. */
export type OAuthBrowser = {
  /** The address the provider's page leads back to: the app's id is the scheme of its links. */
  returnAddress(): Promise<string>
  open(url: string): Promise<void>
  /** Closing what is closed already is fine. */
  close(): Promise<void>
  /** Calls back with every link that opens the app. Resolves with the way out. */
  onLink(listener: (url: string) => void): Promise<() => void>
  /** Calls back when the person closes the browser. Resolves with the way out. */
  onClosed(listener: () => void): Promise<() => void>
}

/** The in-app browser; null on the website, where the page itself goes to the provider. */
export async function oauthBrowser(): Promise<OAuthBrowser | null> {
  // Spelled out, because a constant of another module comes too late: the website's build would carry the plugins.
  if (import.meta.env.VITE_SHELL !== 'native') return null
  const { inAppBrowser } = await import('./oauth-browser.native.ts')
  return inAppBrowser
}
