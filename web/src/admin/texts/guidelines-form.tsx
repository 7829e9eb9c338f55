import type { AdminTexts } from '@hot/domain/contract/admin/settings'
import { standardGuidelines } from '@hot/domain/settings/guidelines'
import { guidelinesForm, guidelinesMax } from '@hot/domain/settings/site-texts'
import { useState } from 'react'
import { ArticleText } from '#web/entities/news/article-text.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TextAreaField } from '#web/ui/forms/field.tsx'
import { ConflictOf, EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { SaveFooter, type TextFormProps } from './text-form.tsx'

const guidelinesOf = (texts: AdminTexts) => ({ guidelines: texts.guidelines?.content ?? standardGuidelines })

/** The chapters of the guidelines before those on reports, consequences and appeals, with a preview. */
export function GuidelinesForm({ texts, save, onSaved, refusals, loadAs }: TextFormProps) {
  const [isPreview, setPreview] = useState(false)
  const form = useEntityForm({
    schema: guidelinesForm,
    initial: guidelinesOf(texts),
    save: ({ guidelines }) => save(guidelines === standardGuidelines ? null : guidelines),
    onSaved,
    refusals,
    shared: { texts: { guidelines: 'Eure Regeln' }, load: () => loadAs(guidelinesOf) },
    affects: [['site']],
  })
  const { guidelines } = form.watch()
  return (
    <EntityForm form={form} className="grid grid-cols-1 gap-4">
      <TextAreaField
        label="Eure Regeln"
        rows={24}
        hint="## Kapitel, - Liste, > Zitat, **fett**, [Wort](https://…). Die Nummern kommen von selbst; danach folgen die Kapitel über Meldungen, Folgen und Einsprüche."
        {...form.input('guidelines')}
        maxLength={guidelinesMax}
        counter={{ used: guidelines.length, max: guidelinesMax }}
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
