/** Rows of today's programme beside the lead story. */
const programmeRows = 4

/**
 * The part of today's programme that matters now: what runs and what follows, filled up with what has just been when
 * little is left. Keeps the order.
 */
export function programme<Event>(events: readonly Event[], isOver: (event: Event) => boolean, rows = programmeRows) {
  const open = events.findIndex((event) => !isOver(event))
  const latestStart = Math.max(events.length - rows, 0)
  const start = open === -1 ? latestStart : Math.min(open, latestStart)
  return events.slice(start, start + rows)
}
