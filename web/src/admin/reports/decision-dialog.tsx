import { longestBanDays, moderatorBanDays, ruleOfReason, severities } from '@hot/domain/moderation/case-rules'
import { type CaseDecisionFields, caseDecisionForm } from '@hot/domain/moderation/decision-form'
import { useId } from 'react'
import { CheckField, SelectField, TextField } from '#web/ui/forms/field.tsx'
import { useStaff } from '../kit/access.tsx'
import { ReasonFormDialog } from '../kit/dialogs.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import type { CaseAction, CaseSubject } from './api.ts'
import { profileParts, severityLabels, thingOf, wordsOf } from './texts.ts'

type DecisionDialogProps = {
  item: CaseSubject
  action: CaseAction
  /** Names what is decided about: `Kommentar von anna zu „Wer fliegt?“`. */
  name?: string | undefined
  /** What was entered before the decision failed. */
  entered?: CaseDecisionFields | undefined
  /** Takes the decision, which can be undone for a while, and closes the dialog. */
  onDecide: (fields: CaseDecisionFields) => void
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

const initialFields = ({ reports }: CaseSubject): CaseDecisionFields => ({
  rule: ruleOfReason[reports[0]?.reason ?? 'other'],
  severity: 'medium',
  days: '7',
  forGood: false,
  removes: false,
  parts: [],
  reason: '',
})

/** Asks for the reason and the decision's other fields. */
export function DecisionDialog({ item, action, name, entered, onDecide, onClose }: DecisionDialogProps) {
  const { isAdmin } = useStaff()
  const isProfile = item.target_type === 'profile'
  const form = useEntityForm({
    schema: caseDecisionForm({
      isBan: action === 'ban',
      isAdmin,
      needsParts: isProfile && action !== 'dismiss' ? (action === 'delete' ? 'always' : 'removing') : undefined,
    }),
    initial: entered ?? initialFields(item),
    save: (fields) => Promise.resolve(fields),
    onSaved: onDecide,
    // Nothing is stored yet.
    affects: [],
  })
  const words = wordsOf(item, action)
  const aboutPerson = action === 'warn' || action === 'ban'
  return (
    <ReasonFormDialog
      form={form}
      reason={form.bind('reason')}
      ground={action === 'dismiss' ? undefined : form.bind('rule')}
      title={aboutPerson ? `${item.author?.member?.nickname ?? 'Mitglied'}: ${words.title}` : words.title}
      description={
        <>
          {name && <b className="block wrap-anywhere">{name}</b>}
          <span>{isProfile && action === 'delete' ? resetDescription : descriptions[action]}</span>
        </>
      }
      reasons={words.reasons}
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
      <legend className="mb-2 font-bold text-[0.9375rem]">Was wird zurückgesetzt?</legend>
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
