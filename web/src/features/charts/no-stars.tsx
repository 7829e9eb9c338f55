import type { StarVotesWaiting } from '@hot/domain/contract/star'
import { berlinDay, berlinTime } from '@hot/domain/time/berlin-time'
import { clock, weekdayName } from '@hot/domain/time/german-date'
import { formatCount } from '#web/ui/data/format-number.ts'
import { EmptyState } from '#web/ui/feedback/state.tsx'

/** What there is while no star has a place, and what happens next: at most a day ahead, so the weekday is enough. */
function waitingText({ votes, needed, from }: StarVotesWaiting): { title: string; text: string } {
  if (votes === 0) return { title: 'Noch hat niemand abgestimmt.', text: 'Irgendwer muss anfangen.' }
  const title = votes === 1 ? 'Eine Stimme liegt da.' : `${formatCount(votes)} Stimmen liegen da.`
  const place = needed > 1 ? `Mit ${needed} Stimmen steht ein Star in der Liste.` : 'Gleich steht hier, für wen.'
  if (!from) return { title, text: place }
  const when = `${weekdayName(berlinDay(from))}, ${clock(berlinTime(from))} Uhr`
  const first = votes === 1 ? `Sie zählt ab ${when}.` : `Die ersten zählen ab ${when}.`
  return { title, text: needed > 1 ? `${first} ${place}` : first }
}

/** In place of a chart of stars without stars. `chart`: as large as the chart itself. */
export default function NoStars({ waiting, chart }: { waiting: StarVotesWaiting; chart?: boolean | undefined }) {
  const { title, text } = waitingText(waiting)
  if (chart) return <EmptyState emoji="🧊" title={title} text={text} />
  return <p className="text-ink-2">{`${title} ${text}`}</p>
}
