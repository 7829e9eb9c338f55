import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import '../sign-in.css'

const giveUp = () => void signOut('local').catch(() => {})
const nothing = () => {}

/** A session that still owes its second factor: after a reload in between, or because it was set up on another device. */
export function SecondFactorDialog() {
  return (
    <Dialog
      open
      onClose={giveUp}
      title="Zweiter Faktor"
      description="Dein Konto ist mit einem zweiten Faktor gesichert. Bestätige kurz, dass du es bist."
    >
      <SecondFactorForm onDone={nothing} onGiveUp={giveUp} />
    </Dialog>
  )
}
