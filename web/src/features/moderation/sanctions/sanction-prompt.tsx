import { nextSanction, type Shown } from '@hot/domain/moderation/sanctions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'
import { moderationStatusQuery, rememberSanction, shownSanctions } from './api.ts'

const loadDialog = () => import('./moderation-dialog.tsx')

/** Opens a dialog when the app is opened, once for each new warning or ban: what it is, why, and where to appeal. */
export default function SanctionPrompt({ userId }: { userId: string }) {
  const { data } = useQuery(moderationStatusQuery(userId))
  const [shown, setShown] = useState<Shown>(() => shownSanctions(userId))
  const next = data && nextSanction(data, shown)
  const decision = next && data.decisions.find(({ id }) => id === next.sanction.id)
  // Without the file nothing is shown, and nothing remembered: the next page asks again.
  const Dialog = useLazyModule(!!decision, loadDialog)?.default
  if (!Dialog || !next || !decision) return null
  const acknowledge = () => {
    rememberSanction(next.kind, userId, decision.created_at)
    setShown((before) => ({ ...before, [next.kind]: decision.created_at }))
  }
  return <Dialog status={data} kind={next.kind} decision={decision} onAcknowledge={acknowledge} />
}
