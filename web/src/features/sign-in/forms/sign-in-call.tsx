import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { type ReactNode, useEffect, useState } from 'react'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { failureText } from '../sign-in-error.ts'

/** After this long (ms) the form tells the person that it is still working. */
const slowAfter = 4000

export const welcomeBack = (): void =>
  showToast({ from: 'signIn', title: 'Anmeldung erfolgreich', text: 'Willkommen zurück!' })

/** Greets a just confirmed account, or one just created through a provider. */
export const welcome = (): void =>
  showToast({ from: 'signIn', title: 'Anmeldung erfolgreich', text: 'Willkommen bei HoT!' })

export const refusalToast = (title: string, text: string): void =>
  showToast({ kind: 'error', from: 'signIn', title, text })

/** A sign-in call, one at a time: a failure is shown in a toast titled `title`, and remains available as `trouble`. */
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
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return slow
}

type Props = {
  busy: boolean
  /** The error message, already announced by the toast. */
  trouble?: string | null | undefined
  /** Helpful actions, such as resending the mail. */
  children?: ReactNode
}

/** The line above a form's button: shows a failure after its toast has disappeared, and a hint when the call is slow. */
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
