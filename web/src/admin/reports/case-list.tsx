import type { ModerateCaseAnswer, ReportCase } from '@hot/domain/contract/admin/reports'
import { useState } from 'react'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { useLetterKeys } from '../kit/screen.tsx'
import type { CaseAction } from './api.ts'
import { CaseCard } from './case-card.tsx'
import { DecisionDialog } from './decision-dialog.tsx'

type CaseListProps = {
  items: readonly ReportCase[]
  now: string
  onDecided: (item: ReportCase, action: CaseAction, answer: ModerateCaseAnswer) => void
  /** A dialog closed without a decision: somebody else may have been faster. */
  onLeft: () => void
}

/** J and K go down and up; A no violation, D delete, W warn, S ban. */
const deskKeys = ['j', 'k', 'a', 'd', 'w', 's'] as const
const actionOfKey: Partial<Record<(typeof deskKeys)[number], CaseAction>> = {
  a: 'dismiss',
  d: 'delete',
  w: 'warn',
  s: 'ban',
}
const keyOf = (item: ReportCase) => item.decision?.id ?? item.target_id

/** The cases, one of which the keys are about. */
export function CaseList({ items, now, onDecided, onLeft }: CaseListProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ item: ReportCase; action: CaseAction } | null>(null)
  const at = Math.max(
    0,
    items.findIndex((item) => keyOf(item) === chosen),
  )
  const current = items[at]
  const act = (item: ReportCase, action: CaseAction) => {
    const needsAuthor = action === 'warn' || action === 'ban'
    if (!item.decision && (item.author || !needsAuthor)) setAsked({ item, action })
  }
  useLetterKeys(deskKeys, (key) => {
    const next = items[Math.min(items.length - 1, Math.max(0, at + (key === 'j' ? 1 : -1)))]
    if ((key === 'j' || key === 'k') && next) return setChosen(keyOf(next))
    const action = actionOfKey[key]
    if (current && action) act(current, action)
  })
  return (
    <>
      <ul>
        {items.map((item) => (
          <li key={keyOf(item)}>
            <CaseCard
              item={item}
              now={now}
              current={item === current}
              onCurrent={() => setChosen(keyOf(item))}
              onAct={(action) => act(item, action)}
            />
          </li>
        ))}
      </ul>
      {asked && (
        <DecisionDialog
          item={asked.item}
          action={asked.action}
          onDecided={(answer) => onDecided(asked.item, asked.action, answer)}
          onClose={() => {
            setAsked(null)
            onLeft()
          }}
        />
      )}
    </>
  )
}

const cards = ['a', 'b', 'c']

/** Cases that are on their way. */
export function CasesSkeleton() {
  return (
    <div>
      {cards.map((card) => (
        <div key={card} className="case">
          <div className="grid gap-3">
            <Skeleton className="h-5 w-60" />
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-16" />
          </div>
          <Skeleton className="h-24" />
        </div>
      ))}
    </div>
  )
}
