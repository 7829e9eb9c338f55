import { mailDomain } from '@hot/domain/auth/mail-domains'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { accountKey } from '../account-queries.ts'
import { useMember } from '../member.tsx'
import { askForNewEmail, resendNewEmail } from './credentials.ts'
import { signInWays } from './identity.ts'
import { useIdentityCheck } from './use-identity-check.tsx'

/** The address of the account. It changes once the links in both mails were followed. */
export function EmailForm() {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const waysKey = accountKey(user.id, 'sign-in-ways')
  const { data: ways } = useQuery({ queryKey: waysKey, queryFn: signInWays, staleTime: 0 })
  const [email, setEmail] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const action = useAction()
  const { form, focusMistake } = useMistakeFocus()
  const { guard, dialog } = useIdentityCheck()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = mistakeIn(email, user.email)
    setMistake(found)
    if (found) return focusMistake()
    let asked = false
    await action.run(async () => {
      asked = await guard(() => askForNewEmail(email.trim()))
    })
    if (!asked) return
    setEmail('')
    await queryClient.invalidateQueries({ queryKey: waysKey })
    showToast({ title: 'Zwei Mails sind unterwegs', text: 'Klick in beiden auf den Link.' })
  }
  return (
    <div className="grid max-w-140 gap-4">
      <p className="wrap-anywhere">
        Deine Adresse ist <b>{user.email}</b>. Andere sehen sie nie.
      </p>
      {ways?.newEmail && <WaitingChange newEmail={ways.newEmail} />}
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Neue E-Mail-Adresse"
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            setMistake(null)
            action.forget()
          }}
          error={mistake}
          hint="Wir schicken je einen Link an die alte und die neue Adresse. Erst wenn du beiden folgst, gilt die neue."
        />
        <FormFoot
          action={action}
          submit="Adresse ändern"
          working="Wird gesendet …"
          variant="strong"
          disabled={email === ''}
        />
      </form>
      {dialog}
    </div>
  )
}

/** What is wrong with a new address as far as this page can know; the operator's extra domains only the server knows. */
function mistakeIn(email: string, current: string): string | null {
  if (mailDomain(email) === null) return 'Das ist keine gültige E-Mail-Adresse. Prüf sie noch einmal.'
  return email.trim().toLowerCase() === current.toLowerCase() ? 'Das ist schon deine Adresse.' : null
}

function WaitingChange({ newEmail }: { newEmail: string }) {
  const action = useAction()
  const resend = () =>
    action.run(async () => {
      await resendNewEmail(newEmail)
      showToast({ title: 'Mail ist unterwegs', text: newEmail })
    })
  return (
    <Note>
      <p className="wrap-anywhere">
        <b>{newEmail}</b> wartet auf Bestätigung. Folge den Links in beiden Mails.
      </p>
      <Button variant="quiet" small onClick={resend} disabled={action.busy}>
        Mails noch einmal schicken
      </Button>
      <FormFailure text={action.failure} />
    </Note>
  )
}
