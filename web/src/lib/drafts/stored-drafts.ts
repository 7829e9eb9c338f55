import { storageKeys } from '@hot/domain/privacy/storage-keys'

/** Whose drafts: a member's id, or null for a guest. */
export type DraftOwner = string | null

/** Guests cannot sign out of a device that others use as well: what they type ends with the tab. */
const placeOf = (owner: DraftOwner | undefined): Storage => (owner === null ? sessionStorage : localStorage)

/** Unsent texts as stored, unparsed; null if there are none or storage is unavailable. */
export function storedDrafts(owner: DraftOwner): string | null {
  try {
    return placeOf(owner).getItem(storageKeys.postDrafts)
  } catch {
    // Storage is blocked: there is no draft.
    return null
  }
}

/** Stores unsent texts. False if storage is blocked or full. */
export function storeDrafts(owner: DraftOwner, text: string): boolean {
  try {
    placeOf(owner).setItem(storageKeys.postDrafts, text)
    return true
  } catch {
    // Storage is blocked or full, which the form tells the member.
    return false
  }
}

/** Deletes unsent texts: when none is left, and those of whichever member on signing out. */
export function forgetDrafts(owner?: DraftOwner): void {
  try {
    placeOf(owner).removeItem(storageKeys.postDrafts)
  } catch {
    // As above.
  }
}

/** Calls back when another tab changed the drafts. Returns the cleanup. */
export function onDraftsElsewhere(listener: () => void): () => void {
  const changed = ({ key }: StorageEvent) => {
    if (key === storageKeys.postDrafts || key === null) listener()
  }
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}
