import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { forgetInvite } from '#web/platform/storage/pending-invite.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { signInByPassword, signUpByMail } from '../auth-calls.ts'
import { pathShown, rememberReturn } from '../return-path.ts'
import type { ScreenProps } from '../screen-props.ts'
import { failureKind, failureText } from '../sign-in-error.ts'
import { mailCheck, signUpSettingsQuery } from '../sign-up-settings.ts'
import { registered, welcomeBack } from '../success-toasts.ts'
import { type EntryField, type EntryMode, isIncomplete, mailRefusal, type Refusal, refuseEntry } from './entry-check.ts'
import { useSending } from './use-sending.ts'

const failed = { login: 'Anmeldung fehlgeschlagen', register: 'Registrierung fehlgeschlagen' } as const

type Trouble = { text: string; field: EntryField | null; confirmable: boolean }

const succeed = { login: welcomeBack, register: registered } as const

/** Behaviour of the two e-mail screens: checks, sends, says what happened, and gives the focus to what is wrong. */
export function useEntryForm(mode: EntryMode, { state, dispatch, onDone }: ScreenProps) {
  const { entry, inviteCode } = state
  const sending = useSending()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const incomplete = isIncomplete(entry, mode)

  useEffect(() => {
    if (!trouble) return
    form.current?.querySelector<HTMLInputElement>(`[name=${trouble.field ?? 'password'}]`)?.focus()
  }, [trouble])

  // The hint below the address already lists the providers.
  const refuseWith = ({ title, text, field }: Refusal) => {
    showToast({ kind: 'error', from: 'signIn', title, text })
    setTrouble({ text: field === 'email' ? `${title}.` : text, field, confirmable: false })
  }

  const fail = (error: unknown) => {
    const kind = failureKind(error)
    if (kind === 'mail-domain') {
      refuseWith(mailRefusal())
      return
    }
    const text = failureText(error)
    showToast({ kind: 'error', from: 'signIn', title: failed[mode], text })
    setTrouble({ text, field: null, confirmable: kind === 'not-confirmed' })
  }

  async function send(): Promise<void> {
    // Without the operator's list the backend decides alone.
    const settings = await queries.fetchQuery(signUpSettingsQuery).catch(() => null)
    const refusal = refuseEntry(entry, mode, mailCheck(settings))
    if (refusal) return refuseWith(refusal)
    if (mode === 'register') {
      rememberReturn(pathShown())
      await signUpByMail(entry.email, entry.password, inviteCode.trim())
      forgetInvite()
    } else if ((await signInByPassword(entry.email, entry.password)) === 'second-factor') {
      dispatch({ type: 'show', view: 'second-factor' })
      return
    }
    succeed[mode]()
    onDone()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (incomplete) return
    setTrouble(null)
    sending.send(() => send().catch(fail))
  }
  const type = (field: EntryField) => (event: FormEvent<HTMLInputElement>) =>
    dispatch({ type: 'type', field, text: event.currentTarget.value })
  const errorOf = (field: EntryField) => (trouble?.field === field ? trouble.text : null)

  return { form, sending, trouble, incomplete, submit, type, errorOf }
}
