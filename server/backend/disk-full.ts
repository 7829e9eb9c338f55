/** SQLSTATE 53100 is PostgreSQL's "disk full": it refuses writes then and goes on reading. */
export const isDiskFull = (reason: string): boolean => /\b53100\b|ENOSPC|No space left/.test(reason)

/** How long, in ms, a full disk is not named again. Small writes may still fit meanwhile, so no answer says that it is over. */
const namedAgainAfter = 600_000

/** Names a full disk in the log with the first refused write, and while they go on once in ten minutes. */
export function diskFullNotice(log: (line: string) => void, clock: () => number): (reason: string) => void {
  let named = Number.NEGATIVE_INFINITY
  return (reason) => {
    if (clock() - named < namedAgainAfter) return
    named = clock()
    log(`Der Datenbank fehlt Platz auf der Festplatte (${reason}). Neues wird abgelehnt, bis wieder Platz frei ist.`)
  }
}
