import type { AdminFormat, SavedFormat } from '@hot/domain/contract/admin/formats'
import { type FormatFields, formatForm, formatLimits } from '@hot/domain/format/format-form'
import { textLength } from '@hot/domain/text/sanitize-text'
import { slugify } from '@hot/domain/text/slug'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormatTile } from '#web/entities/format/format-cards.tsx'
import { tileName } from '#web/entities/format/format-text.ts'
import { ColorField } from '#web/ui/color/color-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { SwitchField } from '#web/ui/forms/switch-field.tsx'
import type { ZodForm } from '#web/ui/forms/use-zod-form.ts'
import { type ChannelKind, channelsQuery, kinds } from '../broadcasters/api.ts'
import { ChannelDialog } from '../broadcasters/channel-dialog.tsx'
import { ColorName } from '../kit/conflict/conflict-panel.tsx'
import { type FieldTexts, whoChanged } from '../kit/conflict/use-conflict.ts'
import { ConflictOf, EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { useFormDraft } from '../kit/form-draft.tsx'
import { formatFieldRefusals, formatFields, formatRefusals, readFormat, saveFormat } from './api.ts'

type Props = {
  format: AdminFormat | null
  onSaved: (saved: SavedFormat) => unknown
}

/** All fields of a format, with a preview of its tile. */
export function FormatForm({ format, onSaved }: Props) {
  const [slugTyped, setSlugTyped] = useState(format !== null)
  // The version the form was opened with, not that of the last fetch, so that the database detects changes by others.
  const [stored, setStored] = useState(format && { id: format.id, seen: format.updated_at })
  const texts = useFieldTexts()
  const form = useEntityForm({
    schema: formatForm,
    initial: formatFields(format),
    save: (fields) => saveFormat(stored, fields),
    onSaved: (saved, fields) => {
      setStored({ id: saved.id, seen: saved.updated_at })
      form.reset({ ...fields, slug: saved.slug })
      draft.forget()
      return onSaved(saved)
    },
    refusals: formatRefusals,
    fieldRefusals: formatFieldRefusals,
    shared: {
      texts,
      load: async () => {
        const now = stored && (await readFormat(stored.id))
        if (!now) return null
        const { id, updated_at: seen } = now
        const by = await whoChanged('format', id, seen)
        return { fields: formatFields(now), at: seen, by, take: () => void setStored({ id, seen }) }
      },
    },
  })
  const draft = useFormDraft({ form, slot: `format:${format?.id ?? 'neu'}`, version: stored, setVersion: setStored })
  const fields = form.watch()
  const [name, slug] = [form.input('name'), form.input('slug')]
  const [making, setMaking] = useState<ChannelKind | null>(null)
  return (
    <>
      <EntityForm form={form} draft={draft} className="grid gap-8 lg:grid-cols-[minmax(0,560px)_280px]">
        <div className="grid gap-5">
          <TextField
            label="Name"
            {...name}
            counter={{ used: textLength(fields.name), max: formatLimits.name }}
            onChange={(event) => {
              void name.onChange(event)
              if (!slugTyped) form.bind('slug').onChange(slugify(event.target.value))
            }}
          />
          <TextField
            label="Kurzname"
            hint="Für Kacheln, wenn der Name länger als 24 Zeichen ist."
            {...form.input('short_name')}
          />
          <TextField
            label="Adresse"
            spellCheck={false}
            autoComplete="off"
            hint={<SlugHint slug={fields.slug} was={stored && (form.formState.defaultValues?.slug ?? null)} />}
            {...slug}
            onChange={(event) => {
              setSlugTyped(true)
              void slug.onChange(event)
            }}
          />
          <EmojiField {...form.bind('emoji')} />
          <ColorField label="Farbe" {...form.bind('color')} />
          <ChannelFields form={form} onMake={setMaking} />
          <TextAreaField
            label="Beschreibung"
            rows={5}
            {...form.input('description')}
            counter={{ used: textLength(fields.description), max: formatLimits.description }}
          />
          <SwitchField label="Aktiv" hint="Inaktive Formate sieht nur das Team." {...form.bind('is_active')} />
          <ConflictOf form={form} />
          <FormFooter
            action={form.action}
            submit={format ? 'Speichern' : 'Format anlegen'}
            working="Wird gespeichert …"
          />
        </div>
        <FormatPreview fields={fields} />
      </EntityForm>
      {/* Not in the form: its own would be within this one. */}
      {making && (
        <ChannelDialog
          kind={making}
          channel={null}
          onSaved={form.bind(channelField[making]).onChange}
          onClose={() => setMaking(null)}
        />
      )}
    </>
  )
}

/** How a format's fields are called in a conflict. */
function useFieldTexts(): FieldTexts<FormatFields> {
  const { data } = useQuery(channelsQuery)
  const nameIn = (channels: readonly Channel[] | undefined) => (id: string) =>
    id === '' ? 'Keiner' : (channels?.find((channel) => channel.id === id)?.name ?? 'Unbekannt')
  return {
    name: 'Name',
    short_name: 'Kurzname',
    slug: 'Adresse',
    emoji: 'Emoji',
    color: ['Farbe', (color) => <ColorName color={color} />],
    broadcaster_id: ['Sender', nameIn(data?.broadcasters)],
    streaming_provider_id: ['Streaming-Anbieter', nameIn(data?.providers)],
    streaming_url: 'Link zum Streaming',
    description: 'Beschreibung',
    is_active: 'Aktiv',
  }
}

function SlugHint({ slug, was }: { slug: string; was: string | null }) {
  const becomes = slugify(slug)
  if (was && becomes !== was)
    return <span>{`Wird /formate/${becomes}. Die alte Adresse /formate/${was} führt weiter dorthin.`}</span>
  return <span>{`/formate/${becomes || '…'}`}</span>
}

type Channel = { id: string; name: string; active: boolean }

const channelField = { broadcaster: 'broadcaster_id', provider: 'streaming_provider_id' } as const

type ChannelFieldsProps = { form: Pick<ZodForm<FormatFields>, 'input'>; onMake: (kind: ChannelKind) => void }

/** Where the format runs and where it streams; one that is missing is created in place. */
function ChannelFields({ form, onMake }: ChannelFieldsProps) {
  const { data, isError, refetch } = useQuery(channelsQuery)
  const [broadcaster, provider] = [form.input('broadcaster_id'), form.input('streaming_provider_id')]
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
      <SelectField label="Sender" {...broadcaster}>
        <Choices channels={data?.broadcasters} chosen={broadcaster.value} />
      </SelectField>
      <MakeChannel kind="broadcaster" onMake={onMake} />
      <SelectField label="Streaming-Anbieter" {...provider}>
        <Choices channels={data?.providers} chosen={provider.value} />
      </SelectField>
      <MakeChannel kind="provider" onMake={onMake} />
      <TextField
        label="Link zum Streaming"
        type="url"
        hint="Dorthin führt der Chip des Anbieters auf der Seite des Formats."
        {...form.input('streaming_url')}
      />
    </>
  )
}

const MakeChannel = ({ kind, onMake }: { kind: ChannelKind; onMake: (kind: ChannelKind) => void }) => (
  <Button small className="-mt-3 justify-self-start" onClick={() => onMake(kind)}>
    {kinds[kind].create}
  </Button>
)

/** Active channels, plus an inactive one if already chosen. */
function Choices({ channels, chosen }: { channels: readonly Channel[] | undefined; chosen: string }) {
  return (
    <>
      <option value="">Keiner</option>
      {chosen && !channels?.some(({ id }) => id === chosen) && <option value={chosen}>Wird geladen …</option>}
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

/** Emoji for typical topics of formats. */
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
            className="size-9 rounded-full border-2 border-transparent text-[1.25rem] leading-none hover:bg-sunk aria-pressed:border-ink"
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

/** Live preview of the tile as on /formate. */
function FormatPreview({ fields }: { fields: FormatFields }) {
  const name = fields.name.trim() || 'Name des Formats'
  return (
    <section
      aria-label="Vorschau"
      className="order-first grid content-start gap-2 self-start lg:sticky lg:top-20 lg:order-none"
    >
      <h2 className="font-bold text-[0.9375rem]">Vorschau</h2>
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
