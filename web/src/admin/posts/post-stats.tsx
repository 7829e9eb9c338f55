import { relativeTime } from '@hot/domain/time/relative-time'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#web/ui/data/format-number.ts'
import { figuresQuery } from './posts-queries.ts'

/** Counts of the database end there. */
const most = 1000
const counted = (value: number) => (value >= most ? `${formatCount(most)}+` : formatCount(value))
const waiting = (oldest: string | null, now: string) => (oldest ? relativeTime(oldest, now).replace(/^vor /, '') : '–')

/** How much waits, how long, and what is done. */
export function PostFigures({ now }: { now: string }) {
  const { data } = useQuery(figuresQuery)
  const shown: [value: string, text: string][] = [
    [data ? counted(data.waiting) : '…', data?.waiting === 1 ? 'wartet auf dich' : 'warten auf dich'],
    [data ? waiting(data.oldest, now) : '…', 'wartet der älteste'],
    [data ? counted(data.done_today) : '…', 'heute erledigt'],
  ]
  return (
    <dl className="queue-figures num">
      {shown.map(([value, text]) => (
        <div key={text}>
          <dd>{value}</dd>
          <dt>{text}</dt>
        </div>
      ))}
    </dl>
  )
}
