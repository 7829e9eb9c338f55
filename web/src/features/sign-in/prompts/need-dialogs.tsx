import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { endWritingRequest, type WritingRequest } from '#web/lib/auth/viewer/writing-gate.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SecondFactorForm } from '../forms/second-factor.tsx'
import { NicknameDialog } from './nickname-dialog.tsx'
import '../sign-in.css'

type NeedProps = {
  request: WritingRequest
  /** Has not said yet to be old enough. */
  asksAge: boolean
  /** The member does not want to be asked again now. */
  onPutOff: () => void
  onOpen: (path: string) => void
}

/** What a member needs before writing. */
export function NeedDialog({ request, asksAge, onPutOff, onOpen }: NeedProps) {
  if (request.need === 'invite') return <InviteNeededDialog onClose={endWritingRequest} onOpen={onOpen} />
  const close = () => {
    onPutOff()
    endWritingRequest()
  }
  return <NicknameDialog asksAge={asksAge} onClose={close} />
}

const giveUp = () => void signOut('local').catch(() => {})
const ignore = () => {}

/**
 * For a session that still needs its second factor, after a reload or because the factor was set up on another device.
 */
export function SecondFactorDialog() {
  return (
    <Dialog
      open
      onClose={giveUp}
      title="Zweiter Faktor"
      description="Dein Konto ist mit einem zweiten Faktor gesichert. Bestätige kurz, dass du es bist."
    >
      <SecondFactorForm onDone={ignore} onGiveUp={giveUp} />
    </Dialog>
  )
}

/** Shown in invite mode when a member without an invitation tries to write. */
function InviteNeededDialog({ onClose, onOpen }: { onClose: () => void; onOpen: (path: string) => void }) {
  const open = (path: string) => () => {
    onClose()
    onOpen(path)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Noch nicht eingeladen"
      description="Lesen kannst du alles. Zum Mitmachen brauchst du gerade einen Einladungscode."
    >
      <div className="sign-in-choices">
        <Button variant="hot" wide onClick={open('/invites')}>
          Code einlösen
        </Button>
        <Button wide onClick={open('/invite-system')}>
          Wie Einladungen funktionieren
        </Button>
      </div>
    </Dialog>
  )
}
