import { isNative } from '../device/device-info.ts'

/** Browsers keep pages clear of notches themselves; only the native shells have something to set up. */
export const safeAreaNeedsSetup = isNative

/** Prepares the safe area of the native shells. Rejects never: without it the app is merely closer to the edge. */
export async function setUpSafeArea(): Promise<void> {
  if (!isNative) return
  const { measureSafeArea } = await import('./safe-area.native.ts')
  await measureSafeArea()
}
