import type { ReportCase, ReportCasesPage } from '@hot/domain/contract/admin/reports'
import type { CaseDecisionFields } from '@hot/domain/moderation/decision-form'
import type { Ground } from '@hot/domain/moderation/grounds'
import { moderationSentences } from '@hot/domain/moderation/refusals'
import { useState } from 'react'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useDecisions } from '../decisions/use-decisions.ts'
import { BulkBar, type Picked, QueueMoves, usePicked } from '../kit/bulk-bar.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { focusEntry, useLetterKeys } from '../kit/screen.tsx'
import { SpamDialog } from '../users/spam-dialog.tsx'
import { type CaseAction, type CaseKind, claimCase, decideCase, decideCases, isPossible, targetOf } from './api.ts'
import { CaseCard, caseId } from './case-card.tsx'
import { CaseNoteDialog } from './case-notes.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { caseName, wordsOf } from './texts.ts'
import '../kit/queue.css'

type CaseActs = {
  /** A dialog was closed without a decision: someone else may have decided first. */
  onLeft: () => void
}

type CaseListProps = CaseActs & { items: readonly ReportCase[]; found: FoundCases; now: string }

/** J and K move down and up; A no violation, D delete, W warn, S ban, X spam, N note. */
const caseKeys = ['j', 'k', 'a', 'd', 'w', 's', 'x', 'n'] as const
const actionOfKey: Partial<Record<(typeof caseKeys)[number], CaseKind>> = {
  a: 'dismiss',
  d: 'delete',
  w: 'warn',
  s: 'ban',
  x: 'spam',
}

/** The cases; one of them is the target of the keyboard shortcuts. */
export function CaseList({ items: listed, found, now, onLeft }: CaseListProps) {
  const picked = usePicked()
  const { items, others, entered, decide } = useCaseDecisions(listed, onLeft)
  const [chosen, setChosen] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ item: ReportCase; action: CaseKind } | null>(null)
  const [noted, setNoted] = useState<ReportCase | null>(null)
  const at = Math.max(
    0,
    items.findIndex((item) => caseId(item) === chosen),
  )
  const current = items[at]
  const act = (item: ReportCase, action: CaseKind) => {
    if (item.decision || others.has(targetOf(item)) || !isPossible(item, action)) return
    setAsked({ item, action })
    void claim(item)
  }
  // Whoever opens a decision has ten minutes for it. If that fails, the decision itself is refused, or nobody is in the way.
  const { run: claim } = useWrite((item: ReportCase) => claimCase(item, true), {
    onDone: ({ claim: held }) => {
      if (!held || held.is_mine) return
      setAsked(null)
      showToast({ title: `${held.nickname ?? moderationSentences.somebody} bearbeitet diesen Fall gerade.` })
      onLeft()
    },
  })
  const { run: giveBack } = useWrite((item: ReportCase) => claimCase(item, false), { onDone: onLeft, onFailed: onLeft })
  const leave = () => {
    if (asked) void giveBack(asked.item)
    setAsked(null)
  }
  useLetterKeys(caseKeys, (key) => {
    const next = items[Math.min(items.length - 1, Math.max(0, at + (key === 'j' ? 1 : -1)))]
    if (key === 'j' || key === 'k') {
      if (!next) return
      setChosen(caseId(next))
      focusEntry(caseId(next))
      return
    }
    if (!current) return
    const action = key === 'n' ? undefined : actionOfKey[key]
    if (action) act(current, action)
    else setNoted(current)
  })
  return (
    <>
      {found.length > 0 && <CaseBulk picked={picked} found={found} />}
      {items.length > 1 && <QueueMoves />}
      <ul>
        {items.map((item) => (
          <li key={caseId(item)}>
            <CaseCard
              item={item}
              now={now}
              decidedBy={item.decision ? undefined : others.get(targetOf(item))}
              current={item === current}
              picked={picked.ids.has(item.target_id)}
              onPick={(is) => picked.pick(item.target_id, is)}
              onCurrent={() => setChosen(caseId(item))}
              onAct={(action) => act(item, action)}
              onNote={() => setNoted(item)}
            />
          </li>
        ))}
      </ul>
      {asked && (
        <AskedDialog
          {...asked}
          entered={entered}
          onDecide={(...decision) => {
            setAsked(null)
            decide(...decision)
          }}
          onClose={leave}
        />
      )}
      {noted && <CaseNoteDialog item={noted} onDone={onLeft} onClose={() => setNoted(null)} />}
    </>
  )
}

/** Cases without those this person has just decided; one that was refused comes back, with what was typed for it. */
function useCaseDecisions(listed: readonly ReportCase[], onLeft: () => void) {
  const { hidden, others, decide: send } = useDecisions()
  const [entered, setEntered] = useState<Entered | null>(null)
  const decide = (item: ReportCase, action: CaseAction, fields: CaseDecisionFields) =>
    send({
      ...decideCase(item, action, fields),
      onRefused: () => {
        setEntered({ id: item.target_id, action, fields })
        onLeft()
      },
    })
  // What is decided already stays in the list of what is.
  const items = listed.filter((item) => item.decision !== null || !hidden.has(targetOf(item)))
  return { items, others, entered, decide }
}

/** What was typed for a decision that failed. */
type Entered = { id: string; action: CaseAction; fields: CaseDecisionFields }

type AskedProps = {
  item: ReportCase
  action: CaseKind
  entered: Entered | null
  onDecide: (item: ReportCase, action: CaseAction, fields: CaseDecisionFields) => void
  onClose: () => void
}

function AskedDialog({ item, action, entered, onDecide, onClose }: AskedProps) {
  if (action !== 'spam')
    return (
      <DecisionDialog
        item={item}
        action={action}
        name={caseName(item)}
        entered={entered?.id === item.target_id && entered.action === action ? entered.fields : undefined}
        onDecide={(fields) => onDecide(item, action, fields)}
        onClose={onClose}
      />
    )
  const member = item.author?.member
  return member ? <SpamDialog members={[member.id]} onClose={onClose} /> : null
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

type FoundCases = NonNullable<ReportCasesPage['ids']>

const countOfCases = (count: number) => (count === 1 ? '1 Fall' : `${formatCount(count)} Fälle`)
type BulkAction = 'dismiss' | 'delete'

type BulkProps = { picked: Picked; found: FoundCases }

/** Decides many cases alike, which can be undone for ten seconds. */
function CaseBulk({ picked, found }: BulkProps) {
  const decisions = useDecisions()
  const [asked, setAsked] = useState<BulkAction | null>(null)
  const decide = async (wanted: BulkAction, reason: string, rule: Ground) => {
    const cases = found.filter(({ target_id }) => picked.ids.has(target_id))
    const tickAgain = picked.release(cases.map(({ target_id }) => target_id))
    for (const decision of decideCases(cases, wanted, reason, rule))
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
          ground={asked === 'delete' ? 'content' : undefined}
          confirm={words.confirm}
          danger={asked === 'delete'}
          onConfirm={(reason, rule) => decide(asked, reason, rule)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
