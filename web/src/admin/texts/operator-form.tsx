import type { AdminTexts } from '@hot/domain/contract/admin/settings'
import { type LegalField, legalFieldNames, legalFields } from '@hot/domain/settings/legal-fields'
import { type OperatorFields, operatorFieldMax, operatorForm } from '@hot/domain/settings/site-texts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { requiredFields } from '#web/lib/api/config/operator-fields.ts'
import { siteOperator } from '#web/lib/api/config/runtime-config.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { ConflictOf, EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { SaveFooter, type TextFormProps } from './text-form.tsx'

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

function FilledForm({ texts, save, onSaved, refusals, loadAs, configured }: FilledProps) {
  const fieldsOf = (of: AdminTexts) => {
    const own = of.operator?.content ?? configured
    return Object.fromEntries(legalFieldNames.map((name) => [name, own[name] ?? ''])) as OperatorFields
  }
  const form = useEntityForm({
    schema: operatorForm,
    initial: fieldsOf(texts),
    save: (fields) => save(fields),
    onSaved,
    refusals,
    shared: { texts: legalFields, load: () => loadAs(fieldsOf) },
    affects: [['site'], ['admin', 'operator']],
  })
  return (
    <EntityForm form={form} className="grid gap-4">
      <p className="meta">
        Steht so im Impressum und in der Datenschutzerklärung. Mit * verlangt das Gesetz in den meisten Fällen. Leere
        Felder fehlen dort.
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
