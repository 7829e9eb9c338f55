import type { Standing } from '@hot/domain/episode/standing'
import Check from 'lucide-react/icons/check'
import { useId } from 'react'
import { OwnResults, useProgress } from '#web/entities/format/progress.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import './stand.css'

type Props = { seasonId: string; standing: Standing }

/** How far the member has seen a season: a tick an episode, the next one by one press, any other from a list. */
export function Stand({ seasonId, standing: { numbers, aired } }: Props) {
  const { until, failed, retry, busy, change } = useProgress(seasonId)
  const id = useId()
  if (until === undefined) return failed ? <NotLoaded onRetry={retry} /> : <div className="stand" aria-hidden="true" />
  const seen = until ?? 0
  const watchable = numbers.filter((number) => number <= aired)
  const next = watchable.find((number) => number > seen)
  return (
    <section className="stand" aria-labelledby={id}>
      <OwnResults seasonIds={[seasonId]} />
      <h3 id={id} className="type-h4">
        {standText(until, numbers)}
      </h3>
      <ol className="stand-ticks">
        {numbers.map((number) => (
          <li key={number} data-is={number <= seen ? 'seen' : number <= aired ? 'aired' : undefined}>
            <VisuallyHidden>{tickText(number, seen, aired)}</VisuallyHidden>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        {next !== undefined && (
          <Button variant="hot" busy={busy} onClick={() => change(next)}>
            <Icon of={Check} size={16} />
            {`Folge ${next} gesehen`}
          </Button>
        )}
        <label className="flex items-center gap-2">
          <span className="meta">Gesehen bis</span>
          <select
            className="field-input stand-until"
            value={until ?? ''}
            onChange={({ target: { value } }) => change(value === '' ? null : Number(value))}
          >
            <option value="">keine Angabe</option>
            <option value="0">noch nichts</option>
            {watchable
              .filter((number) => number > 0)
              .map((number) => (
                <option key={number} value={number}>
                  {`Folge ${number}`}
                </option>
              ))}
          </select>
        </label>
      </div>
      <p className="meta">
        {until === null
          ? 'Sag, wie weit du bist: Platzierungen bleiben verdeckt, bis du so weit bist. Das siehst nur du.'
          : 'Wer wie weit kam, zeigen wir dir, sobald du alles Gelaufene gesehen hast. Deinen Stand siehst nur du.'}
      </p>
    </section>
  )
}

function standText(until: number | null, numbers: readonly number[]): string {
  if (until === null) return 'Wie weit bist du?'
  if (until === 0) return 'Noch nichts gesehen'
  return `Gesehen bis Folge ${until} von ${numbers.at(-1)}`
}

function tickText(number: number, seen: number, aired: number): string {
  if (number <= seen) return `Folge ${number}: gesehen`
  return number <= aired ? `Folge ${number}: gelaufen` : `Folge ${number}: kommt noch`
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="stand" role="alert">
      <p>Wie weit du bist, ließ sich nicht laden.</p>
      <Button className="justify-self-start" onClick={onRetry}>
        Erneut versuchen
      </Button>
    </div>
  )
}
