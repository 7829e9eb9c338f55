import type { ModerateCaseAnswer, ReportCase } from '@hot/domain/contract/admin/reports'
import {
  guidelineRules,
  longestBanDays,
  moderatorBanDays,
  ruleOfReason,
  ruleTitles,
} from '@hot/domain/moderation/case-rules'
import { type CaseDecisionFields, caseDecisionForm, severities } from '@hot/domain/moderation/decision-form'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useStaff } from '../kit/access.tsx'
import { ReasonFormDialog } from '../kit/dialogs.tsx'
import { CheckField, useEntityForm } from '../kit/entity-form.tsx'
import { type CaseAction, caseRefusals, decideCase } from './api.ts'
import { actionWords, severityLabels, thingOf } from './texts.ts'

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

const beginning = ({ reports }: ReportCase): CaseDecisionFields => ({
  rule: ruleOfReason[reports[0]?.reason ?? 'Sonstiges'],
  severity: 'medium',
  days: '7',
  forGood: false,
  removes: false,
  reason: '',
})

/** Asks for the reason and what else the decision needs, and decides. */
export function DecisionDialog({ item, action, onDecided, onClose }: DecisionDialogProps) {
  const { isAdmin } = useStaff()
  const form = useEntityForm({
    schema: caseDecisionForm({ isBan: action === 'ban', isAdmin }),
    initial: beginning(item),
    save: (fields) => decideCase(item, action, fields),
    onSaved: (answer) => {
      onDecided(answer)
      onClose()
    },
    refusals: caseRefusals,
    // The screen says what is fetched again.
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
