import { isSensitive, type RumorSubject, rumorSubjects, subjectName } from '@hot/domain/post/sensitive-subjects'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Callout } from '#web/ui/feedback/state.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'

type Props = { value: RumorSubject | ''; error: string | undefined; onChange: (subject: RumorSubject) => void }

/** What a rumor is about, one of a few; with the rule for those that can harm people most. */
export function SubjectField({ value, error, onChange }: Props) {
  const name = useId()
  const errorId = error ? `${name}-error` : undefined
  return (
    <fieldset className="field">
      <legend>Worum geht es?</legend>
      <div className="flex flex-wrap gap-2">
        {rumorSubjects.map((subject) => (
          <label key={subject} className="chip chip-radio">
            <input
              type="radio"
              name={name}
              value={subject}
              checked={value === subject}
              onChange={() => onChange(subject)}
              aria-invalid={Boolean(error)}
              aria-describedby={errorId}
            />
            {subjectName(subject)}
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
      <div role="status" className="not-empty:mt-1">
        {isSensitive(value) && (
          <Callout kind="warn">
            <b>Das liest erst jemand vom Team</b>, und es braucht einen Link: dorthin, wo die Leute es selbst öffentlich
            gemacht haben. Mehr dazu in den{' '}
            <Link to="/community-guidelines" hash="geruechte" className="link">
              Community-Guidelines
            </Link>
            .
          </Callout>
        )}
      </div>
    </fieldset>
  )
}
