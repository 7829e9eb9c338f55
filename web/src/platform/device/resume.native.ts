import { App } from '@capacitor/app'

/** Calls back when the app comes back from the background. Resolves with the way out. */
export async function onResume(listener: () => void): Promise<() => void> {
  const handle = await App.addListener('resume', listener)
  return () => void handle.remove()
}
