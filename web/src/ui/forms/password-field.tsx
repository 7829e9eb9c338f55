import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Icon } from '../media/icon.tsx'
import { Field, type FieldText } from './field.tsx'
import './password-field.css'

type Props = FieldText & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>

/** A password field that can show its text, without autocorrection and capitalisation. */
export function PasswordField({ label, hint, error, counter, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(control) => (
        <span className="password-field">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
          />
          <IconButton
            label={shown ? 'Passwort verbergen' : 'Passwort anzeigen'}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </IconButton>
        </span>
      )}
    </Field>
  )
}
