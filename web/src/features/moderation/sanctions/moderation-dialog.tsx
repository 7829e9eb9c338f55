import type { ModerationStatus } from '@hot/domain/contract/account/decision'
import { banSentence, type SanctionKind } from '@hot/domain/moderation/sanctions'
import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Reasons } from './decision.tsx'

type Props = {
  status: ModerationStatus
  kind: SanctionKind
  decision: ModerationStatus['decisions'][number]
  onAcknowledge: () => void
}

/** One new warning or ban of the viewer's. */
export default function ModerationDialog({ status, kind, decision, onAcknowledge }: Props) {
  const isBan = kind === 'ban'
  const serious = !isBan && decision.severity === 'high'
  return (
    <Dialog open wide onClose={onAcknowledge} title={isBan ? 'Sperre' : 'Verwarnung'}>
      {isBan && <p className="type-h4">{banSentence(status.banned_until)}</p>}
      {serious && <p className="type-h4">Das ist eine schwerwiegende Verwarnung.</p>}
      <Reasons
        decision={{
          ...decision,
          kind: decision.action,
          scope: null,
          excerpt: decision.content_excerpt,
          ends_at: isBan ? status.banned_until : null,
        }}
      />
      {isBan && <p>Lesen, melden, deine Daten holen und Einspruch einlegen kannst du weiterhin.</p>}
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="strong" onClick={onAcknowledge}>
          Verstanden
        </Button>
        <Link to="/account/einspruch/$id" params={{ id: decision.id }} className="link" onClick={onAcknowledge}>
          Einspruch einlegen
        </Link>
      </div>
    </Dialog>
  )
}
