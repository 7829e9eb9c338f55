import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import type { LinkSource } from './deep-link.ts'

export const shellLinks: LinkSource = {
  launchLink: async () => (await App.getLaunchUrl())?.url,
  async onLink(listener) {
    const handle = await App.addListener('appUrlOpen', ({ url }) => listener(url))
    return () => void handle.remove()
  },
  openOutside: (url) => Browser.open({ url }),
}
