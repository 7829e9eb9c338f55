import { passwordFault } from '@hot/domain/auth/password'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureText, refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { accountKey } from '../account-queries.ts'
import { SectionSkeleton } from '../account-skeleton.tsx'
import { useMember } from '../member.tsx'
import { setPassword } from './credentials.ts'
import { signInAgain, signInWays } from './identity.ts'
import { useIdentityCheck } from './use-identity-check.tsx'

const fields = { current: '', next: '', again: '' }
type Fields = typeof fields
type Mistakes = Partial<Record<keyof Fields, string | null>>

/** Accounts made through a provider get their first password here; the others prove the old one. */
export function PasswordForm() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery({
    queryKey: accountKey(user.id, 'sign-in-ways'),
    queryFn: signInWays,
    staleTime: 0,
  })
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Deine Anmeldung wird geladen" />
  return <ChangePassword hasPassword={data.password} />
}

function ChangePassword({ hasPassword }: { hasPassword: boolean }) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(fields)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const action = useAction()
  const { form, focusMistake } = useMistakeFocus()
  const { guard, dialog } = useIdentityCheck()

  const change = async () => {
    if (hasPassword) await signInAgain(user.email, typed.current)
    if (!(await guard(() => setPassword(typed.next)))) return
    setTyped(fields)
    await queryClient.invalidateQueries({ queryKey: accountKey(user.id) })
    showToast({ title: 'Passwort geändert', text: 'Alle anderen Geräte sind jetzt abgemeldet.' })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = mistakesIn(typed)
    setMistakes(found)
    if (Object.values(found).some(Boolean)) return focusMistake()
    await action.run(async () => {
      try {
        await change()
      } catch (error) {
        const field = fieldOf[refusalOf(error)]
        if (!field) throw error
        setMistakes({ [field]: failureText(error) })
        focusMistake()
      }
    })
  }
  const field = (name: keyof Fields) => ({
    name,
    value: typed[name],
    error: mistakes[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value })
      setMistakes({ ...mistakes, [name]: null })
    },
  })
  const complete = (typed.current !== '' || !hasPassword) && typed.next !== '' && typed.again !== ''
  return (
    <>
      <form ref={form} noValidate onSubmit={submit} className="grid max-w-140 gap-4">
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {hasPassword ? (
          <PasswordField label="Aktuelles Passwort" autoComplete="current-password" {...field('current')} />
        ) : (
          <p>Du meldest dich über einen Anbieter an. Mit einem Passwort geht es auch ohne ihn.</p>
        )}
        <PasswordField
          label="Neues Passwort"
          autoComplete="new-password"
          hint="Mindestens 8 Zeichen. Ein ganzer Satz ist besser als ein Rätsel."
          {...field('next')}
        />
        <PasswordField label="Neues Passwort bestätigen" autoComplete="new-password" {...field('again')} />
        <FormFailure text={action.failure} />
        <p>
          <Button type="submit" variant="strong" disabled={action.busy || !complete}>
            {action.busy ? 'Wird geändert …' : hasPassword ? 'Passwort ändern' : 'Passwort setzen'}
          </Button>
        </p>
      </form>
      {/* Outside: what is sent off in the dialog must not send off this form. */}
      {dialog}
    </>
  )
}

/** Refusals of the server that belong to one field. */
const fieldOf: Readonly<Record<string, keyof Fields>> = {
  invalid_credentials: 'current',
  same_password: 'next',
  weak_password: 'next',
}

const mistakesIn = ({ next, again }: Fields): Mistakes => ({
  next: passwordFault(next)?.text,
  again: next === again ? null : 'Passwörter stimmen nicht überein. Bitte überprüfe deine Passwort-Eingabe.',
})
