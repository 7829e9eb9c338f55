import { pollOptionMax } from '@hot/domain/post/limits'
import { textLength } from '@hot/domain/text/sanitize-text'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import type { KeyboardEvent } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { focusName } from './option-steps.ts'
import type { OptionField } from './post-fields.ts'

/** From here on it is worth saying how much is left. */
const nearlyFull = 60

type Props = {
  option: OptionField
  index: number
  count: number
  removable: boolean
  error: string | undefined
  onType: (text: string) => void
  onBlur: () => void
  onNext: () => void
  onMove: (direction: 'up' | 'down', control: 'text' | 'up' | 'down') => void
  onRemove: () => void
}

/** One answer of a poll. Alt and an arrow key move it, Enter leads on. */
export function OptionRow({ option, index, count, removable, error, onType, onBlur, onNext, onMove, onRemove }: Props) {
  const name = `Antwort ${index + 1}`
  const used = textLength(option.text)
  const press = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null
    if (event.altKey && direction) onMove(direction, 'text')
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) onNext()
    else return
    event.preventDefault()
  }
  return (
    <Field label={name} error={error} counter={used > nearlyFull ? { used, max: pollOptionMax } : undefined}>
      {(control) => (
        <div className="flex items-center gap-1">
          <input
            {...control}
            data-focus={focusName(option.key, 'text')}
            autoComplete="off"
            value={option.text}
            onChange={(event) => onType(event.target.value)}
            onBlur={onBlur}
            onKeyDown={press}
          />
          {/* Not disabled at the ends: the focus would be lost with the last step. */}
          <IconButton
            label={`${name} nach oben`}
            data-focus={focusName(option.key, 'up')}
            aria-disabled={index === 0}
            className="aria-disabled:opacity-40"
            onClick={() => onMove('up', 'up')}
          >
            <Icon of={ArrowUp} />
          </IconButton>
          <IconButton
            label={`${name} nach unten`}
            data-focus={focusName(option.key, 'down')}
            aria-disabled={index === count - 1}
            className="aria-disabled:opacity-40"
            onClick={() => onMove('down', 'down')}
          >
            <Icon of={ArrowDown} />
          </IconButton>
          {removable && (
            <IconButton label={`${name} entfernen`} onClick={onRemove}>
              <Icon of={X} />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  )
}
