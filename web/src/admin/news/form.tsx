import type { AdminNewsItem } from '@hot/domain/contract/admin/news'
import { longDateTime } from '@hot/domain/time/german-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { useUnsaved } from '#web/ui/forms/use-unsaved.ts'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { acceptedPictures, shrunk } from '#web/ui/picture-input/chosen-picture.ts'
import { usePictureInput } from '#web/ui/picture-input/use-picture-input.ts'
import { adminNewsItemQuery, type NewsPicture, newsFailures, saveNews } from './api.ts'
import { type NewsFields, newsFields, newsMistakes, type Publication, scheduledAt } from './fields.ts'

type NewsEditorDialogProps = {
  /** `neu`, or whose editor it is. */
  id: string
  onClose: () => void
}

/** The editor over the list; its address can be shared within the team. */
export function NewsEditorDialog({ id, onClose }: NewsEditorDialogProps) {
  const isNew = id === 'neu'
  const item = useQuery({ ...adminNewsItemQuery(id), enabled: !isNew })
  return (
    <Dialog open wide onClose={onClose} title={isNew ? 'Neue News' : 'News bearbeiten'}>
      {isNew && <NewsForm item={null} onDone={onClose} />}
      {!isNew && item.isPending && <Skeleton className="h-80" />}
      {!isNew && item.isError && !item.data && (
        <ErrorState title="Die News konnte nicht geladen werden" onRetry={() => void item.refetch()} />
      )}
      {item.data === null && <p>Diese News gibt es nicht mehr.</p>}
      {item.data && <NewsForm item={item.data} onDone={onClose} />}
    </Dialog>
  )
}

const bodyMax = 50_000
const excerptMax = 500
const doneTexts: Readonly<Record<Publication, string>> = {
  draft: 'Entwurf gespeichert',
  scheduled: 'Eingeplant',
  now: 'Veröffentlicht',
  stays: 'Gespeichert',
}

/** The editor of one piece of news. */
function NewsForm({ item: given, onDone }: { item: AdminNewsItem | null; onDone: () => void }) {
  // As it was when the editor opened: refetches in the background must not make an old form look new.
  const [item] = useState(given)
  const [fields, setFields] = useState(() => newsFields(item, new Date()))
  const [picture, setPicture] = useState<NewsPicture>({ state: 'kept' })
  const [tried, setTried] = useState(false)
  const saving = useAction(newsFailures)
  const { isUnsaved } = useUnsaved([fields, picture])
  const queryClient = useQueryClient()
  const { form, focusMistake } = useMistakeFocus()
  const mistakes = tried ? newsMistakes(fields, new Date()) : {}
  const set = (changes: Partial<NewsFields>) => setFields((now) => ({ ...now, ...changes }))

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(newsMistakes(fields, new Date())).length > 0) return focusMistake()
    await saving.run(async () => {
      await saveNews(item, fields, picture)
      void queryClient.invalidateQueries()
      showToast({ title: doneTexts[fields.publication] })
      onDone()
    })
  }
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-4">
      <TextField
        label="Titel"
        maxLength={200}
        counter={{ used: fields.title.length, max: 200 }}
        error={mistakes.title}
        value={fields.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextAreaField
        label="Anriss"
        rows={2}
        maxLength={excerptMax}
        hint="Steht unter dem Titel."
        counter={{ used: fields.excerpt.length, max: excerptMax }}
        value={fields.excerpt}
        onChange={(event) => set({ excerpt: event.target.value })}
      />
      <TextField
        label="Link zur Quelle"
        type="url"
        inputMode="url"
        maxLength={500}
        hint="Mit Link führt der Titel dorthin; ohne steht der Text hinter „Weiterlesen“."
        error={mistakes.url}
        value={fields.url}
        onChange={(event) => set({ url: event.target.value })}
      />
      <TextAreaField
        label="Text"
        rows={8}
        maxLength={bodyMax}
        counter={{ used: fields.body.length, max: bodyMax }}
        value={fields.body}
        onChange={(event) => set({ body: event.target.value })}
      />
      <NewsPictureField former={item?.image_url ?? null} picture={picture} onChange={setPicture} />
      <PublicationField fields={fields} isOnline={item?.state === 'online'} error={mistakes.when} onChange={set} />
      <FormFoot action={saving} submit="Speichern" working="Wird gespeichert …" onCancel={onDone} />
      <UnsavedGuard isUnsaved={isUnsaved && !saving.busy} />
    </form>
  )
}

type NewsPictureFieldProps = { former: string | null; picture: NewsPicture; onChange: (picture: NewsPicture) => void }

/** Twice the largest news picture on any page would be 192; previews on other sites want more. */
const longEdge = 1200

/** The picture beside the news; uploaded when the news is saved. */
function NewsPictureField({ former, picture, onChange }: NewsPictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { refusal, choose } = usePictureInput(async (chosen) => {
    const blob = await shrunk(chosen, longEdge).finally(chosen.release)
    onChange({ state: 'new', blob, preview: URL.createObjectURL(blob) })
  })
  const preview = picture.state === 'new' ? picture.preview : null
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const shown = picture.state === 'kept' ? former : preview
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        {shown && <LazyImage key={shown} src={shown} width={96} height={72} />}
        <input ref={input} type="file" accept={acceptedPictures} onChange={choose} hidden aria-label="Bilddatei" />
        <Button small onClick={() => input.current?.click()}>
          {shown ? 'Anderes Bild wählen' : 'Bild wählen'}
        </Button>
        {shown && (
          <Button small variant="quiet" onClick={() => onChange({ state: 'removed' })}>
            Bild entfernen
          </Button>
        )}
      </div>
      <FormFailure text={refusal} />
    </div>
  )
}

type PublicationFieldProps = {
  fields: NewsFields
  isOnline: boolean
  error: string | undefined
  onChange: (changes: Partial<NewsFields>) => void
}

const texts: Readonly<Record<Publication, string>> = {
  stays: 'Online lassen',
  draft: 'Entwurf',
  now: 'Jetzt veröffentlichen',
  scheduled: 'Einplanen',
}
const hints: Readonly<Record<Publication, string>> = {
  stays: 'Datum und Platz auf der Startseite bleiben.',
  draft: 'Nur das Team sieht sie.',
  now: 'Steht gleich oben auf der Startseite.',
  scheduled: 'Erscheint von selbst.',
}

/** Draft, now, or at a time on the clock of Berlin. */
function PublicationField({ fields, isOnline, error, onChange }: PublicationFieldProps) {
  const choices: Publication[] = isOnline ? ['stays', 'draft', 'now', 'scheduled'] : ['draft', 'now', 'scheduled']
  const at = scheduledAt(fields)
  const choose = (value: string) => onChange({ publication: choices.find((one) => one === value) ?? 'draft' })
  return (
    <div className="grid gap-4">
      <SelectField
        label="Veröffentlichung"
        hint={hints[fields.publication]}
        value={fields.publication}
        onChange={(event) => choose(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {texts[choice]}
          </option>
        ))}
      </SelectField>
      {fields.publication === 'scheduled' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Tag"
            type="date"
            value={fields.day}
            error={error}
            onChange={(event) => onChange({ day: event.target.value })}
          />
          <TextField
            label="Uhrzeit"
            type="time"
            hint={at ? `${longDateTime(at)} in Berlin` : 'Uhr in Berlin'}
            value={fields.time}
            onChange={(event) => onChange({ time: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}
