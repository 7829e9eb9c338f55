import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { signOut } from '#web/data/session-actions.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toasts.ts'

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
