import { minDecidedVotes } from '@hot/domain/chart/entries'
import type { SleuthRank } from '@hot/domain/contract/chart'
import type { MemberRef } from '@hot/domain/contract/parts'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { EndOfList } from '#web/ui/data/paged-list.tsx'
import { Figure, Trend } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { cached } from './api.ts'
import { ChartLayout } from './chart-layout.tsx'
import { ChartRow, MemberLink, Podium } from './chart-rows.tsx'

export const sleuthChartQuery = queryOptions({
  ...cached.members,
  queryKey: ['charts', 'chart_sleuths'],
  queryFn: ({ signal }) => rpc('chart_sleuths', { p_limit: 100 }, signal),
})

const percent = ({ hits, decided }: SleuthRank) => Math.round((100 * hits) / decided)

/** Spürnasen: members by how often they were right about rumors. */
export function SleuthChart({ share }: { share: ReactNode }) {
  const { data: ranks } = useSuspenseQuery(sleuthChartQuery)
  return (
    <ChartLayout
      chart="spuernasen"
      intro="Wer es vorher wusste. Oder gut geraten hat."
      share={share}
      podium={ranks.length > 0 && <SleuthPodium ranks={ranks} />}
      explanation={explanation}
      legend="Zahl: Treffer in Prozent. Viele Treffer stehen vor wenigen: 90 von 100 vor 10 von 10 · Pfeile: Vergleich mit letzter Woche"
    >
      {ranks.length === 0 ? (
        <EmptyState
          emoji="🔎"
          title="Noch keine Spürnase"
          text="Stimm ab, bevor das Team entscheidet. Gezählt wird, sobald es das getan hat."
        >
          <Link to="/trashtalk/$kind" params={{ kind: 'geruechte' }} className={buttonClass({ variant: 'strong' })}>
            Zu den Gerüchten
          </Link>
        </EmptyState>
      ) : (
        <>
          <SleuthRows ranks={ranks} />
          <EndOfList>Der Rest rät noch.</EndOfList>
        </>
      )}
    </ChartLayout>
  )
}

const explanation =
  'Bestätigt oder widerlegt das Team ein Gerücht, zählt jede Stimme, die vorher da war: richtig oder daneben. Danach abgegebene oder geänderte Stimmen zählen nicht, die zum eigenen Gerücht auch nicht, und ist ein Gerücht wieder offen, fällt es raus. Dabei ist, wer mindestens zehn entschiedene Stimmen hat, in den ersten Wochen einer Seite eine. Geordnet wird nicht nach den Prozenten allein, sondern nach dem, was sich daraus sicher sagen lässt: der unteren Grenze des Wilson-Intervalls (95 %). So steht 90 von 100 vor 10 von 10. Bei Gleichstand entscheiden mehr Stimmen, dann der Name. Gezeigt werden die ersten hundert, einmal in der Stunde neu gezählt. Wer seine Trefferquote verbirgt, fehlt hier.'

function SleuthPodium({ ranks }: { ranks: SleuthRank[] }) {
  return (
    <Podium
      entries={ranks.slice(0, 3).map((entry) => ({
        key: entry.member.id,
        picture: <Face member={entry.member} />,
        title: <MemberLink member={entry.member} />,
        value: <Figure>{`${percent(entry)} %`}</Figure>,
        unit: `${entry.hits} von ${entry.decided}`,
        trend: <Trend rank={entry.rank} rankWeekAgo={entry.rank_week_ago} />,
      }))}
    />
  )
}

export function SleuthRows({ ranks }: { ranks: SleuthRank[] }) {
  return (
    <ol>
      {ranks.map((entry) => (
        <ChartRow
          key={entry.member.id}
          rank={entry.rank}
          picture={<Face member={entry.member} />}
          title={<MemberLink member={entry.member} />}
          meta={`${entry.hits} von ${entry.decided} richtig${entry.decided < minDecidedVotes ? ' · noch wenige Stimmen' : ''}`}
          value={<Figure>{`${percent(entry)} %`}</Figure>}
          trend={<Trend rank={entry.rank} rankWeekAgo={entry.rank_week_ago} />}
          heat={percent(entry)}
        />
      ))}
    </ol>
  )
}

const Face = ({ member }: { member: MemberRef }) => (
  <Avatar id={member.id} name={member.nickname} src={member.avatar_url} />
)
