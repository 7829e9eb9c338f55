import type { ReportCasesPage } from '@hot/domain/contract/admin/reports'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { useDecisions } from '../decisions/use-decisions.ts'
import { BulkBar, type Picked } from '../kit/bulk-bar.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { decideCases } from './api.ts'
import { wordsOf } from './texts.ts'
import '../kit/queue.css'

export type FoundCases = NonNullable<ReportCasesPage['ids']>

const countOfCases = (count: number) => (count === 1 ? '1 Fall' : `${formatCount(count)} Fälle`)
type BulkAction = 'dismiss' | 'delete'

type Props = { picked: Picked; found: FoundCases }

/** Decides many cases alike, which can be undone for ten seconds. */
export function CaseBulk({ picked, found }: Props) {
  const decisions = useDecisions()
  const [asked, setAsked] = useState<BulkAction | null>(null)
  const decide = async (wanted: BulkAction, reason: string) => {
    const cases = found.filter(({ target_id }) => picked.ids.has(target_id))
    const tickAgain = picked.release(cases.map(({ target_id }) => target_id))
    for (const decision of decideCases(cases, wanted, reason))
      decisions.decide({ ...decision, onRefused: tickAgain, onUndone: tickAgain })
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
