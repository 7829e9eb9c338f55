import { banSentence, nextSanction, type Shown } from '@hot/domain/moderation/sanctions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { moderationStatusQuery, rememberSanction, shownSanctions } from './api.ts'
import { Reasons } from './decision.tsx'

/** Shown when the app is opened, once for each new warning or ban: what it is, why, and where to appeal. */
export default function ModerationDialog({ userId }: { userId: string }) {
  const { data } = useQuery(moderationStatusQuery(userId))
  const [shown, setShown] = useState<Shown>(() => shownSanctions(userId))
  const next = data && nextSanction(data, shown)
  const decision = next && data.decisions.find(({ id }) => id === next.sanction.id)
  if (!next || !decision) return null
  const acknowledge = () => {
    rememberSanction(next.kind, userId, decision.created_at)
    setShown((before) => ({ ...before, [next.kind]: decision.created_at }))
  }
  const isBan = next.kind === 'ban'
  const serious = !isBan && decision.severity === 'high'
  return (
    <Dialog open wide onClose={acknowledge} title={isBan ? 'Sperre' : 'Verwarnung'}>
      {isBan && <p className="type-h4">{banSentence(data.banned_until)}</p>}
      {serious && <p className="type-h4">Das ist eine schwerwiegende Verwarnung.</p>}
      <Reasons decision={{ ...decision, excerpt: decision.content_excerpt }} />
      {isBan && <p>Lesen, melden, deine Daten holen und Einspruch einlegen kannst du weiterhin.</p>}
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="strong" onClick={acknowledge}>
          Verstanden
        </Button>
        <Link to="/account/einspruch/$id" params={{ id: decision.id }} className="link" onClick={acknowledge}>
          Einspruch einlegen
        </Link>
      </div>
    </Dialog>
  )
}
