import { changePasswordSchema } from '@hot/domain/auth/security-form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText, refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { useMember } from '../account-frame.tsx'
import { accountKey } from '../api.ts'
import { SectionSkeleton } from '../skeletons.tsx'
import { setPassword, signInAgain, waysQuery } from './api.ts'
import { useIdentityCheck } from './identity-check.tsx'

const empty = { current: '', next: '', again: '' }
type Fields = typeof empty

/** Refusals of the server that belong to one field. */
const fieldOf: Readonly<Record<string, keyof Fields>> = {
  invalid_credentials: 'current',
  same_password: 'next',
  weak_password: 'next',
}

/** Accounts made through a provider get their first password here; the others prove the old one. */
export function PasswordForm() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(waysQuery(user.id))
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Deine Anmeldung wird geladen" />
  return <ChangePassword hasPassword={data.password} />
}

function ChangePassword({ hasPassword }: { hasPassword: boolean }) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const form = useZodForm(changePasswordSchema, empty)
  const { guard, dialog } = useIdentityCheck()
  const change = async ({ current, next }: Fields) => {
    if (hasPassword) await signInAgain(user.email, current)
    if (!(await guard(() => setPassword(next)))) return
    form.reset()
    await queryClient.invalidateQueries({ queryKey: accountKey(user.id) })
    showToast({ title: 'Passwort geändert', text: 'Alle anderen Geräte sind jetzt abgemeldet.' })
  }
  const { busy, failure, run } = useWrite((fields: Fields) =>
    change(fields).catch((error: unknown) => {
      const field = fieldOf[refusalOf(error)]
      if (!field) throw error
      form.refuse({ [field]: failureText(error) })
    }),
  )
  const typed = form.watch()
  const complete = (typed.current !== '' || !hasPassword) && typed.next !== '' && typed.again !== ''
  return (
    <>
      <form {...form.formProps(run)} className="grid max-w-140 gap-4">
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {hasPassword ? (
          <PasswordField label="Aktuelles Passwort" autoComplete="current-password" {...form.input('current')} />
        ) : (
          <p>Du meldest dich über einen Anbieter an. Mit einem Passwort geht es auch ohne ihn.</p>
        )}
        <PasswordField
          label="Neues Passwort"
          autoComplete="new-password"
          hint="Mindestens 8 Zeichen. Ein ganzer Satz ist besser als ein Rätsel."
          {...form.input('next')}
        />
        <PasswordField label="Neues Passwort bestätigen" autoComplete="new-password" {...form.input('again')} />
        <FormFailure text={failure} />
        <p>
          <Button type="submit" variant="strong" disabled={busy || !complete}>
            {busy ? 'Wird geändert …' : hasPassword ? 'Passwort ändern' : 'Passwort setzen'}
          </Button>
        </p>
      </form>
      {/* Outside: what is sent off in the dialog must not send off this form. */}
      {dialog}
    </>
  )
}
