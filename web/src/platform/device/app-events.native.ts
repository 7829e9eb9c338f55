import { App } from '@capacitor/app'

/** Calls back with each press of Android's back key, which then does nothing by itself. Resolves with the cleanup function. */
export async function onBackButton(listener: () => void): Promise<() => void> {
  const handle = await App.addListener('backButton', listener)
  return () => void handle.remove()
}

/** Moves the app to the background, as Android does on an app's first page; returning restores its state. */
export const leaveApp = (): Promise<void> => App.minimizeApp()

/** Calls back when the app comes back from the background. Resolves with the cleanup function. */
export async function onResume(listener: () => void): Promise<() => void> {
  const handle = await App.addListener('resume', listener)
  return () => void handle.remove()
}
