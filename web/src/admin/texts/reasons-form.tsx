import { mostTemplates, reasonKinds, reasonTemplates } from '@hot/domain/moderation/reason-templates'
import { linesOf, ownReasons, reasonsFields, reasonsForm } from '@hot/domain/settings/site-texts'
import { TextAreaField } from '#web/ui/forms/field.tsx'
import { EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { SaveFooter, type TextFormProps } from './text-form.tsx'

/** Templates of all kinds of reasons, one per line; the first nine have a digit. */
export function ReasonsForm({ texts, save, onSaved, refusals }: TextFormProps) {
  const form = useEntityForm({
    schema: reasonsForm,
    initial: reasonsFields(texts.reasons?.content ?? {}),
    save: (fields) => {
      const own = ownReasons(fields)
      return save(Object.keys(own).length === 0 ? null : own)
    },
    onSaved,
    refusals,
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
      <SaveFooter action={form.action} />
    </EntityForm>
  )
}
