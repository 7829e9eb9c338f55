import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { type Choice, partsOf, type Target } from './own-choices.ts'

/** A choice that waits for a network; null: taken back. */
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
    // Blocked, cut off or somebody else's: nothing is waiting.
    return null
  }
}

/** Votes and reactions of this member that found no network, in the order of their last tap. */
export function storedChoices(owner: string): StoredChoice[] {
  const found = stored()
  return found?.owner === owner ? found.marks : []
}

/** Stores a choice until it is sent, or (undefined) no longer. Nothing is stored for guests, and one member's at a time. */
export function storeChoice(owner: string | undefined, target: Target, choice: Choice | undefined): void {
  if (!owner) return
  const others = storedChoices(owner).filter(([other]) => other !== target)
  const marks: StoredChoice[] = choice === undefined ? others : [...others, [target, choice]]
  try {
    if (marks.length > 0) localStorage.setItem(storageKeys.queuedChoices, JSON.stringify({ owner, marks }))
    else if (stored()?.owner === owner) localStorage.removeItem(storageKeys.queuedChoices)
  } catch {
    // Blocked or full: they wait as long as the page does.
  }
}

/** Somebody signed out. */
export function forgetStoredChoices(): void {
  try {
    localStorage.removeItem(storageKeys.queuedChoices)
  } catch {
    // As above.
  }
}

type Follow = {
  /** What waits on this device for the member who is looking. */
  stored(): readonly StoredChoice[]
  /** Loads the code that writes each kind of choice. */
  load: Readonly<Record<string, () => Promise<unknown>>>
  /** Sends all that waits, in the order of the taps. */
  resume(): Promise<unknown>
  online(): boolean
  /** Calls back when the network or the app may have returned. Returns unsubscribe. */
  onReturn(listener: () => void): () => void
}

/**
 * What an earlier page left on the device is sent by whatever page is open: now, and whenever the network returns. Nothing is
 * loaded while nothing waits. Returns cleanup.
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

  // Without the code they wait for the next time.
  const begin = () => void send().catch(console.warn)
  const unsubscribe = onReturn(begin)
  begin()
  return () => {
    stopped = true
    unsubscribe()
  }
}
