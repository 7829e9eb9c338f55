import type { MemberRank } from '@hot/domain/contract/chart'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Figure } from '#web/ui/data/big-number.tsx'
import { EndOfList } from '#web/ui/data/end-of-list.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Trend } from '#web/ui/data/trend.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { ChartFrame } from '../chart-frame.tsx'
import type { MemberChartSearch } from '../charts-search.ts'
import { Podium } from '../podium.tsx'
import { MemberLink, MemberRows } from './member-rows.tsx'

type MemberChartPath = '/charts/community/meinungsmacher' | '/charts/community/karma-champs'

type Props = {
  path: MemberChartPath
  search: MemberChartSearch
  title: string
  intro: string
  explanation: string
  /** What the numbers are. */
  unit: string
  ranks: MemberRank[]
  rowMeta?: Parameters<typeof MemberRows>[0]['meta']
  end: string
  share: ReactNode
}

/** A chart of members in one of two time windows. */
export function MemberChart(props: Props) {
  const { path, search, title, intro, explanation, unit, ranks, rowMeta, end, share } = props
  return (
    <ChartFrame
      title={title}
      intro={intro}
      share={share}
      controls={<WindowLinks path={path} chosen={search.zeitraum} />}
      podium={<MemberPodium ranks={ranks} />}
      explanation={explanation}
      legend={`Zahl: ${unit} · Pfeile: Vergleich mit letzter Woche`}
    >
      {ranks.length === 0 ? (
        <NoMembers path={path} search={search} />
      ) : (
        <>
          <MemberRows ranks={ranks} meta={rowMeta} />
          <EndOfList>{end}</EndOfList>
        </>
      )}
    </ChartFrame>
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

function MemberPodium({ ranks }: { ranks: MemberRank[] }) {
  if (ranks.length === 0) return null
  return (
    <Podium
      entries={ranks.slice(0, 3).map(({ member, rank, value, rank_week_ago }) => ({
        key: member.id,
        picture: <Avatar id={member.id} name={member.nickname} src={member.avatar_url} />,
        title: <MemberLink member={member} />,
        value: <Figure>{formatCount(value)}</Figure>,
        trend: <Trend rank={rank} rankWeekAgo={rank_week_ago} />,
      }))}
    />
  )
}

function NoMembers({ path, search }: Pick<Props, 'path' | 'search'>) {
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
      <Link to={path} search={{ zeitraum: 'gesamt' }} className={buttonClass({ variant: 'strong' })}>
        Gesamte Zeit zeigen
      </Link>
    </EmptyState>
  )
}
