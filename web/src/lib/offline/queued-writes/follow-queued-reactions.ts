import type { KeptMark } from './queued-reactions.ts'
import { partsOf } from './toggle-target.ts'

type Surroundings = {
  /** What waits on this device for the member who is looking. */
  kept(): readonly KeptMark[]
  /** How each kind of mark (the part of its key before the colon) learns to be written: loads its code. */
  rooms: Readonly<Record<string, () => Promise<unknown>>>
  /** Sends all that is kept, in the order of the taps. */
  send(): Promise<void>
  online(): boolean
  /** Calls back when the network or the app may have returned. Returns the way out. */
  onReturn(listener: () => void): () => void
}

/**
 * Votes and reactions that found no network go out on whatever page is open: now, and whenever the network returns. Nothing is
 * loaded while nothing is kept. Returns the way out.
 */
export function followKeptMarks({ kept, rooms, send, online, onReturn }: Surroundings): () => void {
  let left = false

  async function sendKept(): Promise<void> {
    const kinds = new Set(kept().map(([key]) => partsOf(key)[0]))
    const waiting = Object.keys(rooms).filter((kind) => kinds.has(kind))
    if (waiting.length === 0 || !online()) return
    await Promise.all(waiting.map((kind) => rooms[kind]?.()))
    if (!left) await send()
  }

  // Without the code they wait for the next time.
  const begin = () => void sendKept().catch(console.warn)
  const stop = onReturn(begin)
  begin()
  return () => {
    left = true
    stop()
  }
}
