import type { AdminNewsItem } from '@hot/domain/contract/admin/news'
import {
  type NewsFields,
  newsForm,
  newsLimits,
  type Publication,
  scheduledAt,
  storedNews,
} from '@hot/domain/news/news-form'
import { newsSentences } from '@hot/domain/news/refusals'
import { shortened } from '@hot/domain/text/graphemes'
import { longDateTime } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ArticleView } from '#web/entities/news/article-view.tsx'
import { tagId } from '#web/entities/post/post-tags.tsx'
import { serverInstant, serverNow } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFailure, FormFooter } from '#web/ui/forms/form-footer.tsx'
import type { ZodForm } from '#web/ui/forms/use-zod-form.ts'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { acceptedPictures, shrunk, usePictureInput } from '#web/ui/picture-input/chosen-picture.ts'
import { pictureParts } from '../kit/conflict/picture-part.tsx'
import { whoChanged } from '../kit/conflict/use-conflict.ts'
import { EditTags } from '../kit/edit-tags.tsx'
import { ConflictOf, EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { useFormDraft } from '../kit/form-draft.tsx'
import { PictureCreditFields } from '../kit/picture-credit-fields.tsx'
import { adminNewsItemQuery, type NewsPicture, newsFailures, newsFields, newsTexts, readNews, saveNews } from './api.ts'
import { TextPicture, withLine } from './text-picture.tsx'

type NewsEditorDialogProps = {
  /** `neu`, or the id of the edited item. */
  id: string
  onClose: () => void
}

/** The editor over the list; its URL can be shared within the team. */
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
      {item.data === null && <p>{newsSentences.target_gone}</p>}
      {item.data && <NewsForm item={item.data} onDone={onClose} />}
    </Dialog>
  )
}

const doneTexts: Readonly<Record<Publication, string>> = {
  draft: 'Entwurf gespeichert',
  scheduled: 'Eingeplant',
  now: 'Veröffentlicht',
  stays: 'Gespeichert',
}

const schema = newsForm(() => new Date(serverNow()))

/** The editor of one piece of news. */
function NewsForm({ item: given, onDone }: { item: AdminNewsItem | null; onDone: () => void }) {
  // The version the editor was opened with: a refetch must not make an outdated form look current.
  const [item, setItem] = useState(given)
  const [openedAt] = useState(() => new Date(serverNow()))
  const [picture, setPicture] = useState<NewsPicture>({ state: 'unchanged' })
  const form = useEntityForm({
    schema,
    initial: newsFields(item, openedAt),
    save: (fields) => saveNews(item, fields, picture),
    onSaved: (_, fields) => {
      draft.forget()
      showToast({ title: doneTexts[fields.publication] })
      onDone()
    },
    refusals: newsFailures,
    shared: {
      texts: newsTexts,
      stored: (fields) => storedNews(fields, new Date(serverNow())),
      load: async () => {
        const now = item && (await readNews(item.id))
        if (!now) return null
        const take = () => {
          setItem(now)
          return pictureParts({ was: item.image_url, now: now.image_url, picture, onChange: setPicture })
        }
        const by = await whoChanged('news', now.id, now.updated_at)
        return { fields: newsFields(now, openedAt), at: now.updated_at, by, take }
      },
    },
  })
  const draft = useFormDraft({
    form,
    slot: `news:${item?.id ?? 'neu'}`,
    // Earlier versions need not lie on the device.
    version: item && { ...item, versions: [] },
    setVersion: (was) => setItem(was && { ...was, versions: item?.versions ?? [] }),
  })
  const fields = form.watch()
  const hasPicture = picture.state === 'new' || (picture.state === 'unchanged' && item?.image_url != null)
  const take = ({ title, excerpt, body }: NewsVersion) => {
    form.bind('title').onChange(title)
    form.bind('excerpt').onChange(excerpt ?? '')
    form.bind('body').onChange(body)
    showToast({ title: 'Übernommen. Gespeichert ist es noch nicht.' })
  }
  return (
    <EntityForm form={form} draft={draft} isUnsaved={picture.state !== 'unchanged'} className="grid gap-4">
      <TextField
        label="Titel"
        {...form.input('title')}
        maxLength={newsLimits.title}
        counter={{ used: fields.title.length, max: newsLimits.title }}
      />
      <TextAreaField
        label="Anriss"
        rows={2}
        hint="Steht unter dem Titel."
        {...form.input('excerpt')}
        maxLength={newsLimits.excerpt}
        counter={{ used: fields.excerpt.length, max: newsLimits.excerpt }}
      />
      <TextField
        label="Link zur Quelle"
        type="url"
        inputMode="url"
        hint="Steht unter dem Text. Ohne Text führt der Titel gleich dorthin."
        {...form.input('url')}
        maxLength={newsLimits.url}
      />
      <TextAreaField
        label="Text"
        rows={14}
        hint="## Überschrift, ### kleinere, - Liste, > Zitat, **fett**, *kursiv*, [Wort](https://…)"
        {...form.input('body')}
        maxLength={newsLimits.body}
        counter={{ used: fields.body.length, max: newsLimits.body }}
      />
      <TextPicture
        onInsert={(line) => {
          const place = form.element.current?.querySelector<HTMLTextAreaElement>('[name=body]')?.selectionStart ?? null
          form.bind('body').onChange(withLine(fields.body, line, place))
        }}
      />
      <NewsPictureField former={item?.image_url ?? null} picture={picture} onChange={setPicture} />
      {hasPicture && <PictureTexts form={form} />}
      <EditTags {...form.bind('tags')} />
      <NewsPreview fields={fields} picture={picture} item={item} />
      {item && <NewsVersions versions={item.versions} onTake={take} />}
      <PublicationField form={form} fields={fields} isOnline={item?.state === 'online'} />
      <ConflictOf form={form} />
      <FormFooter action={form.action} submit="Speichern" working="Wird gespeichert …" onCancel={onDone} />
    </EntityForm>
  )
}

