import { asInviteCode, inviteFieldMax, inviteForm } from '@hot/domain/auth/sign-in-form'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import type { InviteState } from './api.ts'

export const inviteTexts: Record<InviteState, string> = {
  valid: 'Deine Einladung gilt. Schön, dass du kommst.',
  unknown: 'Diesen Code kennen wir nicht. Prüf, ob du dich vertippt hast: Acht Zeichen, ohne 0, O, 1, I und L.',
  expired: 'Diese Einladung ist abgelaufen. Frag nach einer neuen.',
  used: 'Diese Einladung ist schon verbraucht. Frag nach einer neuen.',
  waiting: 'Zu viele falsche Codes. Versuch es in einer Stunde noch mal.',
  unanswered: 'Wir konnten den Code nicht prüfen. Prüf deine Verbindung und versuch es noch einmal.',
}

type Props = {
  /** The code that was brought along. */
  code: string
  action: string
  /** What is known about `code`; null: nobody was asked yet. */
  state: InviteState | null
  running: boolean
  onSubmit: (code: string) => unknown
}

/** Asks for the code; mounted anew for each code that is brought along. */
export function InviteForm({ code, action, state, running, onSubmit }: Props) {
  const form = useZodForm(inviteForm, { code })
  const refused = state !== null && state !== 'valid' && !running
  return (
    <form {...form.formProps((typed) => onSubmit(typed.code))} className="invite-form" aria-busy={running}>
      <TextField
        label="Einladungscode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={inviteFieldMax}
        hint="Acht Zeichen, groß oder klein ist egal."
        {...form.input('code')}
        error={refused ? inviteTexts[state] : null}
      />
      <Button type="submit" variant="hot" wide disabled={asInviteCode(form.watch('code')) === '' || running}>
        {running ? 'Einen Moment …' : action}
      </Button>
    </form>
  )
}
