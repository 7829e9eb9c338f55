import type { SeasonPage } from '@hot/domain/contract/format'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { SeasonCast } from '#web/entities/star/season-cast.tsx'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Gate } from '#web/ui/feedback/gate.tsx'

/** Who got how far in a season, for whoever asks although it is covered. */
const seasonResultsQuery = (seasonId: string) =>
  queryOptions({
    queryKey: ['formats', 'results', seasonId],
    queryFn: ({ signal }) => rpc('season_results', { p_season_id: seasonId }, signal),
  })

type Props = { season: Pick<SeasonPage, 'id' | 'cast'>; onCover: () => void }

/** The cast with the placements that its page covers. */
export function UncoveredCast({ season: { id, cast }, onCover }: Props) {
  const { data, error } = useQuery(seasonResultsQuery(id))
  const placements = new Map(data?.map(({ star_id, placement }) => [star_id, placement]))
  const said = error ? failureText(error) : data ? 'Du siehst alle Platzierungen.' : 'Platzierungen werden geladen …'
  return (
    <>
      <Gate text={said} action="Wieder verdecken" onPress={onCover} />
      <SeasonCast cast={cast.map((star) => ({ ...star, placement: placements.get(star.id) ?? null }))} />
    </>
  )
}
