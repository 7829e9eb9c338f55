import { type NetworkPolicy, networkPolicy } from '@hot/domain/network/query-policy'

type Connection = { effectiveType?: string }

/** Time-out and retries on the connection this device has right now; Safari and Firefox do not tell which that is. */
export const policyNow = (): NetworkPolicy =>
  networkPolicy((navigator as Navigator & { connection?: Connection }).connection?.effectiveType)

/** Whether the device believes it has a network. Only `false` is certain. */
export const isOnline = (): boolean => navigator.onLine

/** Calls back when the network goes or comes. Returns the unsubscribe function. */
export function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Which build this is: the website, or the single-page app inside the iOS and Android shells. Known when building. */
export const isNative: boolean = import.meta.env.VITE_SHELL === 'native'
