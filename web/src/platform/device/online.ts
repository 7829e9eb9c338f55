/** Whether the device believes it has a network. Only `false` is certain. */
export const isOnline = (): boolean => navigator.onLine

/** Calls back when the network goes or comes. Returns the way out. */
export function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
