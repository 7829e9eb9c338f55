import type { AdminTexts } from '@hot/domain/contract/admin/settings'
import type { Json } from '@hot/domain/contract/database.types'
import { mostTemplates, type ReasonKind, reasonKinds, reasonTemplates } from '@hot/domain/moderation/reason-templates'
import { standardAccessibility } from '@hot/domain/settings/accessibility'
import { standardGuidelines } from '@hot/domain/settings/guidelines'
import { type LegalField, legalFieldNames, legalFields, requiredFields } from '@hot/domain/settings/legal-fields'
import {
  accessibilityForm,
  guidelinesForm,
  linesOf,
  markupMax,
  type OperatorFields,
  operatorFieldMax,
  operatorForm,
  ownReasons,
  reasonsFields,
  reasonsForm,
  storedReasons,
} from '@hot/domain/settings/site-texts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ArticleText } from '#web/entities/news/article-text.tsx'
import { siteOperator } from '#web/lib/api/config/runtime-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import type { StoredNow } from '../kit/conflict/use-conflict.ts'
import { ConflictOf, EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { useFormDraft } from '../kit/form-draft.tsx'

/** What the form of one text gets: how to store it, and what stands below it. */
type TextFormProps = {
  /** As they were when the form was filled. */
  texts: AdminTexts
  /** Null: back to the one that comes with HoT. */
  save: (content: Json) => Promise<AdminTexts>
  /** What the form is based on: when the text was last changed; null: as it comes with HoT. */
  version: string | null
  setVersion: (version: string | null) => void
  /** What stands stored when somebody else was faster, as fields of the form. */
  loadAs: <Fields>(fieldsOf: (texts: AdminTexts) => Fields) => Promise<StoredNow<Fields>>
  onSaved: (texts: AdminTexts) => void
}

/** The button below each form. */
const SaveFooter = (props: Pick<Parameters<typeof FormFooter>[0], 'action'>) => (
  <FormFooter {...props} submit="Speichern" working="Wird gespeichert …" />
)

const reasonsOf = (texts: AdminTexts) => reasonsFields(texts.reasons?.content ?? {})

/** How the lists are called in a conflict. */
const reasonLabels = Object.fromEntries(reasonKinds.map((kind) => [kind, reasonTemplates[kind].label])) as Record<
  ReasonKind,
  string
>

/** Templates of all kinds of reasons, one per line; the first nine have a digit. */
export function ReasonsForm({ texts, save, version, setVersion, onSaved, loadAs }: TextFormProps) {
  const form = useEntityForm({
    schema: reasonsForm,
    initial: reasonsOf(texts),
    save: (fields) => {
      const own = ownReasons(fields)
      return save(Object.keys(own).length === 0 ? null : own)
    },
    onSaved,
    shared: { texts: reasonLabels, stored: storedReasons, load: () => loadAs(reasonsOf) },
    affects: [['admin', 'reasons']],
  })
  const draft = useFormDraft({ form, slot: 'text:reasons', version, setVersion })
  const fields = form.watch()
  return (
    <EntityForm form={form} draft={draft} className="grid gap-6">
      <p className="meta">
        Eine Vorlage je Zeile, höchstens {mostTemplates}. Die ersten neun wählst du beim Entscheiden mit ihrer Ziffer.
        Wen es betrifft, bekommt sie zu lesen.
      </p>
      {reasonKinds.map((kind) => (
        <TextAreaField
          key={kind}
          label={reasonTemplates[kind].label}
          rows={Math.max(2, Math.min(linesOf(fields[kind]).length + 1, 10))}
          {...form.input(kind)}
        />
      ))}
      <ConflictOf form={form} />
      <SaveFooter action={form.action} />
    </EntityForm>
  )
}

const guidelinesOf = (texts: AdminTexts) => ({ guidelines: texts.guidelines?.content ?? standardGuidelines })

/** The chapters of the guidelines before those on reports, consequences and appeals, with a preview. */
export function GuidelinesForm({ texts, save, version, setVersion, onSaved, loadAs }: TextFormProps) {
  const [isPreview, setPreview] = useState(false)
  const form = useEntityForm({
    schema: guidelinesForm,
    initial: guidelinesOf(texts),
    save: ({ guidelines }) => save(guidelines === standardGuidelines ? null : guidelines),
    onSaved,
    shared: { texts: { guidelines: 'Eure Regeln' }, load: () => loadAs(guidelinesOf) },
    affects: [['site']],
  })
  const draft = useFormDraft({ form, slot: 'text:guidelines', version, setVersion })
  const { guidelines } = form.watch()
  return (
    <EntityForm form={form} draft={draft} className="grid grid-cols-1 gap-4">
      <TextAreaField
        label="Eure Regeln"
        rows={24}
        hint="## Kapitel, - Liste, > Zitat, **fett**, [Wort](https://…). Die Nummern kommen von selbst; danach folgen die Kapitel über Meldungen, Folgen und Einsprüche."
        {...form.input('guidelines')}
        maxLength={markupMax}
        counter={{ used: guidelines.length, max: markupMax }}
      />
      <div>
        <Button small aria-expanded={isPreview} onClick={() => setPreview(!isPreview)}>
          {isPreview ? 'Vorschau schließen' : 'Vorschau'}
        </Button>
      </div>
      {isPreview && (
        <section aria-label="Vorschau" className="border-2 border-rule bg-sheet p-4">
          <ArticleText text={guidelines} />
        </section>
      )}
      <ConflictOf form={form} />
      <SaveFooter action={form.action} />
    </EntityForm>
  )
}

const accessibilityOf = (texts: AdminTexts) => ({
  accessibility: texts.accessibility?.content ?? standardAccessibility,
})

/** The statement on accessibility with the known faults; contact and authority are among the operator's data. */
export function AccessibilityForm({ texts, save, version, setVersion, onSaved, loadAs }: TextFormProps) {
  const form = useEntityForm({
    schema: accessibilityForm,
    initial: accessibilityOf(texts),
    save: ({ accessibility }) => save(accessibility === standardAccessibility ? null : accessibility),
    onSaved,
    shared: { texts: { accessibility: 'Eure Erklärung' }, load: () => loadAs(accessibilityOf) },
    affects: [['site']],
  })
  const draft = useFormDraft({ form, slot: 'text:accessibility', version, setVersion })
  const { accessibility } = form.watch()
  return (
    <EntityForm form={form} draft={draft} className="grid grid-cols-1 gap-4">
      <TextAreaField
        label="Eure Erklärung"
        rows={24}
        hint="## Kapitel, - Liste, **fett**, [Wort](https://…). Nenn bei jedem bekannten Fehler, seit wann ihr ihn kennt und bis wann er behoben ist. Kontakt und Aufsicht folgen von selbst, aus den Angaben unter „Impressum“."
        {...form.input('accessibility')}
        maxLength={markupMax}
        counter={{ used: accessibility.length, max: markupMax }}
      />
      <ConflictOf form={form} />
      <SaveFooter action={form.action} />
    </EntityForm>
  )
}

const configuredQuery = queryOptions({
  queryKey: ['admin', 'configured-operator'],
  queryFn: siteOperator,
  staleTime: 0,
  meta: { personal: true },
})

/** The operator's data on the legal pages; starts from those of the configuration (`SITE_*`). */
export function OperatorForm(props: TextFormProps) {
  const configured = useQuery(configuredQuery)
  if (configured.isError)
    return <ErrorState title="Die Angaben konnten nicht geladen werden" onRetry={() => void configured.refetch()} />
  if (!configured.data) return <Skeleton className="h-80" />
  return <FilledForm {...props} configured={configured.data} />
}

const isRequired = (name: LegalField) => name in requiredFields

type FilledProps = TextFormProps & { configured: Partial<Record<string, string>> }

function FilledForm({ texts, save, onSaved, loadAs, configured }: FilledProps) {
  const fieldsOf = (of: AdminTexts) => {
    const own = of.operator?.content ?? configured
    return Object.fromEntries(legalFieldNames.map((name) => [name, own[name] ?? ''])) as OperatorFields
  }
  const form = useEntityForm({
    schema: operatorForm,
    initial: fieldsOf(texts),
    save: (fields) => save(fields),
    onSaved,
    shared: { texts: legalFields, load: () => loadAs(fieldsOf) },
    affects: [['site'], ['admin', 'operator']],
  })
  return (
    <EntityForm form={form} className="grid gap-4">
      <p className="meta">
        Steht so im Impressum, in der Datenschutzerklärung und in der Erklärung zur Barrierefreiheit. Mit * verlangt das
        Gesetz in den meisten Fällen. Leere Felder fehlen dort.
      </p>
      {legalFieldNames.map((name) => (
        <TextField
          key={name}
          label={isRequired(name) ? `${legalFields[name]} *` : legalFields[name]}
          {...(name.endsWith('email') && { type: 'email', inputMode: 'email' })}
          {...form.input(name)}
          maxLength={operatorFieldMax}
        />
      ))}
      <ConflictOf form={form} />
      <SaveFooter action={form.action} />
    </EntityForm>
  )
}
