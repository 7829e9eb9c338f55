import type { AdminTexts } from '@hot/domain/contract/admin/settings'
import { mostTemplates, type ReasonKind, reasonKinds, reasonTemplates } from '@hot/domain/moderation/reason-templates'
import { linesOf, ownReasons, reasonsFields, reasonsForm, storedReasons } from '@hot/domain/settings/site-texts'
import { TextAreaField } from '#web/ui/forms/field.tsx'
import { ConflictOf, EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { SaveFooter, type TextFormProps } from './text-form.tsx'

const reasonsOf = (texts: AdminTexts) => reasonsFields(texts.reasons?.content ?? {})

/** How the lists are called in a conflict. */
const reasonLabels = Object.fromEntries(reasonKinds.map((kind) => [kind, reasonTemplates[kind].label])) as Record<
  ReasonKind,
  string
>

/** Templates of all kinds of reasons, one per line; the first nine have a digit. */
export function ReasonsForm({ texts, save, onSaved, refusals, loadAs }: TextFormProps) {
  const form = useEntityForm({
    schema: reasonsForm,
    initial: reasonsOf(texts),
    save: (fields) => {
      const own = ownReasons(fields)
      return save(Object.keys(own).length === 0 ? null : own)
    },
    onSaved,
    refusals,
    shared: { texts: reasonLabels, stored: storedReasons, load: () => loadAs(reasonsOf) },
    affects: [['admin', 'reasons']],
  })
  const fields = form.watch()
  return (
    <EntityForm form={form} className="grid gap-6">
      <p className="meta">
        Eine Vorlage je Zeile, höchstens {mostTemplates}. Die ersten neun wählst du beim Entscheiden mit ihrer Ziffer.
        Was du wählst, liest, wen es betrifft.
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
