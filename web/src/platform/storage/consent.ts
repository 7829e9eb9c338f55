import {
  analyticsStorageKeys,
  type Consent,
  type ConsentLevel,
  consentOf,
  storageKeys,
} from '@hot/domain/privacy/storage-keys'
import { createEmitter } from '#web/create-store.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'

const chosen = createEmitter()

/** The choice where storage is blocked: it lasts until the page is left. */
let unstored: Consent | null = null

/** The choice on this device; null before one was made. */
export function storedConsent(): Consent | null {
  try {
    return consentOf(localStorage.getItem(storageKeys.consent)) ?? unstored
  } catch {
    return unstored
  }
}

/** `none` until the person chose. Only `full` allows collecting, sending or storing usage data. */
export const consentLevel = (): ConsentLevel => storedConsent()?.level ?? 'none'

function deleteUsageData(): void {
  for (const key of analyticsStorageKeys) {
    localStorage.removeItem(key)
    sessionStorage.removeItem(key)
  }
}

/**
 * Stores the choice and notifies the listeners. `acceptedAt` is when it was made, possibly on another
 * device. Anything but `full` is a withdrawal too: stored usage data is deleted before the listeners are notified.
 */
export function storeConsent(level: ConsentLevel, acceptedAt?: string): void {
  unstored = { level, acceptedAt: acceptedAt ?? serverInstant() }
  try {
    localStorage.setItem(storageKeys.consent, JSON.stringify(unstored))
    if (level !== 'full') deleteUsageData()
    // A choice made elsewhere may have been asked for with less.
    else if (!acceptedAt) localStorage.setItem(storageKeys.sourceConsent, '1')
  } catch {
    // Storage is blocked or full: the choice lasts until the page is left, then the banner is shown again.
  }
  chosen.emit()
}

/**
 * Whether the full consent was given here, to a question that names where visits come from. Whoever agreed before, or on
 * another device, is counted without that.
 */
export function maySendSource(): boolean {
  try {
    return consentLevel() === 'full' && localStorage.getItem(storageKeys.sourceConsent) !== null
  } catch {
    return false
  }
}

/** Calls back when the choice changes, in this tab or another. Returns the unsubscribe function. */
export function subscribeConsent(listener: () => void): () => void {
  const otherTab = ({ key }: StorageEvent) => (key === storageKeys.consent || key === null) && listener()
  const unsubscribe = chosen.subscribe(listener)
  window.addEventListener('storage', otherTab)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', otherTab)
  }
}

/**
 * Runs inline in the head, before the first paint: `html[data-consent=ask]` shows the banner, which every document
 * contains. So the banner never flashes for people who have chosen, shifts nothing, and is hidden without scripts. What
 * counts as a choice is the same as in `consentOf`.
 */
export const consentHintScript = `(function(){var c;try{c=JSON.parse(localStorage.getItem('${storageKeys.consent}'))}catch(e){}
if(!c||typeof c.acceptedAt!=='string'||isNaN(Date.parse(c.acceptedAt))||c.level!=='full'&&c.level!=='essential')document.documentElement.dataset.consent='ask'})()`
