import type { ReportCasesPage } from '@hot/domain/contract/admin/reports'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { BulkBar, type Picked } from '../kit/bulk-bar.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import type { HeldAction } from '../kit/undo.tsx'
import { decideCases } from './api.ts'
import { wordsOf } from './texts.ts'
import '../kit/queue.css'

export type FoundCases = NonNullable<ReportCasesPage['ids']>

const countOfCases = (count: number) => (count === 1 ? '1 Fall' : `${formatCount(count)} Fälle`)
const doneTexts = { dismiss: 'verworfen', delete: 'gelöscht' } as const
type BulkAction = keyof typeof doneTexts

type Props = {
  picked: Picked
  action: HeldAction
  found: FoundCases
  /** Called with the targets that are about to be decided, and with none when they are not. */
  onHidden: (targets: readonly string[]) => void
  onDone: () => void
}

/** Decides many cases alike, which can be undone for ten seconds. */
export function CaseBulk({ picked, action, found, onHidden, onDone }: Props) {
  const [asked, setAsked] = useState<BulkAction | null>(null)
  const decide = async (wanted: BulkAction, reason: string) => {
    const cases = found.filter(({ target_id }) => picked.ids.has(target_id))
    const targets = cases.map(({ target_id }) => target_id)
    onHidden(targets)
    const tickAgain = picked.release(targets)
    const show = () => {
      onHidden([])
      tickAgain()
    }
    action.hold({
      text: `${countOfCases(cases.length)} ${doneTexts[wanted]}.`,
      onUndo: show,
      onFailure: show,
      act: async () => {
        const { skipped } = await decideCases(cases, wanted, reason)
        if (skipped > 0)
          showToast({
            kind: 'error',
            title: `${countOfCases(skipped)} nicht entschieden`,
            text: 'Schon entschieden, oder jemand aus dem Team ist gerade dran.',
          })
        onDone()
      },
    })
  }
  const words = asked && wordsOf({ target_type: 'post' }, asked)
  return (
    <>
      <BulkBar label="Mehrere Fälle" picked={picked} found={found.map(({ target_id }) => target_id)}>
        <Button small onClick={() => setAsked('dismiss')}>
          Auswahl: kein Verstoß
        </Button>
        <Button small variant="danger" onClick={() => setAsked('delete')}>
          Auswahl löschen
        </Button>
      </BulkBar>
      {asked && words && (
        <ReasonDialog
          title={`${words.title}: ${countOfCases(picked.ids.size)}`}
          {...(asked === 'delete' && { description: 'Von Profilen werden Nickname, Text und Bild zurückgesetzt.' })}
          reasons={words.reasons}
          confirm={words.confirm}
          danger={asked === 'delete'}
          onConfirm={(reason) => decide(asked, reason)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
