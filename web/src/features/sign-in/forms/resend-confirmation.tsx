import { showToast } from '#web/ui/feedback/toasts.ts'
import { resendConfirmation } from '../auth-calls.ts'
import { failureText } from '../sign-in-error.ts'
import { useSending } from './use-sending.ts'

/** For who lost the first mail. The backend answers alike whether the account exists or not. */
export function ResendConfirmation({ email, disabled = false }: { email: string; disabled?: boolean }) {
  const sending = useSending()
  const send = () =>
    sending.send(async () => {
      try {
        await resendConfirmation(email)
        showToast({ from: 'signIn', title: 'Mail ist unterwegs', text: 'Schau auch im Spam-Ordner nach.' })
      } catch (error) {
        showToast({ kind: 'error', from: 'signIn', title: 'Mail nicht gesendet', text: failureText(error) })
      }
    })
  return (
    <button type="button" className="text-button" disabled={disabled || sending.running} onClick={send}>
      {sending.running ? 'Wird gesendet …' : 'Bestätigungs-Mail noch einmal senden'}
    </button>
  )
}
