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
import { useId, useState } from 'react'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { useStaff } from '../kit/access.tsx'
import { ReasonFormDialog } from '../kit/dialogs.tsx'
import { CheckField, useEntityForm } from '../kit/entity-form.tsx'
import { useLetterKeys } from '../kit/screen.tsx'
import { SpamDialog } from '../users/spam.tsx'
import { type CaseAction, type CaseKind, caseRefusals, decideCase, isPossible } from './api.ts'
import { CaseCard, caseId } from './case-card.tsx'
import { profileParts, severityLabels, thingOf, wordsOf } from './texts.ts'

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

const resetDescription =
  'Was du auswählst, verschwindet aus dem Profil. Der Nickname wird durch einen neutralen ersetzt, das Mitglied kann einen anderen wählen.'

const initialFields = ({ reports }: ReportCase): CaseDecisionFields => ({
  rule: ruleOfReason[reports[0]?.reason ?? 'other'],
  severity: 'medium',
  days: '7',
  forGood: false,
  removes: false,
  parts: [],
  reason: '',
})

/** Asks for the reason and the decision's other fields, and decides. */
function DecisionDialog({ item, action, onDecided, onClose }: DecisionDialogProps) {
  const { isAdmin } = useStaff()
  const isProfile = item.target_type === 'profile'
  const form = useEntityForm({
    schema: caseDecisionForm({
      isBan: action === 'ban',
      isAdmin,
      needsParts: isProfile && action !== 'dismiss' ? (action === 'delete' ? 'always' : 'removing') : undefined,
    }),
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
  const words = wordsOf(item, action)
  const aboutPerson = action === 'warn' || action === 'ban'
  return (
    <ReasonFormDialog
      form={form}
      reason={form.bind('reason')}
      title={aboutPerson ? `${item.author?.member?.nickname ?? 'Mitglied'}: ${words.title}` : words.title}
      description={isProfile && action === 'delete' ? resetDescription : descriptions[action]}
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
      {aboutPerson && (
        <CheckField
          label={isProfile ? 'Profil außerdem zurücksetzen' : `${thingOf(item)} außerdem löschen`}
          {...form.bind('removes')}
        />
      )}
      {isProfile && (action === 'delete' || form.watch('removes')) && <ProfileParts {...form.bind('parts')} />}
    </ReasonFormDialog>
  )
}

type Part = CaseDecisionFields['parts'][number]
type PartsProps = { value: readonly Part[]; error: string | undefined; onChange: (parts: Part[]) => void }

/** What is taken out of a reported profile. */
function ProfileParts({ value, error, onChange }: PartsProps) {
  const id = useId()
  return (
    <fieldset aria-invalid={error ? true : undefined} aria-describedby={error && id} tabIndex={-1}>
      <legend className="mb-2 font-bold text-[15px]">Was wird zurückgesetzt?</legend>
      {(Object.keys(profileParts) as Part[]).map((part) => (
        <CheckField
          key={part}
          label={profileParts[part]}
          value={value.includes(part)}
          onChange={(on) => onChange(on ? [...value, part] : value.filter((one) => one !== part))}
        />
      ))}
      {error && (
        <p id={id} className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
