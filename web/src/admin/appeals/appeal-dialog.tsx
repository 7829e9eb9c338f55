import type { DecisionKind } from '@hot/domain/contract/account/decision'
import type { AdminAppeal, DecideAppealAnswer } from '@hot/domain/contract/admin/appeals'
import { useQueryClient } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { ReasonDialog } from '../kit/dialogs.tsx'

export type Outcome = 'upheld' | 'overturned'
type Props = { appeal: AdminAppeal; outcome: Outcome; onClose: () => void }

const templates: Record<Outcome, readonly string[]> = {
  upheld: [
    'Der Text verstößt gegen die genannte Regel. Daran ändert der Einspruch nichts.',
    'Wir haben den Zusammenhang noch einmal geprüft und kommen zum selben Ergebnis.',
  ],
  overturned: [
    'Wir haben den Zusammenhang falsch verstanden. Entschuldige.',
    'Der Text ist hart, aber er verstößt gegen keine Regel.',
    'Die Maßnahme war für diesen Verstoß zu streng.',
  ],
}

/** What granting an appeal undoes. */
const undone: Record<DecisionKind, string> = {
  banned: 'Die Sperre wird sofort aufgehoben, Schreiben geht wieder.',
  warned: 'Die Verwarnung zählt nicht mehr.',
  rejected: 'Der Beitrag geht online.',
  deleted: 'Der Inhalt wird wiederhergestellt, wenn er noch da ist.',
}

const refusals = {
  not_allowed: 'Nicht berechtigt - bitte erneut anmelden',
  own_case: 'Über deinen eigenen Einspruch entscheidet jemand anderes.',
  own_decision: 'Das war deine eigene Entscheidung. Über den Einspruch entscheidet jemand anderes.',
  reason_required: 'Bitte gib einen Grund für diese Moderationsaktion an.',
}

function endOf({ outcome, by }: DecideAppealAnswer, granted: boolean): Parameters<typeof showToast>[0] {
  if (outcome === 'gone')
    return { kind: 'error', title: 'Diesen Einspruch gibt es nicht mehr.', text: 'Der Account dazu ist gelöscht.' }
  if (outcome === 'already')
    return { kind: 'error', title: `${by ?? 'Jemand anderes'} war schneller.`, text: 'Dein Grund zählt nicht.' }
  return { title: granted ? 'Einspruch stattgegeben.' : 'Einspruch abgelehnt.' }
}

/** Asks for the reason, which the member reads, and decides. The second of two at once is told who was first. */
export function AppealDialog({ appeal, outcome, onClose }: Props) {
  const queryClient = useQueryClient()
  const grants = outcome === 'overturned'
  const decide = async (reason: string) => {
    const answer = await rpc('admin_decide_appeal', {
      p_id: appeal.id,
      p_outcome: outcome,
      p_reason: reason,
    })
    showToast(endOf(answer, grants))
    // Not awaited: the card goes with the list, and the dialog with the card.
    void queryClient.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <ReasonDialog
      title={grants ? 'Einspruch stattgeben' : 'Einspruch ablehnen'}
      description={`${grants ? undone[appeal.decision.kind] : 'Die Entscheidung bleibt bestehen.'} Das Mitglied liest deine Begründung, aber nicht deinen Namen.`}
      templates={templates[outcome]}
      confirm={grants ? 'Stattgeben' : 'Ablehnen'}
      refusals={refusals}
      onConfirm={decide}
      onClose={onClose}
    />
  )
}
