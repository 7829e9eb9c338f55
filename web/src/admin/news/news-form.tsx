import type { AdminNewsItem } from '@hot/domain/contract/admin/news'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { useUnsaved } from '#web/ui/forms/use-unsaved.ts'
import { type NewsPicture, newsFailures, saveNews } from './news-actions.ts'
import { type NewsFields, newsFields, newsMistakes, type Publication } from './news-fields.ts'
import { NewsPictureField } from './news-picture-field.tsx'
import { PublicationField } from './publication-field.tsx'

const bodyMax = 50_000
const excerptMax = 500
const doneTexts: Readonly<Record<Publication, string>> = {
  draft: 'Entwurf gespeichert',
  scheduled: 'Eingeplant',
  now: 'Veröffentlicht',
  stays: 'Gespeichert',
}

/** The editor of one piece of news. */
export function NewsForm({ item: given, onDone }: { item: AdminNewsItem | null; onDone: () => void }) {
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
