import { authStartOverallMs } from '@hot/domain/auth/timing'
import { isNative } from '../device/device.ts'

type SplashOptions = {
  /** Services the app needs before it can show anything. */
  services: readonly Promise<unknown>[]
  hide: () => Promise<void>
  /** Calls back after this many milliseconds; returns the cancel function. */
  after: (ms: number, callback: () => void) => () => void
}

/**
 * Hides the splash screen once all services are initialised or one has failed, which is only logged. A service that
 * never settles delays this for at most `authStartOverallMs`.
 */
export async function endSplash({ services, hide, after }: SplashOptions): Promise<void> {
  let cancel = () => {}
  const timeout = new Promise<void>((resolve) => {
    cancel = after(authStartOverallMs, resolve)
  })
  try {
    await Promise.race([Promise.all(services), timeout])
  } catch (error) {
    console.error(error)
  }
  cancel()
  await hide()
}

/** Browsers keep pages clear of notches themselves; only the native shells need `setUpSafeArea`. */
export const safeAreaNeedsSetup = isNative

/** Publishes the safe-area insets in the native shells; does nothing in browsers. */
export async function setUpSafeArea(): Promise<void> {
  if (!isNative) return
  const { measureSafeArea } = await import('./start-screen.native.ts')
  await measureSafeArea()
}