/** What belongs to a picture: what it shows, and who made it. */
function PictureTexts({ form }: { form: Pick<ZodForm<NewsFields>, 'input'> }) {
  return (
    <div className="grid gap-4">
      <TextField
        label="Was das Bild zeigt"
        hint="Für alle, die es nicht sehen."
        {...form.input('alt')}
        maxLength={newsLimits.alt}
      />
      <PictureCreditFields
        author={form.input('credit')}
        source={form.input('creditSource')}
        license={form.input('license')}
      />
    </div>
  )
}

type NewsPictureFieldProps = { former: string | null; picture: NewsPicture; onChange: (picture: NewsPicture) => void }

/** In pixels. Pages need 192 at most (twice the largest size); link previews on other sites need more. */
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

  const shown = picture.state === 'unchanged' ? former : preview
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

type PreviewProps = { fields: NewsFields; picture: NewsPicture; item: AdminNewsItem | null }

/** The article as readers will see it. */
function NewsPreview({ fields, picture, item }: PreviewProps) {
  const [isOpen, setOpen] = useState(false)
  const [now] = useState(() => serverInstant())
  const stored = picture.state === 'unchanged' ? (item?.image_url ?? null) : null
  const published_at = item?.published_at ?? now
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link">Vorschau</summary>
      {isOpen && (
        <div className="mt-2 grid gap-4 border-2 border-rule p-4">
          <ArticleView
            article={{
              title: fields.title || 'Ohne Titel',
              excerpt: fields.excerpt || null,
              body: fields.body,
              url: fields.url || null,
              image_url: picture.state === 'new' ? picture.preview : stored,
              image_alt: fields.alt || null,
              image_credit: fields.credit || null,
              image_source: fields.creditSource || null,
              image_license: fields.license || null,
              // What readers see of them is a link to their page.
              tags: (item?.tag_refs ?? []).filter((tag) => fields.tags.some(({ id }) => id === tagId(tag))),
              published_at,
              updated_at: published_at,
            }}
          />
        </div>
      )}
    </details>
  )
}

type NewsVersion = AdminNewsItem['versions'][number]
type VersionsProps = { versions: readonly NewsVersion[]; onTake: (version: NewsVersion) => void }

/** Earlier texts, to take back into the form. */
function NewsVersions({ versions, onTake }: VersionsProps) {
  if (versions.length === 0) return null
  return (
    <details>
      <summary className="link">
        {versions.length === 1 ? 'Eine frühere Fassung' : `${versions.length} frühere Fassungen`}
      </summary>
      <ul>
        {versions.map((version) => (
          <li key={version.replaced_at} className="border-t border-rule py-3 first:border-t-0">
            <p className="meta">
              {`bis ${longDateTime(version.replaced_at)}${version.replaced_by ? `, geändert von ${version.replaced_by}` : ''}`}
            </p>
            <p className="font-bold wrap-anywhere">{version.title}</p>
            <p className="wrap-anywhere">{excerptOf(version.body)}</p>
            <Button small onClick={() => onTake(version)}>
              In das Formular übernehmen
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

const excerptOf = (text: string) => shortened(text, 180)

type PublicationFieldProps = {
  form: Pick<ZodForm<NewsFields>, 'input'>
  fields: NewsFields
  isOnline: boolean
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

/** Draft, now, or at a time in Berlin. */
function PublicationField({ form, fields, isOnline }: PublicationFieldProps) {
  const choices: Publication[] = isOnline ? ['stays', 'draft', 'now', 'scheduled'] : ['draft', 'now', 'scheduled']
  const at = scheduledAt(fields)
  return (
    <div className="grid gap-4">
      <SelectField label="Veröffentlichung" hint={hints[fields.publication]} {...form.input('publication')}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {texts[choice]}
          </option>
        ))}
      </SelectField>
      {fields.publication === 'scheduled' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Tag" type="date" {...form.input('day')} />
          <TextField
            label="Uhrzeit"
            type="time"
            hint={at ? `${longDateTime(at)} in Berlin` : 'Uhr in Berlin'}
            {...form.input('time')}
          />
        </div>
      )}
    </div>
  )
}
