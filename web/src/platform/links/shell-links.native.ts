import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import type { LinkSource } from './deep-link.ts'

/** What sign-in through a provider needs from the native shell. */
export type OAuthBrowser = {
  /** The URL the provider redirects to; its scheme is the app's id. */
  returnAddress(): Promise<string>
  open(url: string): Promise<void>
  /** Does nothing when it is already closed. */
  close(): Promise<void>
  /** Calls back with every link that opens the app. Resolves with the cleanup. */
  onLink(listener: (url: string) => void): Promise<() => void>
  /** Calls back when the person closes the browser. Resolves with the cleanup. */
  onClosed(listener: () => void): Promise<() => void>
}

/** The native app redirects to a deep link with this path. */
const returnPath = 'oauth/callback'

export const inAppBrowser: OAuthBrowser = {
  returnAddress: async () => `${(await App.getInfo()).id}://${returnPath}`,
  open: (url) => Browser.open({ url }),
  async close() {
    try {
      await Browser.close()
    } catch {
      // Already closed by the person or the return link.
    }
  },
  async onLink(listener) {
    const handle = await App.addListener('appUrlOpen', ({ url }) => listener(url))
    return () => void handle.remove()
  },
  async onClosed(listener) {
    const handle = await Browser.addListener('browserFinished', listener)
    return () => void handle.remove()
  },
}

export const shellLinks: LinkSource = {
  launchLink: async () => (await App.getLaunchUrl())?.url,
  async onLink(listener) {
    const handle = await App.addListener('appUrlOpen', ({ url }) => listener(url))
    return () => void handle.remove()
  },
  openOutside: (url) => Browser.open({ url }),
}
