import type { AdminStar, AdminStarRef, SavedStar } from '@hot/domain/contract/admin/stars'
import { searchDebounceMs } from '@hot/domain/search/limits'
import { starName } from '@hot/domain/star/name'
import { slugify, starSlug } from '@hot/domain/text/slug'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { useUnsaved } from '#web/ui/forms/use-unsaved.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { editStarPath } from '../paths.ts'
import {
  hasName,
  isReserved,
  type StarFields,
  type StarPicture,
  type StoredStar,
  saveStar,
  similarStarsQuery,
  starFailures,
  starFields,
  useCatalogueChanged,
} from './api.ts'
import { StarPictureField } from './picture-field.tsx'

type StarFormProps = {
  star: AdminStar | null
  onSaved: (saved: SavedStar) => unknown
}

const bioMax = 10_000
const nameMax = 100

/** All fields of a star. What somebody else saved meanwhile is never overwritten. */
export function StarForm({ star, onSaved }: StarFormProps) {
  const activeId = useId()
  const [fields, setFields] = useState(() => starFields(star))
  const [picture, setPicture] = useState<StarPicture>({ state: 'kept' })
  const [nameMissing, setNameMissing] = useState(false)
  // As of when the form was filled: refetches in the background must not make an old form look new.
  const [stored, setStored] = useState<StoredStar>({
    id: star?.id ?? null,
    updated_at: star?.updated_at ?? null,
    avatar_url: star?.avatar_url ?? null,
  })
  const saving = useAction(starFailures)
  const { isUnsaved, markSaved } = useUnsaved([fields, picture])
  const changed = useCatalogueChanged()
  const { form, focusMistake } = useMistakeFocus()
  const set = (changes: Partial<StarFields>) => setFields((now) => ({ ...now, ...changes }))
  const text = (name: 'first_name' | 'last_name' | 'nickname' | 'birthdate') => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setNameMissing(!hasName(fields))
    if (!hasName(fields) || isReserved(fields)) return focusMistake()
    await saving.run(async () => {
      const saved = await saveStar(stored, fields, picture)
      setStored(saved)
      set({ slug: saved.slug })
      setPicture({ state: 'kept' })
      markSaved()
      changed()
      await onSaved(saved)
    })
  }
  return (
    <form ref={form} onSubmit={save} noValidate className="grid max-w-3xl gap-5">
      <StarPictureField stored={stored} fields={fields} picture={picture} onChange={setPicture} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Vorname"
          maxLength={nameMax}
          autoComplete="off"
          error={nameMissing ? 'Gib mindestens einen Namen an.' : null}
          {...text('first_name')}
        />
        <TextField label="Spitzname" maxLength={nameMax} autoComplete="off" {...text('nickname')} />
        <TextField label="Nachname" maxLength={nameMax} autoComplete="off" {...text('last_name')} />
      </div>
      {!star && <SimilarStars fields={fields} />}
      <StarAddress star={star} fields={fields} onChange={(slug) => set({ slug })} />
      <TextField label="Geburtsdatum" type="date" min="1900-01-01" hint="Freiwillig." {...text('birthdate')} />
      <TextAreaField
        label="Biografie"
        rows={8}
        maxLength={bioMax}
        counter={{ used: fields.bio.length, max: bioMax }}
        value={fields.bio}
        onChange={(event) => set({ bio: event.target.value })}
      />
      <div className="flex items-center gap-4">
        <div className="flex-1">
          <h2 id={activeId} className="type-h4">
            Öffentlich sichtbar
          </h2>
          <p className="meta">Versteckte Stars sieht nur das Team. Stimmen und Fans bleiben.</p>
        </div>
        <Switch aria-labelledby={activeId} checked={fields.is_active} onChange={(is_active) => set({ is_active })} />
      </div>
      <FormFoot action={saving} submit={star ? 'Speichern' : 'Star anlegen'} working="Wird gespeichert …" />
      <UnsavedGuard isUnsaved={isUnsaved && !saving.busy} />
    </form>
  )
}

type StarAddressProps = { star: AdminStar | null; fields: StarFields; onChange: (slug: string) => void }

/** The address of the public page: typed freely, shown as it will be. The former one keeps leading there. */
function StarAddress({ star, fields, onChange }: StarAddressProps) {
  const slug = slugify(fields.slug)
  const isNew = star !== null && slug !== '' && slug !== star.slug
  const fromName = star ? starSlug({ ...fields, id: star.id }) : null
  return (
    <div className="grid gap-2">
      <TextField
        label="Adresse"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder="aus dem Namen"
        error={isReserved(fields) ? 'Diese Adresse gehört schon einer Seite. Nimm eine andere.' : null}
        hint={addressHint(slug, isNew)}
        value={fields.slug}
        onChange={(event) => onChange(event.target.value)}
      />
      {fromName && fromName !== slug && (
        <button type="button" className="link justify-self-start" onClick={() => onChange(fromName)}>
          Aus dem Namen bilden: {fromName}
        </button>
      )}
      {star && star.old_slugs.length > 0 && (
        <p className="meta">Führt auch hierher: {star.old_slugs.map((old) => `/stars/${old}`).join(', ')}</p>
      )}
    </div>
  )
}

function addressHint(slug: string, isNew: boolean): string {
  if (!slug) return 'Bleibt sie leer, entsteht sie aus dem Namen.'
  return isNew ? `Wird /stars/${slug}. Die alte Adresse leitet weiter.` : `/stars/${slug}`
}

/** While a new star is typed: who is there already under a near name. Silent when nobody is, and when it cannot be asked. */
function SimilarStars({ fields }: { fields: StarFields }) {
  const typed = [fields.first_name, fields.nickname, fields.last_name].filter(Boolean).join(' ')
  const { data } = useQuery(similarStarsQuery(useDebounced(typed, searchDebounceMs)))
  if (!data || data.length === 0 || typed.trim() === '') return null
  return (
    <Note kind="warn">
      <p>Gibt es den schon? Ähnliche Namen:</p>
      <ul>
        {data.map((star) => (
          <li key={star.id}>
            <SimilarStar star={star} />
          </li>
        ))}
      </ul>
    </Note>
  )
}

export function SimilarStar({ star }: { star: AdminStarRef }) {
  return (
    <>
      <Link to={editStarPath(star.id)} className="link">
        {starName(star)}
      </Link>{' '}
      {!star.is_active && <Badge>Versteckt</Badge>}
    </>
  )
}
