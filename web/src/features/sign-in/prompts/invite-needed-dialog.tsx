import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import '../sign-in.css'

/** Shown when an account that came through a provider without a code wants to write in invite mode. */
export function InviteNeededDialog({ onClose, onOpen }: { onClose: () => void; onOpen: (path: string) => void }) {
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
