import { isSensitive, type RumorSubject, rumorSubjects, subjectName } from '@hot/domain/post/sensitive-subjects'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Callout } from '#web/ui/feedback/state.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { SwitchField } from '#web/ui/forms/switch-field.tsx'

type Value = RumorSubject | ''
type Props = { value: Value; error: string | undefined; onChange: (subject: Value) => void }

const usual = rumorSubjects.filter((subject) => !isSensitive(subject))
const sensitive = rumorSubjects.filter(isSensitive)

/**
 * What a rumor is about, one of a few. The subjects that can harm people most stand behind a switch, with their rule:
 * side by side with the others they would read as an invitation.
 */
export function SubjectField({ value, error, onChange }: Props) {
  const name = useId()
  const errorId = error ? `${name}-error` : undefined
  const [opened, setOpened] = useState(false)
  const open = opened || isSensitive(value)
  const turn = (on: boolean) => {
    setOpened(on)
    if (!on && isSensitive(value)) onChange('')
  }
  const choose = (subject: RumorSubject) => {
    setOpened(isSensitive(subject))
    onChange(subject)
  }
  const chips = { name, value, onChoose: choose, errorId }
  return (
    <fieldset className="field">
      <legend>
        Worum geht es? <span className="font-normal">(Pflichtangabe)</span>
      </legend>
      <Chips subjects={usual} {...chips} />
      <FieldError id={errorId} error={error} />
      <SwitchField
        label="Heikles Thema"
        hint="Gesundheit, Sexualität, Straftaten oder Minderjährige."
        value={open}
        onChange={turn}
      />
      <div role="status" className="not-empty:mt-1">
        {open && (
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
      {open && <Chips subjects={sensitive} {...chips} />}
    </fieldset>
  )
}

type ChipsProps = {
  value: Value
  onChoose: (subject: RumorSubject) => void
  subjects: readonly RumorSubject[]
  /** Name of the group: all chips are one choice. */
  name: string
  errorId: string | undefined
}

function Chips({ subjects, name, value, onChoose, errorId }: ChipsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {subjects.map((subject) => (
        <label key={subject} className="chip chip-radio">
          <input
            type="radio"
            name={name}
            value={subject}
            required
            checked={value === subject}
            onChange={() => onChoose(subject)}
            aria-invalid={Boolean(errorId)}
            aria-describedby={errorId}
          />
          {subjectName(subject)}
        </label>
      ))}
    </div>
  )
}
