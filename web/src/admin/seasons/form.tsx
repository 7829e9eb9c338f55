import { type SeasonFields, seasonForm, seasonLimits } from '@hot/domain/format/season-form'
import { textLength } from '@hot/domain/text/sanitize-text'
import { slugify } from '@hot/domain/text/slug'
import { type FormEvent, useState } from 'react'
import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useCheckedForm } from '#web/ui/forms/use-checked-form.ts'
import { useUnsaved } from '#web/ui/forms/use-unsaved.ts'
import { type CastEntry, refusedFields, seasonRefusals } from './api.ts'
import { CastEditor } from './cast-editor.tsx'

type Props = {
  initial: SeasonFields
  initialCast: readonly CastEntry[]
  formatSlug: string
  isNew: boolean
  /** Sends the checked fields and the cast in order; throws what the database refuses. */
  onSave: (fields: SeasonFields, cast: readonly CastEntry[]) => Promise<void>
}

/** A season with its cast; both are saved at once. */
export function SeasonFormView({ initial, initialCast, formatSlug, isNew, onSave }: Props) {
  const { fields, set, mistakes, check, refuse, form } = useCheckedForm(initial, seasonForm)
  const [cast, setCast] = useState(initialCast)
  const action = useAction(seasonRefusals)
  const { isUnsaved, markSaved } = useUnsaved([fields, cast])

  /** An address made from the number follows it. */
  const renumber = (next: string) => {
    const follows = fields.slug === `staffel-${fields.season_number}`
    set(follows ? { season_number: next, slug: `staffel-${next.trim()}` } : { season_number: next })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const checked = check()
    if (!checked) return
    await action.run(async () => {
      try {
        await onSave(checked, cast)
        set(checked)
        markSaved()
      } catch (error) {
        const refused = refusedFields[refusalOf(error)]
        if (!refused) throw error
        refuse({ [refused.field]: refused.text })
      }
    })
  }
  const text = (name: keyof SeasonFields, label: string, hint?: string) => ({
    name,
    label,
    hint,
    value: fields[name],
    error: mistakes[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-8 lg:grid-cols-[minmax(0,380px)_minmax(0,1fr)]">
      <div className="grid content-start gap-5">
        <TextField
          {...text('season_number', 'Nummer')}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => renumber(event.target.value)}
        />
        <TextField {...text('title', 'Titel', 'Nur wenn die Staffel einen eigenen hat.')} />
        <TextField
          {...text('slug', 'Adresse')}
          spellCheck={false}
          autoComplete="off"
          hint={<SlugHint fields={fields} formatSlug={formatSlug} was={isNew ? null : initial.slug} />}
        />
        <div className="grid gap-5 sm:grid-cols-2 lg:gap-3">
          <TextField {...text('start_date', 'Erster Tag')} type="date" />
          <TextField {...text('end_date', 'Letzter Tag')} type="date" />
        </div>
        <TextField {...text('location', 'Drehort')} />
        <TextAreaField
          {...text('description', 'Beschreibung')}
          rows={5}
          counter={{ used: textLength(fields.description), max: seasonLimits.description }}
        />
      </div>
      <CastEditor cast={cast} onChange={setCast} />
      <div className="grid gap-3 lg:col-span-2">
        <FormFoot action={action} submit={isNew ? 'Staffel anlegen' : 'Speichern'} working="Wird gespeichert …" />
      </div>
      <UnsavedGuard isUnsaved={isUnsaved && !action.busy} />
    </form>
  )
}

type HintProps = { fields: SeasonFields; formatSlug: string; was: string | null }

function SlugHint({ fields, formatSlug, was }: HintProps) {
  const typed = slugify(fields.slug) || `staffel-${fields.season_number.trim() || '…'}`
  const lost = was !== null && typed !== was && ` Die alte Adresse ${was} führt dann nirgends mehr hin.`
  return (
    <>
      /formate/{formatSlug}/staffel/{typed}. Leer: nach der Nummer.{lost}
    </>
  )
}
