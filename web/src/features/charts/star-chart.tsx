import { charts } from '@hot/domain/chart/entries'
import type { StarCard } from '@hot/domain/contract/star'
import { bayesianWeight, hotScoreWeights, minWeighingVotes, voteWeighsAfterHours } from '@hot/domain/star/hot-score'
import { starName } from '@hot/domain/star/name'
import { berlinDay, berlinTime, type Instant, todayInBerlin } from '@hot/domain/time/berlin-time'
import { clock, dayLabel } from '@hot/domain/time/german-date'
import type { PartSearch } from '@hot/domain/url/search-param'
import { infiniteQueryOptions, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Heat } from '#web/entities/star/score.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { formatPercent } from '#web/ui/data/format-number.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Trend } from '#web/ui/data/stat.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { cached, nextHref, pageSize } from './api.ts'
import { ChartLayout } from './chart-layout.tsx'
import { NoStars, Podium, StarLink, StarRows } from './chart-rows.tsx'

const { path } = charts['hot-bestenliste']

type Props = { search: PartSearch; now: Instant; share: ReactNode }

/** `after`: cursor to begin after, only set for readers without JavaScript. */
export const starChartQuery = (after?: string) =>
  infiniteQueryOptions({
    ...cached.stars,
    queryKey: ['charts', 'stars', after],
    queryFn: async ({ pageParam, signal }) => {
      const page = await rpc('chart_stars', { p_after: pageParam, p_limit: pageSize }, signal)
      // The query's own time is the device's.
      return { ...page, asOf: serverNow() }
    },
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
  })

/** HoT Bestenliste: all stars with enough votes by HoT score. */
export function StarChart({ search, now, share }: Props) {
  const list = useSuspenseInfiniteQuery(starChartQuery(search.nach))
  const stars = list.data.pages.flatMap((page) => page.items)
  const at = list.data.pages[0]?.asOf ?? now
  const asOf = `${dayLabel(berlinDay(at), todayInBerlin(now))}, ${clock(berlinTime(at))} Uhr`
  return (
    <ChartLayout
      chart="hot-bestenliste"
      intro={`Wen wollt ihr wieder sehen? Stand: ${asOf}.`}
      action={
        <Link to="/stars/voting" className={buttonClass({ variant: 'hot' })}>
          Mitbewerten
        </Link>
      }
      share={share}
      podium={!search.nach && <StarPodium stars={stars} />}
      explanation={explanation}
      legend="Pfeile: Vergleich mit letzter Woche"
    >
      {search.nach && (
        <p className="pb-2">
          <Link to={path} className="link">
            Zum Anfang der Liste
          </Link>
        </p>
      )}
      {stars.length === 0 ? (
        <NoStars waiting={list.data.pages[0]?.waiting ?? null} chart />
      ) : (
        <>
          <StarRows stars={stars} />
          <ListFooter
            list={list}
            href={nextHref(path, { nach: list.data.pages.at(-1)?.next })}
            more="Weiter nach unten"
            end="Alle geladen. Tiefer fällt hier niemand."
          />
        </>
      )}
    </ChartLayout>
  )
}

export function StarPodium({ stars }: { stars: StarCard[] }) {
  if (stars.length === 0) return null
  return (
    <Podium
      entries={stars.slice(0, 3).map((star) => ({
        key: star.id,
        picture: <Avatar id={star.id} name={starName(star)} src={star.avatar_url} />,
        title: <StarLink star={star} />,
        value: <Heat score={star.hot_score} />,
        trend: <Trend rank={star.rank} rankWeekAgo={star.rank_week_ago} />,
      }))}
    />
  )
}

const { demand, drama, realness } = hotScoreWeights

const explanation = `Drei Fragen, jede von 1 bis 5: Wiedersehen zählt ${formatPercent(demand)}, Drama ${formatPercent(drama)}, Echtheit ${formatPercent(realness)}. Aus den drei Durchschnitten wird ein Wert von 0 bis 100. Wenige Stimmen ziehen nur wenig, denn bei jeder Frage zählen ${bayesianWeight} Stimmen in Höhe des Durchschnitts aller Stars mit: Ein Fanclub macht noch keinen Sommer. Ab ${minWeighingVotes} Stimmen, alle drei Fragen zusammen, ist man dabei. Deine zählen, sobald dein Konto ${voteWeighsAfterHours} Stunden alt ist. In den ersten Wochen einer Seite zählen sie gleich, und eine Stimme genügt: Dann steht „Noch wenige Stimmen“ dabei. Die von gesperrten Konten zählen nicht. Bei Gleichstand entscheidet die Zahl der Stimmen, dann der Name. Deine Stimme bewegt den Score sofort, die Plätze und den Durchschnitt aller Stars rechnen wir jede Stunde neu. Der Pfeil vergleicht mit dem Platz vor einer Woche.`
