import type { ModerateCaseAnswer, ReportCase } from '@hot/domain/contract/admin/reports'
import { longestBanDays, moderatorBanDays, ruleOfReason } from '@hot/domain/moderation/case-rules'
import { type HouseRule, houseRules, ruleTitles } from '@hot/domain/moderation/staff-rules'
import { useState } from 'react'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useStaff } from '../kit/access.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { CheckField } from '../kit/entity-form.tsx'
import { type CaseAction, caseRefusals, decideCase, type Severity, withSpokenRefusal } from './api.ts'
import { actionWords, severityLabels, thingOf } from './texts.ts'

type DecisionDialogProps = {
  item: ReportCase
  action: CaseAction
  onDecided: (answer: ModerateCaseAnswer) => void
  onClose: () => void
}

const severities = Object.keys(severityLabels) as Severity[]
const defaultBanDays = 7

const descriptions: Record<CaseAction, string> = {
  dismiss: 'Der Inhalt bleibt. Wer gemeldet hat, erfährt, dass kein Verstoß vorliegt.',
  delete: 'Der Inhalt verschwindet. Wer ihn geschrieben hat, bekommt deine Begründung, wer gemeldet hat, das Ergebnis.',
  warn: 'Deine Begründung geht an das Mitglied. Es kann einmal Einspruch einlegen.',
  ban: 'Das Mitglied kann lesen, aber nichts mehr schreiben. Es bekommt deine Begründung und kann einmal Einspruch einlegen.',
}

/** Asks for the reason and what else the decision needs, and decides. */
export function DecisionDialog({ item, action, onDecided, onClose }: DecisionDialogProps) {
  const { isAdmin } = useStaff()
  const [rule, setRule] = useState<HouseRule>(ruleOfReason[item.reports[0]?.reason ?? 'Sonstiges'])
  const [severity, setSeverity] = useState<Severity>('medium')
  const [days, setDays] = useState<number | null>(defaultBanDays)
  const [removes, setRemoves] = useState(false)
  const [texts] = useState(caseRefusals)
  const words = actionWords[action]
  const aboutPerson = action === 'warn' || action === 'ban'
  const decide = async (reason: string) => {
    const decision = { action, reason, rule, severity, days, removes: aboutPerson && removes }
    onDecided(await withSpokenRefusal(texts, () => decideCase(item, decision)))
  }
  return (
    <ReasonDialog
      open
      title={aboutPerson ? `${item.author?.member?.nickname ?? 'Mitglied'}: ${words.title}` : words.title}
      description={descriptions[action]}
      templates={words.templates}
      confirm={words.confirm}
      danger={action === 'delete' || action === 'ban'}
      refusals={texts}
      onConfirm={decide}
      onClose={onClose}
    >
      {action === 'warn' && (
        <SelectField
          label="Schwere"
          value={severity}
          onChange={(event) => setSeverity(severities.find((one) => one === event.target.value) ?? 'medium')}
        >
          {severities.map((one) => (
            <option key={one} value={one}>
              {severityLabels[one]}
            </option>
          ))}
        </SelectField>
      )}
      {action === 'ban' && (
        <BanLengthField
          days={days}
          onChange={setDays}
          longest={isAdmin ? longestBanDays : moderatorBanDays}
          mayBeForGood={isAdmin}
        />
      )}
      {action !== 'dismiss' && (
        <SelectField
          label="Regel"
          value={rule}
          onChange={(event) => setRule(houseRules.find((one) => one === event.target.value) ?? 'content')}
        >
          {houseRules.map((one) => (
            <option key={one} value={one}>
              {ruleTitles[one]}
            </option>
          ))}
        </SelectField>
      )}
      {aboutPerson && (
        <CheckField label={`${thingOf(item)} außerdem löschen`} checked={removes} onChange={setRemoves} />
      )}
    </ReasonDialog>
  )
}

type BanLengthFieldProps = {
  /** null: for good. */
  days: number | null
  onChange: (days: number | null) => void
  /** In days. */
  longest: number
  mayBeForGood: boolean
}

const standardDays = 7

/** How long a ban lasts. What is no number of days counts as 0, which the database refuses with the rule. */
function BanLengthField({ days, onChange, longest, mayBeForGood }: BanLengthFieldProps) {
  return (
    <div className="grid gap-2">
      {days !== null && (
        <TextField
          label="Dauer in Tagen"
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={longest}
          defaultValue={days}
          hint={`1 bis ${longest.toLocaleString('de-DE')} Tage`}
          onChange={(event) => onChange(Math.trunc(Number(event.target.value)) || 0)}
        />
      )}
      {mayBeForGood && (
        <CheckField
          label="Dauerhaft sperren"
          checked={days === null}
          onChange={(forGood) => onChange(forGood ? null : standardDays)}
        />
      )}
    </div>
  )
}
