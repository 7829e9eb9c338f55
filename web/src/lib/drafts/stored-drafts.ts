import { storageKeys } from '@hot/domain/privacy/storage-keys'

/** Unsent posts as stored, unparsed; null if there are none or storage is unavailable. */
export function storedDrafts(): string | null {
  try {
    return localStorage.getItem(storageKeys.postDrafts)
  } catch {
    // Storage is blocked: there is no draft.
    return null
  }
}

/** Stores unsent posts. False if storage is blocked or full. */
export function storeDrafts(text: string): boolean {
  try {
    localStorage.setItem(storageKeys.postDrafts, text)
    return true
  } catch {
    // Storage is blocked or full, which the form tells the member.
    return false
  }
}

/** Deletes unsent posts: when none is left, and on signing out. */
export function forgetDrafts(): void {
  try {
    localStorage.removeItem(storageKeys.postDrafts)
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
