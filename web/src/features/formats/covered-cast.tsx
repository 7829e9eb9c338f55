import type { SeasonPage } from '@hot/domain/contract/format'
import { useQuery } from '@tanstack/react-query'
import { createStore, useStore } from '#web/create-store.ts'
import { seasonResultsQuery } from '#web/entities/format/api.ts'
import { SeasonCast } from '#web/entities/star/season-cast.tsx'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { Button } from '#web/ui/controls/button.tsx'

/** Seasons whose results somebody asked for, until the page is left for good. */
const uncovered = createStore<ReadonlySet<string>>(new Set())

function turn(seasonId: string): void {
  const next = new Set(uncovered.get())
  if (!next.delete(seasonId)) next.add(seasonId)
  uncovered.set(next)
}

/** The cast of a season. Placements that would spoil it lie behind a press, and are only then asked for. */
export function CoveredCast({ season: { id, cast, results_covered } }: { season: SeasonPage }) {
  const isAsked = useStore(uncovered).has(id)
  const { data, error } = useQuery({ ...seasonResultsQuery(id), enabled: results_covered && isAsked })
  if (!results_covered) return <SeasonCast cast={cast} />
  const placements = new Map(isAsked ? data?.map(({ star_id, placement }) => [star_id, placement]) : [])
  return (
    <>
      <div className="gate">
        <p role="status">{error && isAsked ? failureText(error) : gateText(isAsked && data !== undefined)}</p>
        <Button busy={isAsked && !data && !error} onClick={() => turn(id)}>
          {isAsked ? 'Wieder verdecken' : 'Trotzdem zeigen'}
        </Button>
      </div>
      <SeasonCast cast={cast.map((star) => ({ ...star, placement: placements.get(star.id) ?? null }))} />
    </>
  )
}

const gateText = (isOpen: boolean) =>
  isOpen ? 'Du siehst alle Platzierungen.' : 'Wer wie weit kam, bleibt verdeckt, damit dir niemand den Ausgang verrät.'
