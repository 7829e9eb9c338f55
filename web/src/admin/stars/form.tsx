import type { AdminStar, AdminStarRef, SavedStar } from '@hot/domain/contract/admin/stars'
import { searchDebounceMs } from '@hot/domain/search/limits'
import { starName } from '@hot/domain/star/name'
import { isReservedStarSlug, type StarFields, starForm, starLimits, starSlugReserved } from '@hot/domain/star/star-form'
import { slugify, starSlug } from '@hot/domain/text/slug'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Distinction } from '#web/entities/star/distinction.tsx'
import { Button, Switch } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { useDebounced } from '#web/ui/forms/combobox.tsx'
import { TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFailure, FormFooter } from '#web/ui/forms/form-footer.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { acceptedPictures, type ChosenPicture, usePictureInput } from '#web/ui/picture-input/chosen-picture.ts'
import { pictureParts } from '../kit/conflict/picture-part.tsx'
import { whoChanged } from '../kit/conflict/use-conflict.ts'
import { ConflictOf, EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { useFormDraft } from '../kit/form-draft.tsx'
import { PictureCreditFields } from '../kit/picture-credit-fields.tsx'
import { useWrite } from '../kit/write.ts'
import { editStarPath } from '../paths.ts'
import {
  readStar,
  type StarPicture,
  type StoredStar,
  saveStar,
  similarStarsQuery,
  starFailures,
  starFieldRefusals,
  starFields,
  starTexts,
} from './api.ts'
import { CoupleCallout } from './couple-callout.tsx'

type Props = {
  star: AdminStar | null
  onSaved: (saved: SavedStar) => unknown
}

/** All fields of a star. Changes saved by others in the meantime are never overwritten. */
export function StarForm({ star, onSaved }: Props) {
  const [picture, setPicture] = useState<StarPicture>({ state: 'unchanged' })
  // The version the form was filled from: a refetch must not make an outdated form look current.
  const [stored, setStored] = useState<StoredStar>({
    id: star?.id ?? null,
    updated_at: star?.updated_at ?? null,
    avatar_url: star?.avatar_url ?? null,
  })
  const form = useEntityForm({
    schema: starForm,
    initial: starFields(star),
    save: (fields) => saveStar(stored, fields, picture),
    onSaved: (saved, fields) => {
      setStored(saved)
      form.reset({ ...fields, slug: saved.slug })
      setPicture({ state: 'unchanged' })
      draft.forget()
      return onSaved(saved)
    },
    refusals: starFailures,
    fieldRefusals: starFieldRefusals,
    shared: {
      texts: starTexts,
      load: async () => {
        const now = stored.id === null ? null : await readStar(stored.id)
        if (!now) return null
        const { id, updated_at, avatar_url } = now
        const take = () => {
          setStored({ id, updated_at, avatar_url })
          return pictureParts({ was: stored.avatar_url, now: avatar_url, picture, onChange: setPicture })
        }
        return { fields: starFields(now), at: updated_at, by: await whoChanged('star', id, updated_at), take }
      },
    },
  })
  const draft = useFormDraft({ form, slot: `star:${star?.id ?? 'neu'}`, version: stored, setVersion: setStored })
  const fields = form.watch()
  const isPictureChanged = picture.state !== 'unchanged'
  const hasPicture = picture.state === 'new' || (picture.state === 'unchanged' && stored.avatar_url !== null)
  return (
    <EntityForm form={form} draft={draft} isUnsaved={isPictureChanged} className="grid max-w-192 gap-5">
      <StarPictureField
        stored={stored}
        fields={fields}
        picture={picture}
        onChange={(next) => {
          setPicture(next)
          // Another picture is by somebody else.
          for (const field of ['avatar_author', 'avatar_source', 'avatar_license'] as const)
            form.bind(field).onChange('')
        }}
      />
      {hasPicture && (
        <PictureCreditFields
          author={form.input('avatar_author')}
          source={form.input('avatar_source')}
          license={form.input('avatar_license')}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField label="Vorname" {...form.input('first_name')} {...name} />
        <TextField label="Spitzname" {...form.input('nickname')} {...name} />
        <TextField label="Nachname" {...form.input('last_name')} {...name} />
      </div>
      {!star && <CoupleCallout form={form} fields={fields} />}
      {!star && <SimilarStars fields={fields} />}
      <StarAddress star={star} fields={fields} {...form.bind('slug')} />
      <TextField
        label="Geburtsdatum"
        type="date"
        hint="Freiwillig."
        {...form.input('birthdate')}
        min={starLimits.firstBirthdate}
      />
      <TextAreaField
        label="Biografie"
        rows={8}
        {...form.input('bio')}
        maxLength={starLimits.bio}
        counter={{ used: fields.bio.length, max: starLimits.bio }}
      />
      <VisibilityField {...form.bind('is_active')} />
      <ConflictOf form={form} />
      <FormFooter action={form.action} submit={star ? 'Speichern' : 'Star anlegen'} working="Wird gespeichert …" />
    </EntityForm>
  )
}

const name = { maxLength: starLimits.name, autoComplete: 'off' } as const

function VisibilityField({ value, onChange }: { value: boolean; onChange: (isVisible: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex items-center gap-4">
      <div className="flex-1">
        <h2 className="type-h4">
          <label htmlFor={id}>Öffentlich sichtbar</label>
        </h2>
        <p className="meta">Versteckte Stars sieht nur das Team. Stimmen und Fans bleiben.</p>
      </div>
      <Switch id={id} checked={value} onChange={onChange} />
    </div>
  )
}

type AddressProps = {
  star: AdminStar | null
  fields: StarFields
  value: string
  error: string | undefined
  onChange: (slug: string) => void
}

/** The slug of the public page, with a preview of the URL. The former one redirects. */
function StarAddress({ star, fields, value, error, onChange }: AddressProps) {
  const slug = slugify(value)
  const isNew = star !== null && slug !== '' && slug !== star.slug
  const fromName = star ? starSlug({ ...fields, id: star.id }) : null
  return (
    <div className="grid gap-2">
      <TextField
        label="Adresse"
        maxLength={starLimits.slug}
        autoComplete="off"
        spellCheck={false}
        placeholder="aus dem Namen"
        error={isReservedStarSlug(value) ? starSlugReserved : error}
        hint={addressHint(slug, isNew)}
        value={value}
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

/** While typing a new star: existing stars with similar names. Renders nothing if there are none or the request fails. */
function SimilarStars({ fields }: { fields: StarFields }) {
  const typed = [fields.first_name, fields.nickname, fields.last_name].filter(Boolean).join(' ')
  const { data } = useQuery(similarStarsQuery(useDebounced(typed, searchDebounceMs)))
  if (!data || data.length === 0 || typed.trim() === '') return null
  return (
    <Callout kind="warn">
      <p>Gibt es den schon? Ähnliche Namen:</p>
      <ul>
        {data.map((star) => (
          <li key={star.id}>
            <SimilarStar star={star} />
          </li>
        ))}
      </ul>
    </Callout>
  )
}

export function SimilarStar({ star }: { star: AdminStarRef }) {
  return (
    <>
      <Link to={editStarPath(star.id)} className="link">
        {starName(star)}
      </Link>{' '}
      {!star.is_active && <Badge>Versteckt</Badge>}
      <Distinction star={star} />
    </>
  )
}

const AvatarCropDialog = lazy(() =>
  import('#web/ui/picture-input/avatar-crop-dialog.tsx').then((module) => ({ default: module.AvatarCropDialog })),
)

type PictureProps = {
  stored: StoredStar
  fields: StarFields
  picture: StarPicture
  onChange: (picture: StarPicture) => void
}

/** The star as lists will show it: picture, else initials, and the display name. Uploaded when the form is saved. */
function StarPictureField({ stored, fields, picture, onChange }: PictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const { refusal, choose } = usePictureInput(setChosen)
  const cutting = useWrite((cut: () => Promise<void>) => cut(), { affects: [] })
  const preview = picture.state === 'new' ? picture.preview : null
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const close = () => {
    chosen?.release()
    setChosen(null)
  }
  const take = async (blob: Blob) => onChange({ state: 'new', blob, preview: URL.createObjectURL(blob) })
  const shown = picture.state === 'unchanged' ? stored.avatar_url : preview
  const name = starName(fields)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar id={stored.id ?? 'neu'} name={name} src={shown} size={88} key={shown} />
        <div className="grid justify-items-start gap-2">
          <p className="type-h3">{name}</p>
          <div className="flex flex-wrap gap-2">
            <input ref={input} type="file" accept={acceptedPictures} onChange={choose} hidden aria-label="Bilddatei" />
            <Button small onClick={() => input.current?.click()}>
              {shown ? 'Anderes Bild wählen' : 'Bild wählen'}
            </Button>
            {shown && (
              <Button variant="quiet" small onClick={() => onChange({ state: 'removed' })}>
                Bild entfernen
              </Button>
            )}
          </div>
          <p className="meta">JPG, PNG, WebP, GIF oder AVIF bis 20 MB.</p>
        </div>
      </div>
      <FormFailure text={refusal} />
      {chosen && (
        <Suspense fallback={null}>
          <AvatarCropDialog picture={chosen} upload={cutting} onUpload={take} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
