import { type FormatFields, formatForm, formatLimits } from '@hot/domain/format/format-form'
import { textLength } from '@hot/domain/text/sanitize-text'
import { slugify } from '@hot/domain/text/slug'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { tileName } from '#web/entities/format/format-text.ts'
import { FormatTile } from '#web/entities/format/format-tile.tsx'
import { failureText, refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { ColorField } from '#web/ui/color/color-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useCheckedForm } from '#web/ui/forms/use-checked-form.ts'
import { useUnsaved } from '#web/ui/forms/use-unsaved.ts'
import { channelsQuery, formatRefusals, refusedSlug } from './api.ts'

type FormatFormViewProps = {
  initial: FormatFields
  isNew: boolean
  /** Sends the checked fields; throws what the database refuses. */
  onSave: (fields: FormatFields) => Promise<void>
}

/** All that can be said of a format, with its tile beside it. */
export function FormatFormView({ initial, isNew, onSave }: FormatFormViewProps) {
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

type Channel = { id: string; name: string; active: boolean }
type ChannelFieldsProps = {
  fields: FormatFields
  mistakes: Partial<Record<keyof FormatFields, string>>
  onChange: (changes: Partial<FormatFields>) => void
}

/** Where the format runs and where it streams. */
function ChannelFields({ fields, mistakes, onChange }: ChannelFieldsProps) {
  const { data, isError, refetch } = useQuery(channelsQuery)
  return (
    <>
      {isError && (
        <div role="alert" className="flex flex-wrap items-center gap-2">
          <span>Sender und Anbieter konnten nicht geladen werden.</span>
          <Button small onClick={() => void refetch()}>
            Erneut versuchen
          </Button>
        </div>
      )}
      <SelectField
        label="Sender"
        name="broadcaster_id"
        value={fields.broadcaster_id}
        onChange={(event) => onChange({ broadcaster_id: event.target.value })}
      >
        <Choices channels={data?.broadcasters} chosen={fields.broadcaster_id} />
      </SelectField>
      <SelectField
        label="Streaming-Anbieter"
        name="streaming_provider_id"
        value={fields.streaming_provider_id}
        onChange={(event) => onChange({ streaming_provider_id: event.target.value })}
      >
        <Choices channels={data?.providers} chosen={fields.streaming_provider_id} />
      </SelectField>
      <TextField
        label="Link zum Streaming"
        name="streaming_url"
        type="url"
        value={fields.streaming_url}
        error={mistakes.streaming_url}
        hint="Dorthin führt der Chip des Anbieters auf der Seite des Formats."
        onChange={(event) => onChange({ streaming_url: event.target.value })}
      />
    </>
  )
}

/** Inactive ones only where they are chosen already. */
function Choices({ channels, chosen }: { channels: readonly Channel[] | undefined; chosen: string }) {
  return (
    <>
      <option value="">Keiner</option>
      {!channels && chosen && <option value={chosen}>Wird geladen …</option>}
      {channels
        ?.filter(({ id, active }) => active || id === chosen)
        .map(({ id, name, active }) => (
          <option key={id} value={id}>
            {active ? name : `${name} (inaktiv)`}
          </option>
        ))}
    </>
  )
}

/** What formats are about. */
const offered = [
  ...['🏝️', '🌴', '🏖️', '☀️', '🔥', '💘', '💔', '💍', '🌹', '👰', '🏠', '🏡', '🏕️', '🔒', '👁️', '🎭'],
  ...['👑', '🏆', '💃', '🎤', '🎬', '📺', '🎲', '🍽️', '👩‍🌾', '💪', '💅', '👗', '🐛', '🥊', '🚢', '⭐'],
]

type EmojiFieldProps = { value: string; onChange: (emoji: string) => void; error: string | undefined }

/** One emoji: chosen here, or typed with the keyboard of the device. */
function EmojiField({ value, onChange, error }: EmojiFieldProps) {
  return (
    <div className="grid gap-2">
      <TextField
        label="Emoji"
        name="emoji"
        autoComplete="off"
        value={value}
        error={error}
        hint="Steht groß auf der Kachel. Leer geht auch."
        onChange={(event) => onChange(event.target.value)}
      />
      <fieldset className="flex flex-wrap gap-1" aria-label="Emoji: Vorschläge">
        {offered.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className="size-9 rounded-full border-2 border-transparent text-[20px] leading-none hover:bg-sunk aria-pressed:border-ink"
            aria-pressed={emoji === value}
            onClick={() => onChange(emoji === value ? '' : emoji)}
          >
            {emoji}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** The tile as /formate shows it, while it is typed. */
function FormatPreview({ fields }: { fields: FormatFields }) {
  const name = fields.name.trim() || 'Name des Formats'
  return (
    <section
      aria-label="Vorschau"
      className="order-first grid content-start gap-2 self-start lg:sticky lg:top-20 lg:order-none"
    >
      <h2 className="font-bold text-[15px]">Vorschau</h2>
      <div className="max-w-70">
        <FormatTile
          color={isColor(fields.color) ? fields.color : '#6b7280'}
          emoji={fields.emoji.trim() || null}
          title={<span>{tileName(name, fields.short_name.trim() || null)}</span>}
          facts={<span>{fields.is_active ? 'Sichtbar für alle' : 'Nur fürs Team'}</span>}
        />
      </div>
    </section>
  )
}
