import { type FormatFields, formatForm, formatLimits } from '@hot/domain/format/format-form'
import { textLength } from '@hot/domain/text/sanitize-text'
import { slugify } from '@hot/domain/text/slug'
import { type FormEvent, useId, useState } from 'react'
import { failureText, refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { ColorField } from '#web/ui/color/color-field.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useCheckedForm } from '#web/ui/forms/use-checked-form.ts'
import { useUnsaved } from '#web/ui/forms/use-unsaved.ts'
import { ChannelFields } from './channel-fields.tsx'
import { EmojiField } from './emoji-field.tsx'
import { formatRefusals, refusedSlug } from './format-fields.ts'
import { FormatPreview } from './format-preview.tsx'

type Props = {
  initial: FormatFields
  isNew: boolean
  /** Sends the checked fields; throws what the database refuses. */
  onSave: (fields: FormatFields) => Promise<void>
}

/** All that can be said of a format, with its tile beside it. */
export function FormatFormView({ initial, isNew, onSave }: Props) {
  const { fields, set, mistakes, check, refuse, form } = useCheckedForm(initial, formatForm)
  const [slugTyped, setSlugTyped] = useState(!isNew)
  const action = useAction(formatRefusals)
  const { isUnsaved, markSaved } = useUnsaved(fields)
  const activeId = useId()
  const name = (next: string) => set(slugTyped ? { name: next } : { name: next, slug: slugify(next) })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const checked = check()
    if (!checked) return
    await action.run(async () => {
      try {
        await onSave(checked)
        set(checked)
        markSaved()
      } catch (error) {
        if (!refusedSlug[refusalOf(error)]) throw error
        refuse({ slug: failureText(error, refusedSlug) })
      }
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-8 lg:grid-cols-[minmax(0,560px)_280px]">
      <div className="grid gap-5">
        <TextField
          label="Name"
          name="name"
          value={fields.name}
          error={mistakes.name}
          counter={{ used: textLength(fields.name), max: formatLimits.name }}
          onChange={(event) => name(event.target.value)}
        />
        <TextField
          label="Kurzname"
          name="short_name"
          value={fields.short_name}
          error={mistakes.short_name}
          hint="Für Kacheln, wenn der Name länger als 24 Zeichen ist."
          onChange={(event) => set({ short_name: event.target.value })}
        />
        <TextField
          label="Adresse"
          name="slug"
          spellCheck={false}
          autoComplete="off"
          value={fields.slug}
          error={mistakes.slug}
          hint={<SlugHint slug={fields.slug} was={isNew ? null : initial.slug} />}
          onChange={(event) => {
            setSlugTyped(true)
            set({ slug: event.target.value })
          }}
        />
        <EmojiField value={fields.emoji} error={mistakes.emoji} onChange={(emoji) => set({ emoji })} />
        <ColorField label="Farbe" value={fields.color} error={mistakes.color} onChange={(color) => set({ color })} />
        <ChannelFields fields={fields} mistakes={mistakes} onChange={set} />
        <TextAreaField
          label="Beschreibung"
          name="description"
          rows={5}
          value={fields.description}
          error={mistakes.description}
          counter={{ used: textLength(fields.description), max: formatLimits.description }}
          onChange={(event) => set({ description: event.target.value })}
        />
        <p className="flex items-center justify-between gap-3">
          <span id={activeId}>
            <b>Aktiv</b> <span className="meta">Inaktive Formate sieht nur das Team.</span>
          </span>
          <Switch aria-labelledby={activeId} checked={fields.is_active} onChange={(is_active) => set({ is_active })} />
        </p>
        <FormFoot action={action} submit={isNew ? 'Format anlegen' : 'Speichern'} working="Wird gespeichert …" />
      </div>
      <FormatPreview fields={fields} />
      <UnsavedGuard isUnsaved={isUnsaved && !action.busy} />
    </form>
  )
}

function SlugHint({ slug, was }: { slug: string; was: string | null }) {
  const becomes = slugify(slug)
  if (was && becomes !== was)
    return (
      <>
        Wird /formate/{becomes}. Die alte Adresse /formate/{was} führt weiter dorthin.
      </>
    )
  return <>/formate/{becomes || '…'}</>
}
