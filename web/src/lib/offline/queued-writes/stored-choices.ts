import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { type Choice, partsOf, type Target } from './own-choices.ts'

/** A choice that waits for a network; null: withdrawn. */
export type StoredChoice = [target: Target, choice: Choice]
type Stored = { owner: string; marks: StoredChoice[] }

const isChoice = (entry: unknown): entry is StoredChoice =>
  Array.isArray(entry) && typeof entry[0] === 'string' && (entry[1] === null || typeof entry[1] === 'string')

function stored(): Stored | null {
  try {
    const record: unknown = JSON.parse(localStorage.getItem(storageKeys.queuedChoices) ?? 'null')
    if (typeof record !== 'object' || record === null) return null
    const { owner, marks } = record as Partial<Record<keyof Stored, unknown>>
    return typeof owner === 'string' && Array.isArray(marks) ? { owner, marks: marks.filter(isChoice) } : null
  } catch {
    // Blocked, truncated or another member's: nothing is queued.
    return null
  }
}

/** Queued votes and reactions of this member, in the order of their last tap. */
export function storedChoices(owner: string): StoredChoice[] {
  const found = stored()
  return found?.owner === owner ? found.marks : []
}

/** Stores a choice until it is sent, or (undefined) removes it. Holds one member's choices at a time, and no guests'. */
export function storeChoice(owner: string | undefined, target: Target, choice: Choice | undefined): void {
  if (!owner) return
  const others = storedChoices(owner).filter(([other]) => other !== target)
  const marks: StoredChoice[] = choice === undefined ? others : [...others, [target, choice]]
  try {
    if (marks.length > 0) localStorage.setItem(storageKeys.queuedChoices, JSON.stringify({ owner, marks }))
    else if (stored()?.owner === owner) localStorage.removeItem(storageKeys.queuedChoices)
  } catch {
    // Blocked or full: choices are queued only until the page is left.
  }
}

/** Called on sign-out. */
export function forgetStoredChoices(): void {
  try {
    localStorage.removeItem(storageKeys.queuedChoices)
  } catch {
    // As above.
  }
}

type Follow = {
  /** Stored choices of the current member. */
  stored(): readonly StoredChoice[]
  /** Loads the code that writes each kind of choice. */
  load: Readonly<Record<string, () => Promise<unknown>>>
  /** Sends all queued choices, in the order of the taps. */
  resume(): Promise<unknown>
  online(): boolean
  /** Calls back when the network or the app may have returned. Returns the unsubscribe function. */
  onReturn(listener: () => void): () => void
}

/**
 * Sends choices stored by earlier pages: immediately, and whenever the network returns. Loads no code while nothing
 * is stored. Returns the cleanup function.
 */
export function followStoredChoices({ stored, load, resume, online, onReturn }: Follow): () => void {
  let stopped = false

  async function send(): Promise<void> {
    const kinds = new Set(stored().map(([target]) => partsOf(target)[0]))
    const waiting = Object.keys(load).filter((kind) => kinds.has(kind))
    if (waiting.length === 0 || !online()) return
    await Promise.all(waiting.map((kind) => load[kind]?.()))
    if (!stopped) await resume()
  }

  // If the code cannot be loaded, the next call tries again.
  const begin = () => void send().catch(console.warn)
  const unsubscribe = onReturn(begin)
  begin()
  return () => {
    stopped = true
    unsubscribe()
  }
}
