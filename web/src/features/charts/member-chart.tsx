import { charts } from '@hot/domain/chart/entries'
import type { ChartWindow, MemberRank } from '@hot/domain/contract/chart'
import { karmaDeltas, signedKarma } from '@hot/domain/member/karma'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MembersOnly } from '#web/entities/member/members-only.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { buttonClass, Segmented } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { EndOfList } from '#web/ui/data/paged-list.tsx'
import { Figure, Trend } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { cached } from './api.ts'
import { ChartLayout } from './chart-layout.tsx'
import { MemberLink, MemberRows, Podium } from './chart-rows.tsx'
import { chartWindow, type MemberChartSearch } from './search.ts'

/** The first hundred members of a chart, in a time window. */
export const memberChartQuery = (chart: 'chart_opinion_makers' | 'chart_karma', window: ChartWindow) =>
  queryOptions({
    ...cached.members,
    queryKey: ['charts', chart, window],
    queryFn: ({ signal }) => rpc(chart, { p_window: window, p_limit: 100 }, signal),
  })

/** Karma Champions: members by karma. */
export function KarmaChart({ search, share }: { search: MemberChartSearch; share: ReactNode }) {
  const { data } = useSuspenseQuery(memberChartQuery('chart_karma', chartWindow(search)))
  return (
    <MemberChart
      chart="karma-champs"
      search={search}
      share={share}
      intro="Nett sein zahlt sich aus. Recht haben auch."
      explanation={karmaExplanation}
      unit="Karma"
      short="Karma"
      ranks={data}
      rowMeta={search.zeitraum ? undefined : ({ karma }) => `insgesamt ${formatCount(karma)}`}
      end="Das war’s. Den Rest regelt das Karma."
    />
  )
}

const of = (reason: keyof typeof karmaDeltas): string => signedKarma(karmaDeltas[reason])

const karmaExplanation = `Ein Herz auf deinen Beitrag bringt ${of('post_heart')}, auf deinen Kommentar ${of('comment_heart')}, ein 💩 jeweils ${of('post_poop')}. Wird dein Beitrag freigegeben, gibt’s ${of('post_approved')}, wird er abgelehnt, ${of('post_rejected')}. Bestätigt das Team dein Gerücht, sind das ${of('rumor_verified')}, widerlegt es das, ${of('rumor_debunked')}; ein entfernter Kommentar kostet ${of('comment_removed')}. Fällt der Grund weg, fällt auch das Karma weg, und für Reaktionen von dir selbst oder von gesperrten Konten gibt’s nichts. Bei 30 Tagen zählt, was in dieser Zeit dazukam. Bei Gleichstand entscheidet der Name, und der Pfeil vergleicht mit dem Platz, den dieselbe Rechnung vor einer Woche ergeben hätte. Gezeigt werden die ersten hundert, einmal in der Stunde neu gezählt.`

/** Meinungsmacher: members by the number of distinct people who replied to their posts. */
export function OpinionMakersChart({ search, share }: { search: MemberChartSearch; share: ReactNode }) {
  const { data } = useSuspenseQuery(memberChartQuery('chart_opinion_makers', chartWindow(search)))
  return (
    <MemberChart
      chart="meinungsmacher"
      search={search}
      share={share}
      intro="Reden, bis alle antworten."
      explanation={opinionMakersExplanation}
      unit="verschiedene Leute"
      short="Leute"
      ranks={data}
      rowMeta={({ karma }) => `Karma ${formatCount(karma)}`}
      end="Mehr Meinung passt nicht auf eine Seite."
    />
  )
}

const opinionMakersExplanation =
  'Gezählt werden Leute, nicht Klicks: alle anderen Mitglieder, die bei deinen freigegebenen Beiträgen abgestimmt, reagiert oder kommentiert haben. Wer zehnmal antwortet, zählt einmal, du selbst zählst nie. Gelöschte Kommentare und zurückgenommene Stimmen zählen nicht mehr. Bei 30 Tagen zählt nur, was in den letzten 30 Tagen passiert ist. Bei Gleichstand entscheidet der Name, und der Pfeil vergleicht mit dem Platz, den dieselbe Rechnung vor einer Woche ergeben hätte. Gezeigt werden die ersten hundert, einmal in der Stunde neu gezählt.'

