import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { type ReactNode, useEffect, useState } from 'react'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { showToast, signInOutcomeMs } from '#web/ui/feedback/toasts.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { failureText } from './sign-in-error.ts'

/** After this time the form says that it is still working (ms). */
const slowAfterMs = 4000

/** For toasts that tell how signing in or registering ended. */
export const signInOutcome = { from: 'signIn', durationMs: signInOutcomeMs } as const

export const welcomeBack = (): void =>
  showToast({ ...signInOutcome, title: 'Anmeldung erfolgreich', text: 'Willkommen zurück!' })

/** Greets a just confirmed account, or one just created through a provider. */
export const welcome = (): void =>
  showToast({ ...signInOutcome, title: 'Anmeldung erfolgreich', text: 'Willkommen bei HoT!' })

/** An error toast that stays as long as those of signing in. */
export const refusalToast = (title: string, text: string): void =>
  showToast({ ...signInOutcome, kind: 'error', title, text })

/** A call for signing in, one at a time. A failure is shown by a toast titled `title` and returned as `trouble`. */
export function useSignInCall<Args = void>(
  call: (args: Args) => Promise<unknown>,
  title: string,
  onFailed?: (error: unknown) => void,
  textOf: (error: unknown) => string = failureText,
) {
  const { busy, error, run, forget } = useWrite(call, {
    onFailed: (failure) => {
      refusalToast(title, textOf(failure))
      onFailed?.(failure)
    },
  })
  return { busy, trouble: error ? textOf(error) : null, error, run, forget }
}

function useIsSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return slow
}

type Props = {
  busy: boolean
  /** The error message, which a toast has announced already. */
  trouble?: string | null | undefined
  /** Helpful actions, such as resending the mail. */
  children?: ReactNode
}

/**
 * The status above a form's button: a failure, which stays after its toast has disappeared, or a hint that the call is
 * slow.
 */
export function FormStatus({ busy, trouble, children }: Props) {
  const slow = useIsSlow(busy)
  return (
    <div className="sign-in-status">
      <p role="status">{slow && 'Das dauert länger als sonst. Wir sind noch dran, lass das Fenster offen.'}</p>
      {busy && <div className="sign-in-waiting" />}
      {!busy && trouble && (
        <p className="field-error">
          <Icon of={TriangleAlert} size={16} />
          {trouble}
        </p>
      )}
      {!busy && children}
    </div>
  )
}
