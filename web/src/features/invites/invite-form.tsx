import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { asCode, type InviteState } from './invite-calls.ts'
import { inviteTexts } from './invite-texts.ts'

type Props = {
  /** The code that was brought along. */
  code: string
  action: string
  /** What is known about `code`; null: nobody was asked yet. */
  state: InviteState | null
  running: boolean
  onSubmit: (code: string) => void
}

/** Asks for the code; mounted anew for each code that is brought along. */
export function InviteForm({ code, action, state, running, onSubmit }: Props) {
  const [typed, setTyped] = useState(code)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (asCode(typed) !== '' && !running) onSubmit(asCode(typed))
  }
  const refused = state !== null && state !== 'valid' && !running
  return (
    <form className="invite-form" onSubmit={submit} aria-busy={running}>
      <TextField
        label="Einladungscode"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        error={refused ? inviteTexts[state] : null}
        hint="Acht Zeichen, groß oder klein ist egal."
      />
      <Button type="submit" variant="hot" wide disabled={asCode(typed) === '' || running}>
        {running ? 'Einen Moment …' : action}
      </Button>
    </form>
  )
}
