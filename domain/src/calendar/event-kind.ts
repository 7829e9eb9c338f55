/** What a broadcast is, in the order of the form. Imports may bring other types, which the form leaves unchanged. */
export const eventTypeLabels: Readonly<Record<string, string>> = {
  episode: 'Folge',
  premiere: 'Auftakt',
  finale: 'Finale',
  reunion: 'Wiedersehen',
  special: 'Special',
  rerun: 'Wiederholung',
}

type Typed = { event_type: string }

/**
 * What has been shown before: nobody's next episode while something new comes, no reason to ring, and in no count.
 * `calendar_events.is_rerun` is the same.
 */
export const isRerun = ({ event_type }: Typed): boolean => event_type === 'rerun'

/** The word for anything but an ordinary episode: `Finale`; null otherwise, and for types nobody has words for. */
export const eventKind = ({ event_type }: Typed): string | null =>
  event_type === 'episode' ? null : (eventTypeLabels[event_type] ?? null)

/** The same, unless the title has the word already: `Das große Finale` says it. */
export function untoldKind({ event_type, title }: Typed & { title: string }): string | null {
  const word = eventKind({ event_type })
  const said = title.toLowerCase().split(/[^\p{L}]+/u)
  return word && said.includes(word.toLowerCase()) ? null : word
}

type Counted = Typed & { id: string; episode_number: number | null; is_cancelled: boolean }

/** How many episodes these broadcasts are: each once, however often it is shown; a special without number is none. */
export function episodeCount(broadcasts: readonly Counted[]): number {
  const shown = broadcasts.filter(
    (one) =>
      !one.is_cancelled &&
      !isRerun(one) &&
      (one.episode_number !== null || !['reunion', 'special'].includes(one.event_type)),
  )
  return new Set(shown.map(({ id, episode_number }) => episode_number ?? id)).size
}
