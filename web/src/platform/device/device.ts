import { type NetworkPolicy, networkPolicy } from '@hot/domain/network/query-policy'

type Connection = { effectiveType?: string }

/** Timeout and retries for the current connection type, which Safari and Firefox do not report. */
export const policyNow = (): NetworkPolicy =>
  networkPolicy((navigator as Navigator & { connection?: Connection }).connection?.effectiveType)

/** Whether the device believes it has a network. Only `false` is certain. */
export const isOnline = (): boolean => navigator.onLine

/** Calls back when the device goes online or offline. Returns the unsubscribe function. */
export function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether this build is the single-page app of the iOS and Android shells, not the website. A build-time constant. */
export const isNative: boolean = import.meta.env.VITE_SHELL === 'native'
