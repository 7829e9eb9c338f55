import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { createEmitter } from '#web/create-store.ts'

/**
 * Whether single letters, digits and signs may act by themselves, as chosen on this device. Whoever speaks to the device,
 * or hits keys by accident, switches them off: a spoken word would press its letters.
 */
export function letterKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKeys.letterKeysOff) === null
  } catch {
    return true
  }
}

const switched = createEmitter()

/** Throws where the browser lets nothing be stored. */
export function switchLetterKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKeys.letterKeysOff)
  else localStorage.setItem(storageKeys.letterKeysOff, '1')
  switched.emit()
}

/** Also when it was switched in another tab. Returns the unsubscribe function. */
export function subscribeLetterKeys(listener: () => void): () => void {
  const stop = switched.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}
