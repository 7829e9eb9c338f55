import type { AdminSeason, SavedSeason } from '@hot/domain/contract/admin/formats'
import { type SeasonFields, seasonForm, seasonLimits } from '@hot/domain/format/season-form'
import { isSameValue, mergeLists } from '@hot/domain/merge/three-way'
import { textLength } from '@hot/domain/text/sanitize-text'
import { slugify } from '@hot/domain/text/slug'
import { useState } from 'react'
import { TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import type { ZodForm } from '#web/ui/forms/use-zod-form.ts'
import { type Part, type Side, whoChanged } from '../kit/conflict/use-conflict.ts'
import { ConflictOf, EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { useFormDraft } from '../kit/form-draft.tsx'
import {
  type CastEntry,
  castOf,
  castText,
  readSeason,
  saveSeason,
  seasonFieldRefusals,
  seasonFields,
  seasonRefusals,
  seasonTexts,
  storedEntry,
} from './api.ts'
import { CastEditor } from './cast-editor.tsx'

type Props = {
  season: AdminSeason | null
  format: { id: string; slug: string }
  /** Suggested number for a new season. */
  newNumber?: number
  onSaved: (saved: SavedSeason) => unknown
}

/** A season with its cast; both are saved together. */
export function SeasonForm({ season, format, newNumber, onSaved }: Props) {
  // The version the form was opened with, not that of the last fetch, so that the database detects changes by others.
  const [stored, setStored] = useState(season && { id: season.id, seen: season.updated_at })
  const [cast, setCast] = useState<readonly CastEntry[]>(() => (season ? castOf(season) : []))
  const [savedCast, setSavedCast] = useState(cast)
  const form = useEntityForm({
    schema: seasonForm,
    initial: seasonFields(season, newNumber),
    save: (fields) => saveSeason(stored, format.id, fields, cast),
    onSaved: (saved, fields) => {
      setStored({ id: saved.id, seen: saved.updated_at })
      form.reset({ ...fields, slug: saved.slug })
      setSavedCast(cast)
      draft.forget()
      return onSaved(saved)
    },
    refusals: seasonRefusals,
    fieldRefusals: seasonFieldRefusals,
    shared: {
      texts: seasonTexts,
      load: async () => {
        const now = stored && (await readSeason(stored.id))
        if (!now) return null
        const by = await whoChanged('season', now.id, now.updated_at)
        return { fields: seasonFields(now), at: now.updated_at, by, take: () => takeStored(now) }
      },
    },
  })
  /** Joins the cast member by member; asks where that does not work. */
  const takeStored = (now: AdminSeason): Part[] => {
    setStored({ id: now.id, seen: now.updated_at })
    const theirs = castOf(now)
    const joined = mergeLists(savedCast, cast, theirs, storedEntry)
    setSavedCast(theirs)
    if (joined) setCast(joined)
    const choose = (side: Side) => setCast(side === 'mine' ? cast : theirs)
    return joined ? [] : [{ label: 'Cast', mine: castText(cast), theirs: castText(theirs), choose }]
  }
  const isCastChanged = !isSameValue(cast, savedCast)
  const draft = useFormDraft({
    form,
    slot: season ? `season:${season.id}` : `season:neu:${format.id}`,
    version: stored,
    setVersion: setStored,
    rest: {
      value: { cast, savedCast },
      isChanged: isCastChanged,
      set: (was) => {
        setCast(was.cast)
        setSavedCast(was.savedCast)
      },
    },
  })
  return (
    <EntityForm
      form={form}
      draft={draft}
      isUnsaved={isCastChanged}
      className="grid gap-8 lg:grid-cols-[minmax(0,380px)_minmax(0,1fr)]"
    >
      <SeasonTexts form={form} formatSlug={format.slug} was={stored && (form.formState.defaultValues?.slug ?? null)} />
      <CastEditor cast={cast} onChange={setCast} />
      <div className="grid gap-3 lg:col-span-2">
        <ConflictOf form={form} />
        <FormFooter
          action={form.action}
          submit={season ? 'Speichern' : 'Staffel anlegen'}
          working="Wird gespeichert …"
        />
      </div>
    </EntityForm>
  )
}

type TextsProps = {
  form: Pick<ZodForm<SeasonFields>, 'watch' | 'input' | 'bind'>
  formatSlug: string
  was: string | null
}

/** What a season is called, when it runs and where. */
function SeasonTexts({ form, formatSlug, was }: TextsProps) {
  const fields = form.watch()
  const number = form.input('season_number')
  /** A slug derived from the number follows it. */
  const renumber = (next: string) => {
    if (fields.slug === `staffel-${fields.season_number}`) form.bind('slug').onChange(`staffel-${next.trim()}`)
  }
  return (
    <div className="grid content-start gap-5">
      <TextField
        label="Nummer"
        inputMode="numeric"
        autoComplete="off"
        {...number}
        onChange={(event) => {
          renumber(event.target.value)
          void number.onChange(event)
        }}
      />
      <TextField label="Titel" hint="Nur wenn die Staffel einen eigenen hat." {...form.input('title')} />
      <TextField
        label="Adresse"
        spellCheck={false}
        autoComplete="off"
        hint={<SlugHint fields={fields} formatSlug={formatSlug} was={was} />}
        {...form.input('slug')}
      />
      <div className="grid gap-5 sm:grid-cols-2 lg:gap-3">
        <TextField label="Erster Tag" type="date" {...form.input('start_date')} />
        <TextField label="Letzter Tag" type="date" {...form.input('end_date')} />
      </div>
      <TextField label="Drehort" {...form.input('location')} />
      <TextAreaField
        label="Beschreibung"
        rows={5}
        {...form.input('description')}
        counter={{ used: textLength(fields.description), max: seasonLimits.description }}
      />
    </div>
  )
}

type HintProps = { fields: SeasonFields; formatSlug: string; was: string | null }

function SlugHint({ fields, formatSlug, was }: HintProps) {
  const typed = slugify(fields.slug) || `staffel-${fields.season_number.trim() || '…'}`
  const leads = was !== null && typed !== was ? ` Die alte Adresse ${was} führt dann hierher.` : ''
  return <span>{`/formate/${formatSlug}/staffel/${typed}. Leer: nach der Nummer.${leads}`}</span>
}