type MemberChartId = 'meinungsmacher' | 'karma-champs'
type MemberChartPath = (typeof charts)[MemberChartId]['path']

type MemberChartProps = {
  chart: MemberChartId
  search: MemberChartSearch
  intro: string
  explanation: string
  /** What the numbers mean. */
  unit: string
  /** The same in one word. */
  short: string
  ranks: MemberRank[]
  rowMeta?: Parameters<typeof MemberRows>[0]['meta']
  end: string
  share: ReactNode
}

const loadOwnPlace = () => import('./own-place.tsx')

/** The charts by the names that the database has for them. */
const rpcKeys = { meinungsmacher: 'opinion_makers', 'karma-champs': 'karma' } as const

/** A chart of members in one of two time windows. */
function MemberChart(props: MemberChartProps) {
  const { chart, search, intro, explanation, unit, short, ranks, rowMeta, end, share } = props
  const { path } = charts[chart]
  const viewer = useViewer()
  return (
    <ChartLayout
      chart={chart}
      intro={intro}
      share={share}
      controls={<WindowLinks path={path} chosen={search.zeitraum} />}
      podium={<MemberPodium ranks={ranks} unit={short} />}
      explanation={explanation}
      legend={`Zahl: ${unit} · Pfeile: Vergleich mit letzter Woche`}
    >
      {ranks.length === 0 ? (
        <NoMembers path={path} search={search} />
      ) : (
        <>
          <MemberRows ranks={ranks} meta={rowMeta} mine={viewer.state === 'member' ? viewer.user.id : undefined} />
          <EndOfList>{end}</EndOfList>
        </>
      )}
      <MembersOnly load={loadOwnPlace}>
        {({ OwnPlace }) => <OwnPlace chart={rpcKeys[chart]} window={chartWindow(search)} unit={unit} />}
      </MembersOnly>
    </ChartLayout>
  )
}

function WindowLinks({ path, chosen }: { path: MemberChartPath; chosen: MemberChartSearch['zeitraum'] }) {
  const windows = [
    { zeitraum: undefined, label: '30 Tage' },
    { zeitraum: 'gesamt', label: 'Gesamt' },
  ] as const
  return (
    <Segmented label="Zeitraum">
      {windows.map(({ zeitraum, label }) => (
        <Link
          key={label}
          to={path}
          search={{ zeitraum }}
          rel="nofollow"
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          aria-current={zeitraum === chosen ? 'true' : undefined}
          resetScroll={false}
        >
          {label}
        </Link>
      ))}
    </Segmented>
  )
}

function MemberPodium({ ranks, unit }: { ranks: MemberRank[]; unit: string }) {
  if (ranks.length === 0) return null
  return (
    <Podium
      entries={ranks.slice(0, 3).map(({ member, rank, value, rank_week_ago }) => ({
        key: member.id,
        picture: <Avatar id={member.id} name={member.nickname} src={member.avatar_url} />,
        title: <MemberLink member={member} />,
        value: <Figure>{formatCount(value)}</Figure>,
        unit,
        trend: <Trend rank={rank} rankWeekAgo={rank_week_ago} />,
      }))}
    />
  )
}

function NoMembers({ path, search }: { path: MemberChartPath; search: MemberChartSearch }) {
  if (search.zeitraum) {
    return (
      <EmptyState emoji="🪑" title="Hier ist noch niemand" text="Schreib was, dann stehst du oben.">
        <Link to="/trashtalk/erstellen" className={buttonClass({ variant: 'strong' })}>
          Beitrag schreiben
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState emoji="🪑" title="Dreißig Tage Ruhe" text="Im letzten Monat hat sich hier niemand hervorgetan.">
      <Link to={path} search={{ zeitraum: 'gesamt' }} rel="nofollow" className={buttonClass({ variant: 'strong' })}>
        Gesamte Zeit zeigen
      </Link>
    </EmptyState>
  )
}
