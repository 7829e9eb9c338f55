import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import type { OAuthBrowser } from './oauth-browser.ts'

/** The native app redirects to a deep link with this path. */
const returnPath = 'oauth/callback'

export const inAppBrowser: OAuthBrowser = {
  returnAddress: async () => `${(await App.getInfo()).id}://${returnPath}`,
  open: (url) => Browser.open({ url }),
  async close() {
    try {
      await Browser.close()
    } catch {
      // Nothing is left to close: the person did, or the link back.
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
