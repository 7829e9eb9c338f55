import type { SanctionKind, Shown } from '@hot/domain/moderation/sanction-news'
import { storageKeys } from '@hot/domain/privacy/storage-keys'

const keys: Record<SanctionKind, string> = { warning: storageKeys.lastWarningShown, ban: storageKeys.lastBanShown }

/** Where storage is blocked: as long as the page lives. */
const here = new Map<string, string>()

/** The instant is one member's: whoever uses the device next has seen nothing yet. */
function read(kind: SanctionKind, userId: string): string | null {
  let stored = here.get(keys[kind]) ?? null
  try {
    stored = localStorage.getItem(keys[kind]) ?? stored
  } catch {
    // Blocked: kept above.
  }
  const [owner, instant] = stored?.split(' ') ?? []
  return owner === userId && instant && !Number.isNaN(Date.parse(instant)) ? instant : null
}

/** Of when the newest warning and ban are that this member was shown here. */
export const shownSanctions = (userId: string): Shown => ({
  warning: read('warning', userId),
  ban: read('ban', userId),
})

/** Keeps the instant of one that was shown (ISO 8601). */
export function rememberSanction(kind: SanctionKind, userId: string, instant: string): void {
  const entry = `${userId} ${instant}`
  here.set(keys[kind], entry)
  try {
    localStorage.setItem(keys[kind], entry)
  } catch {
    // Blocked: kept above.
  }
}
