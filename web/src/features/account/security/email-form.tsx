import { newEmailSchema } from '@hot/domain/auth/security-form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { useMember } from '../account-frame.tsx'
import { askForNewEmail, resendNewEmail, waysQuery } from './api.ts'
import { useIdentityCheck } from './identity-check.tsx'

/** The address of the account. It changes once the links in both mails were followed. */
export function EmailForm() {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const query = waysQuery(user.id)
  const { data: ways } = useQuery(query)
  const form = useZodForm(newEmailSchema(user.email), { email: '' })
  const { guard, dialog } = useIdentityCheck()
  const change = useWrite(async ({ email }: { email: string }) => {
    if (!(await guard(() => askForNewEmail(email.trim())))) return
    form.reset()
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
    showToast({ title: 'Zwei Mails sind unterwegs', text: 'Klick in beiden auf den Link.' })
  })
  return (
    <div className="grid max-w-140 gap-4">
      <p className="wrap-anywhere">
        Deine Adresse ist <b>{user.email}</b>. Andere sehen sie nie.
      </p>
      {ways?.newEmail && <WaitingChange newEmail={ways.newEmail} />}
      <form {...form.formProps(change.run)} onChange={change.forget} className="grid gap-4">
        <TextField
          label="Neue E-Mail-Adresse"
          type="email"
          autoComplete="email"
          hint="Wir schicken je einen Link an die alte und die neue Adresse. Erst wenn du beiden folgst, gilt die neue."
          {...form.input('email')}
        />
        <FormFoot
          action={change}
          submit="Adresse ändern"
          working="Wird gesendet …"
          variant="strong"
          disabled={form.watch('email') === ''}
        />
      </form>
      {dialog}
    </div>
  )
}

function WaitingChange({ newEmail }: { newEmail: string }) {
  const { busy, failure, run } = useWrite(async () => {
    await resendNewEmail(newEmail)
    showToast({ title: 'Mail ist unterwegs', text: newEmail })
  })
  return (
    <Note>
      <p className="wrap-anywhere">
        <b>{newEmail}</b> wartet auf Bestätigung. Folge den Links in beiden Mails.
      </p>
      <Button variant="quiet" small onClick={() => void run()} disabled={busy}>
        Mails noch einmal schicken
      </Button>
      <FormFailure text={failure} />
    </Note>
  )
}
