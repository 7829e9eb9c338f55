import type { AutomodRule } from '@hot/domain/contract/admin/settings'
import {
  type AutomodFields,
  automodActions,
  automodForm,
  automodNameMax,
  storedRule,
} from '@hot/domain/moderation/automod-form'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { countOf, formatCount } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { CheckField, FieldError, SelectField, TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import type { ZodForm } from '#web/ui/forms/use-zod-form.ts'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { whoChanged } from '../kit/conflict/use-conflict.ts'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { ConflictOf, useEntityForm } from '../kit/entity-form.tsx'
import { fieldsOf, readRule, ruleTexts, saveRule, switchRule, trialQuery } from './api.ts'
import { actionNames } from './texts.ts'

type Props = { rule: AutomodRule | null; onClose: () => void }

/** Creates or changes a rule, and shows what it would have met. */
export function RuleDialog({ rule: given, onClose }: Props) {
  // The version the form was opened with, so that the database detects changes by others.
  const [rule, setRule] = useState(given)
  const [deleting, setDeleting] = useState(false)
  const [tried, setTried] = useState<AutomodFields | null>(null)
  const form = useEntityForm({
    schema: automodForm,
    initial: fieldsOf(rule),
    save: (fields) => saveRule(rule, fields),
    onSaved: ({ state }) => {
      showToast({ title: 'Regel gespeichert', text: state === 'shadow' ? 'Sie läuft zur Probe.' : undefined })
      onClose()
    },
    fieldRefusals: { '23505': ['name', 'Eine Regel mit diesem Namen gibt es schon.'] },
    shared: {
      texts: ruleTexts,
      stored: storedRule,
      hasBin: false,
      load: async () => {
        const now = rule && (await readRule(rule.id))
        if (!now) return null
        const by = await whoChanged('automod_rule', now.id, now.updated_at)
        return { fields: fieldsOf(now), at: now.updated_at, by, take: () => void setRule(now) }
      },
    },
  })
  const tryIt = async () => {
    if (await form.trigger()) setTried(automodForm.parse(form.getValues()))
  }
  if (deleting && rule)
    return (
      <ConfirmDialog
        title={`${rule.name} löschen?`}
        text="Was sie aufgehalten oder gemeldet hat, bleibt liegen."
        confirm="Löschen"
        onConfirm={() => switchRule(rule.id, null)}
        onDone={onClose}
        onClose={() => setDeleting(false)}
      />
    )
  return (
    <FormDialog wide busy={form.action.busy} onClose={onClose} title={rule ? 'Regel ändern' : 'Regel anlegen'}>
      <form {...form.formProps} className="grid gap-4">
        <TextField label="Name" {...form.input('name')} maxLength={automodNameMax} autoComplete="off" />
        <RuleConditions form={form} />
        <SelectField label="Was dann passiert" {...form.input('action')}>
          {automodActions.map((action) => (
            <option key={action} value={action}>
              {actionNames[action]}
            </option>
          ))}
        </SelectField>
        <p>
          <Button small onClick={() => void tryIt()}>
            Zeigen, was sie getroffen hätte
          </Button>
        </p>
        {tried && <Trial fields={tried} />}
        <ConflictOf form={form} />
        <FormFooter action={form.action} submit="Speichern" working="Wird gespeichert …" onCancel={onClose}>
          {rule && (
            <Button variant="danger" onClick={() => setDeleting(true)} busy={form.action.busy}>
              Löschen
            </Button>
          )}
        </FormFooter>
      </form>
    </FormDialog>
  )
}

/** What the rule would have met in the last 7 days. */
function Trial({ fields }: { fields: AutomodFields }) {
  const { userId } = useStaff()
  const [now] = useState(() => serverInstant())
  const { data, isError, refetch } = useQuery(trialQuery(userId, fields))
  if (isError && !data) return <ErrorState title="Das ließ sich nicht ausprobieren" onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label="Wird ausprobiert">
        <Skeleton className="h-20" />
      </div>
    )
  const { posts, comments, names, members, checked, examples } = data
  return (
    <section aria-label="Probe" className="callout grid gap-2">
      <p role="status">
        <b>{`${countOf(posts, 'Beitrag', 'Beiträge')} und ${countOf(comments, 'Kommentar', 'Kommentare')}`}</b>{' '}
        <span>{`von ${countOf(members, 'Mitglied', 'Mitgliedern')} in 7 Tagen, ${formatCount(checked)} angesehen.`}</span>
      </p>
      {fields.nicknames && (
        <p>
          {names === 0
            ? 'So heißt noch niemand.'
            : `${countOf(names, 'Mitglied heißt', 'Mitglieder heißen')} schon so.`}
        </p>
      )}
      <ul className="grid max-h-70 gap-2 overflow-y-auto">
        {examples.map(({ id, text, by, at }) => (
          <li key={id}>
            <p className="wrap-anywhere">{text}</p>
            <p className="meta">{`${by ?? 'Unbekannt'}, ${relativeTime(at, now)}`}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const numbers = [
  { name: 'links', label: 'Links', hint: 'So viele oder mehr.' },
  { name: 'accountDays', label: 'Account jünger als … Tage', hint: 'Wann er angelegt wurde.' },
  { name: 'contributions', label: 'Weniger als … Beiträge und Kommentare', hint: 'Nur, was online ist.' },
  { name: 'perHour', label: 'Ab dem wievielten in einer Stunde', hint: 'Beiträge und Kommentare zusammen.' },
] as const

/** What a text must be like to meet the rule; every condition that is filled in has to hold. */
function RuleConditions({ form }: { form: Pick<ZodForm<AutomodFields>, 'input' | 'bind' | 'errorOf'> }) {
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="font-bold">Gilt für</legend>
        <div className="flex flex-wrap gap-x-6">
          <CheckField label="Beiträge" {...form.bind('posts')} />
          <CheckField label="Kommentare" {...form.bind('comments')} />
          <CheckField label="Nicknames" {...form.bind('nicknames')} />
        </div>
        <p className="meta">
          Einen Nickname mit einem der Wörter bekommt niemand mehr. Wer schon so heißt, behält ihn; die Probe zeigt, wer
          das ist.
        </p>
        <FieldError id="rule-targets" error={form.errorOf('posts')} />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-2">
          <b>Bedingungen</b> <span className="meta">Alle ausgefüllten müssen zutreffen.</span>
        </legend>
        <TextAreaField
          label="Eins dieser Wörter"
          hint="Eins je Zeile, auch mehrere Wörter. Ein * am Ende findet alles, was so anfängt: krypto*"
          rows={3}
          {...form.input('words')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {numbers.map(({ name, ...texts }) => (
            <TextField key={name} {...texts} inputMode="numeric" autoComplete="off" {...form.input(name)} />
          ))}
        </div>
        <div>
          <CheckField label="Derselbe Text wie ein anderer vom selben Tag (ab 20 Zeichen)" {...form.bind('repeated')} />
          <CheckField label="Es geht um einen Star (Tag am Beitrag)" {...form.bind('namesStar')} />
        </div>
      </fieldset>
    </>
  )
}
