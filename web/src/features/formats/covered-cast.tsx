import type { SeasonPage } from '@hot/domain/contract/format'
import { useState } from 'react'
import { SeasonCast } from '#web/entities/star/season-cast.tsx'
import { Gate } from '#web/ui/feedback/gate.tsx'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'

const load = () => import('./stand/uncovered-cast.tsx')

/** The cast of a season. Placements that would spoil it lie behind a press, and are only then asked for. */
export function CoveredCast({ season: { id, cast, results_covered } }: { season: SeasonPage }) {
  const [isAsked, setAsked] = useState(false)
  const [cover] = useState(() => () => setAsked(false))
  const part = useLazyModule(results_covered && isAsked, load, cover)
  if (!results_covered) return <SeasonCast cast={cast} />
  if (part && isAsked) return <part.UncoveredCast season={{ id, cast }} onCover={cover} />
  return (
    <>
      <Gate
        text="Wer wie weit kam, bleibt verdeckt, damit dir niemand den Ausgang verrät."
        action="Trotzdem zeigen"
        busy={isAsked}
        onPress={() => setAsked(true)}
      />
      <SeasonCast cast={cast} />
    </>
  )
}
