import type { StarPage } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { longDay } from '@hot/domain/time/german-date'
import type { ReactNode } from 'react'
import { FanToggle } from '#web/entities/star/fans/fan-toggle.tsx'
import { Portrait } from '#web/entities/star/portrait.tsx'
import { Dial } from '#web/entities/star/score/gauge.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Fact } from '#web/ui/data/stat.tsx'
import { Trend } from '#web/ui/data/trend.tsx'
import { StarHeader } from './star-header-frame.tsx'

type Props = { star: StarPage /** Button that shares the page. */; share: ReactNode }

/** Portrait, HoT score, name, facts and the one hot button. */
export function StarTop({ star, share }: Props) {
  return (
    <StarHeader
      portrait={<Portrait id={star.id} name={starName(star)} src={star.avatar_url} eager />}
      dial={<Dial score={star.hot_score} />}
      name={<Name star={star} />}
      facts={<Facts star={star} />}
      actions={
        <>
          <FanToggle star={star} />
          {share}
        </>
      }
    />
  )
}

function Name({ star }: { star: StarPage }) {
  if (!star.nickname) return starName(star)
  return (
    <>
      {star.first_name} <span>„{star.nickname}“</span> {star.last_name}
    </>
  )
}

function Facts({ star }: { star: StarPage }) {
  return (
    <>
      {star.rank !== null && <Fact value={`#${star.rank}`}>Bestenliste</Fact>}
      {star.rank !== null && (
        <span className="inline-flex items-baseline gap-1">
          <Trend rank={star.rank} rankWeekAgo={star.rank_week_ago} />
          {star.rank_week_ago !== null &&
            (star.rank_week_ago === star.rank ? 'wie letzte Woche' : 'seit letzter Woche')}
        </span>
      )}
      <Fact value={formatCount(star.votes)}>{star.votes === 1 ? 'Stimme' : 'Stimmen'}</Fact>
      <Fact value={formatCount(star.fans)}>{star.fans === 1 ? 'Fan' : 'Fans'}</Fact>
      {star.birthdate && <span>geboren am {longDay(star.birthdate)}</span>}
    </>
  )
}
