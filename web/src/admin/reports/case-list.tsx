import type { ModerateCaseAnswer, ReportCase } from '@hot/domain/contract/admin/reports'
import { useState } from 'react'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { useLetterKeys } from '../kit/screen.tsx'
import { SpamDialog } from '../users/spam.tsx'
import { type CaseAction, type CaseKind, decideCase, isPossible } from './api.ts'
import { CaseCard, caseId } from './case-card.tsx'
import { DecisionDialog } from './decision-dialog.tsx'

type CaseActs = {
  onDecided: (item: ReportCase, action: CaseAction, answer: ModerateCaseAnswer) => void
  /** A dialog was closed without a decision: someone else may have decided first. */
  onLeft: () => void
}

type CaseListProps = CaseActs & { items: readonly ReportCase[]; now: string }

/** J and K move down and up; A no violation, D delete, W warn, S ban, X spam. */
const caseKeys = ['j', 'k', 'a', 'd', 'w', 's', 'x'] as const
const actionOfKey: Partial<Record<(typeof caseKeys)[number], CaseKind>> = {
  a: 'dismiss',
  d: 'delete',
  w: 'warn',
  s: 'ban',
  x: 'spam',
}

/** The cases; one of them is the target of the keyboard shortcuts. */
export function CaseList({ items, now, onDecided, onLeft }: CaseListProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ item: ReportCase; action: CaseKind } | null>(null)
  const at = Math.max(
    0,
    items.findIndex((item) => caseId(item) === chosen),
  )
  const current = items[at]
  const act = (item: ReportCase, action: CaseKind) => {
    if (!item.decision && isPossible(item, action)) setAsked({ item, action })
  }
  const leave = () => {
    setAsked(null)
    onLeft()
  }
  useLetterKeys(caseKeys, (key) => {
    const next = items[Math.min(items.length - 1, Math.max(0, at + (key === 'j' ? 1 : -1)))]
    if (key === 'j' || key === 'k') {
      if (!next) return
      setChosen(caseId(next))
      // Only for keys: a card that moves under a finger makes the press miss its button, or hit another.
      document.getElementById(caseId(next))?.scrollIntoView({ block: 'nearest' })
      return
    }
    const action = actionOfKey[key]
    if (current && action) act(current, action)
  })
  return (
    <>
      <ul>
        {items.map((item) => (
          <li key={caseId(item)}>
            <CaseCard
              item={item}
              now={now}
              current={item === current}
              onCurrent={() => setChosen(caseId(item))}
              onAct={(action) => act(item, action)}
            />
          </li>
        ))}
      </ul>
      {asked && <AskedDialog {...asked} onDecided={onDecided} onLeft={onLeft} onClose={leave} />}
    </>
  )
}

type AskedProps = CaseActs & { item: ReportCase; action: CaseKind; onClose: () => void }

function AskedDialog({ item, action, onDecided, onLeft, onClose }: AskedProps) {
  if (action !== 'spam')
    return (
      <DecisionDialog
        item={item}
        action={action}
        decide={(fields) => decideCase(item, action, fields)}
        onDecided={(answer) => onDecided(item, action, answer)}
        onClose={onClose}
      />
    )
  const member = item.author?.member
  return member ? <SpamDialog member={member.id} onDone={onLeft} onClose={onClose} /> : null
}

const cards = ['a', 'b', 'c']

/** Cases while they load. */
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
