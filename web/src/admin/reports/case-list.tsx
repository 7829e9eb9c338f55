import type { ModerateCaseAnswer, ReportCase } from '@hot/domain/contract/admin/reports'
import {
  guidelineRules,
  longestBanDays,
  moderatorBanDays,
  ruleOfReason,
  ruleTitles,
  severities,
} from '@hot/domain/moderation/case-rules'
import { type CaseDecisionFields, caseDecisionForm } from '@hot/domain/moderation/decision-form'
import { useState } from 'react'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { useStaff } from '../kit/access.tsx'
import { ReasonFormDialog } from '../kit/dialogs.tsx'
import { CheckField, useEntityForm } from '../kit/entity-form.tsx'
import { useLetterKeys } from '../kit/screen.tsx'
import { type CaseAction, caseRefusals, decideCase } from './api.ts'
import { CaseCard } from './case-card.tsx'
import { actionWords, severityLabels, thingOf } from './texts.ts'

type CaseListProps = {
  items: readonly ReportCase[]
  now: string
  onDecided: (item: ReportCase, action: CaseAction, answer: ModerateCaseAnswer) => void
  /** A dialog was closed without a decision: someone else may have decided first. */
  onLeft: () => void
}

/** J and K move down and up; A no violation, D delete, W warn, S ban. */
const caseKeys = ['j', 'k', 'a', 'd', 'w', 's'] as const
const actionOfKey: Partial<Record<(typeof caseKeys)[number], CaseAction>> = {
  a: 'dismiss',
  d: 'delete',
  w: 'warn',
  s: 'ban',
}
const keyOf = (item: ReportCase) => item.decision?.id ?? item.target_id

/** The cases; one of them is the target of the keyboard shortcuts. */
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
  useLetterKeys(caseKeys, (key) => {
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

type DecisionDialogProps = {
  item: ReportCase
  action: CaseAction
  onDecided: (answer: ModerateCaseAnswer) => void
  onClose: () => void
}

const descriptions: Record<CaseAction, string> = {
  dismiss: 'Der Inhalt bleibt. Wer gemeldet hat, erfährt, dass kein Verstoß vorliegt.',
  delete: 'Der Inhalt verschwindet. Wer ihn geschrieben hat, bekommt deine Begründung, wer gemeldet hat, das Ergebnis.',
  warn: 'Deine Begründung geht an das Mitglied. Es kann einmal Einspruch einlegen.',
  ban: 'Das Mitglied kann lesen, aber nichts mehr schreiben. Es bekommt deine Begründung und kann einmal Einspruch einlegen.',
}

const initialFields = ({ reports }: ReportCase): CaseDecisionFields => ({
  rule: ruleOfReason[reports[0]?.reason ?? 'other'],
  severity: 'medium',
  days: '7',
  forGood: false,
  removes: false,
  reason: '',
})

/** Asks for the reason and the decision's other fields, and decides. */
function DecisionDialog({ item, action, onDecided, onClose }: DecisionDialogProps) {
  const { isAdmin } = useStaff()
  const form = useEntityForm({
    schema: caseDecisionForm({ isBan: action === 'ban', isAdmin }),
    initial: initialFields(item),
    save: (fields) => decideCase(item, action, fields),
    onSaved: (answer) => {
      onDecided(answer)
      onClose()
    },
    refusals: caseRefusals,
    // The screen refetches.
    affects: [],
  })
  const words = actionWords[action]
  const aboutPerson = action === 'warn' || action === 'ban'
  return (
    <ReasonFormDialog
      form={form}
      reason={form.bind('reason')}
      title={aboutPerson ? `${item.author?.member?.nickname ?? 'Mitglied'}: ${words.title}` : words.title}
      description={descriptions[action]}
      templates={words.templates}
      confirm={words.confirm}
      danger={action === 'delete' || action === 'ban'}
      onClose={onClose}
    >
      {action === 'warn' && (
        <SelectField label="Schwere" {...form.input('severity')}>
          {severities.map((severity) => (
            <option key={severity} value={severity}>
              {severityLabels[severity]}
            </option>
          ))}
        </SelectField>
      )}
      {action === 'ban' && (
        <div className="grid gap-2">
          {!form.watch('forGood') && (
            <TextField
              label="Dauer in Tagen"
              type="number"
              inputMode="numeric"
              min={1}
              max={isAdmin ? longestBanDays : moderatorBanDays}
              {...form.input('days')}
              hint={`1 bis ${(isAdmin ? longestBanDays : moderatorBanDays).toLocaleString('de-DE')} Tage`}
            />
          )}
          {isAdmin && <CheckField label="Dauerhaft sperren" {...form.bind('forGood')} />}
        </div>
      )}
      {action !== 'dismiss' && (
        <SelectField label="Regel" {...form.input('rule')}>
          {guidelineRules.map((rule) => (
            <option key={rule} value={rule}>
              {ruleTitles[rule]}
            </option>
          ))}
        </SelectField>
      )}
      {aboutPerson && <CheckField label={`${thingOf(item)} außerdem löschen`} {...form.bind('removes')} />}
    </ReasonFormDialog>
  )
}
