import { Note } from '#web/ui/feedback/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Mistakes, Place } from './mistakes.ts'
import { OptionFields } from './option-fields.tsx'
import type { PostFields } from './post-fields.ts'

type Props = {
  fields: PostFields
  mistakes: Mistakes
  optionsOpen: boolean
  onChange: (part: Partial<PostFields>, places: (place: Place) => boolean) => void
  onLeft: (place: Place) => void
}

const ofOptions = (place: Place) => place.startsWith('options.')

/** What only polls have: answers and an end. */
export function PollFields({ fields, mistakes, optionsOpen, onChange, onLeft }: Props) {
  return (
    <>
      {optionsOpen ? (
        <OptionFields
          options={fields.options}
          mistakes={mistakes}
          onChange={(options) => onChange({ options }, ofOptions)}
          onBlur={(index) => onLeft(`options.${index}`)}
        />
      ) : (
        <Note>
          <p>Es wurde schon abgestimmt. Die Antworten bleiben, wie sie sind:</p>
          <ul className="mt-1 list-disc pl-5">
            {fields.options.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        </Note>
      )}
      <TextField
        label="Ende der Abstimmung (optional)"
        name="ends_at"
        type="datetime-local"
        value={fields.endsAt}
        onChange={(event) => onChange({ endsAt: event.target.value }, (place) => place === 'ends_at')}
        onBlur={() => onLeft('ends_at')}
        error={mistakes.ends_at}
        hint="Uhrzeit in Deutschland. Ohne Ende läuft sie einfach weiter."
      />
    </>
  )
}
