import { useNavigate } from '@tanstack/react-router'
import LogOut from 'lucide-react/icons/log-out'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

/** Ends the session of this device. */
export function SignOutButton() {
  const navigate = useNavigate()
  const action = useAction()
  const leave = () =>
    action.run(async () => {
      await signOut('local')
      showToast({ title: 'Abgemeldet', text: 'Bis zur nächsten Folge.' })
      await navigate({ to: '/', ignoreBlocker: true })
    })
  return (
    <div className="grid justify-items-start gap-2">
      <Button onClick={leave} disabled={action.busy}>
        <Icon of={LogOut} />
        Abmelden
      </Button>
      <FormFailure text={action.failure} />
    </div>
  )
}
