import { storageKeys } from '@hot/domain/privacy/storage-keys'

/** A key and the mark that was chosen there; null: taken back. */
export type KeptMark = [key: string, mark: string | null]
type Stored = { owner: string; marks: KeptMark[] }

const isMark = (entry: unknown): entry is KeptMark =>
  Array.isArray(entry) && typeof entry[0] === 'string' && (entry[1] === null || typeof entry[1] === 'string')

function stored(): Stored | null {
  try {
    const record: unknown = JSON.parse(localStorage.getItem(storageKeys.keptMarks) ?? 'null')
    if (typeof record !== 'object' || record === null) return null
    const { owner, marks } = record as Partial<Record<keyof Stored, unknown>>
    return typeof owner === 'string' && Array.isArray(marks) ? { owner, marks: marks.filter(isMark) } : null
  } catch {
    // Blocked, cut off or somebody else's: nothing is waiting.
    return null
  }
}

/** Votes and reactions of this member that found no network, in the order of their last tap. */
export function keptMarks(owner: string): KeptMark[] {
  const kept = stored()
  return kept?.owner === owner ? kept.marks : []
}

/** Keeps a mark until it is sent, or (undefined) no longer. Only one member's marks are kept on a device. */
export function keepMark(owner: string, key: string, mark: string | null | undefined): void {
  const others = keptMarks(owner).filter(([other]) => other !== key)
  const marks: KeptMark[] = mark === undefined ? others : [...others, [key, mark]]
  try {
    if (marks.length > 0) localStorage.setItem(storageKeys.keptMarks, JSON.stringify({ owner, marks }))
    else if (stored()?.owner === owner) localStorage.removeItem(storageKeys.keptMarks)
  } catch {
    // Blocked or full: they wait as long as the page does.
  }
}

/** Somebody signed out. */
export function forgetKeptMarks(): void {
  try {
    localStorage.removeItem(storageKeys.keptMarks)
  } catch {
    // As above.
  }
}
