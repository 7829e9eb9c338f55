import type { AdminCalendarEvent, EventScope } from '@hot/domain/contract/admin/calendar'
import { Segmented } from '#web/ui/controls/segmented.tsx'

type Series = NonNullable<AdminCalendarEvent['series']>
type Props = { label: string; series: Series; scope: EventScope; onChange: (scope: EventScope) => void }

/** Which episodes of a series an edit applies to. */
export function ScopeChoice({ label, series, scope, onChange }: Props) {
  const choices: [EventScope, string][] = [
    ['this', 'nur diese'],
    ['following', `diese und folgende (${series.following})`],
    ['all', `alle (${series.episodes})`],
  ]
  return (
    <Segmented label={label}>
      {choices.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={value === scope} onClick={() => onChange(value)}>
          {text}
        </button>
      ))}
    </Segmented>
  )
}
