import { authStartOverallMs } from '@hot/domain/auth/timing'
import { isNative } from '../device/device.ts'

type Ending = {
  /** Services the app needs before it can show anything. */
  services: readonly Promise<unknown>[]
  hide: () => Promise<void>
  /** Calls back after this many milliseconds; returns the cancel function. */
  after: (ms: number, callback: () => void) => () => void
}

/**
 * Hides the splash screen once the services are initialised or have failed, which is
 * only logged. A service that never settles delays it at most as long as sign-in may delay the start.
 */
export async function endSplash({ services, hide, after }: Ending): Promise<void> {
  let forget = () => {}
  const impatience = new Promise<void>((resolve) => {
    forget = after(authStartOverallMs, resolve)
  })
  try {
    await Promise.race([Promise.all(services), impatience])
  } catch (error) {
    console.error(error)
  }
  forget()
  await hide()
}

/** Browsers keep pages clear of notches themselves; only the native shells have something to set up. */
export const safeAreaNeedsSetup = isNative

/** Prepares the safe area of the native shells. Never rejects: without it the app only gets too close to the edges. */
export async function setUpSafeArea(): Promise<void> {
  if (!isNative) return
  const { measureSafeArea } = await import('./start-screen.native.ts')
  await measureSafeArea()
}
