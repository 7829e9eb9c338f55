import type { SavedPost } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/contract/post'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, type RefObject, useImperativeHandle, useState } from 'react'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { isFilled, type Mistakes, mistakesOf, type Place, withoutMended } from './fields/mistakes.ts'
import { emptyFields, fieldsOf, type OwnPost, type PostFields, withFixedOptions } from './fields/post-fields.ts'
import { PostFieldsView } from './fields/post-fields-view.tsx'
import { type PreviewOf, previewedPost } from './previewed-post.ts'
import type { Draft } from './saving/post-draft.ts'
import { useAfterPress } from './saving/use-after-press.ts'
import { usePostDraft } from './saving/use-post-draft.ts'
import { useSavePost } from './saving/use-save-post.ts'

type Props = {
  member: string
  type: PostType
  /** The stored post, when one is changed. */
  own?: OwnPost | undefined
  /** What was typed in another kind a moment ago. */
  carried?: PostFields | null | undefined
  /** Hands over what is typed when another kind is chosen. */
  leave?: RefObject<(() => Draft) | null>
  preview: PreviewOf
  onSaved: (saved: SavedPost) => void
  /** Beside the button, such as a way out. */
  children?: ReactNode
}

/** Writing and changing a post: fields, mistakes, draft and preview. */
export function PostForm({ member, type, own, carried = null, leave, preview, onSaved, children }: Props) {
  const writing = usePostDraft({
    member,
    slot: own?.id ?? type,
    postId: own?.id,
    fields: () => (own ? fieldsOf(own) : emptyFields()),
    carried,
  })
  const fields = withFixedOptions(writing.fields, own)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const { form, focusMistake } = useMistakeFocus()
  const afterPress = useAfterPress()
  const saving = useSavePost({
    member,
    type,
    own: own ?? null,
    fields,
    writing,
    onSaved,
    onMistakes: (found) => {
      setMistakes(found)
      if (Object.keys(found).length > 0) focusMistake()
    },
  })
  useImperativeHandle(leave, () => writing.leave, [writing.leave])

  const left = (place: Place) => {
    const mistake = isFilled(place, fields) && mistakesOf(type, fields)[place]
    if (mistake) afterPress(() => setMistakes((now) => ({ ...now, [place]: mistake })))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const end = form.current?.querySelector<HTMLInputElement>('[name=ends_at]')
    // Half a date has no value; the browser alone knows that something was typed.
    if (!end?.validity.badInput) return saving.submit()
    setMistakes({ ends_at: 'Dieses Datum gibt es nicht.' })
    focusMistake()
  }
  return (
    <div className="page-grid">
      <form ref={form} noValidate onSubmit={submit} className="grid content-start gap-5 lg:col-span-7">
        <DraftNotice
          restored={writing.restored}
          onDiscard={() => {
            writing.discard()
            setMistakes({})
          }}
        />
        <PostFieldsView
          type={type}
          fields={fields}
          mistakes={mistakes}
          optionsOpen={own?.may_edit_options ?? true}
          onChange={(part, mended) => {
            writing.change(part)
            setMistakes((now) => withoutMended(now, mended))
          }}
          onLeft={left}
        />
        <FormFoot action={saving} submit={own ? 'Änderungen abschicken' : 'Abschicken'} working="Wird gesendet …">
          {children}
        </FormFoot>
        <p className="meta">
          Nichts Erfundenes über echte Menschen, nichts Privates, keine Spoiler ohne Warnung im Titel: Es gelten die{' '}
          <Link to="/community-guidelines" className="link">
            Community-Guidelines
          </Link>
          .
        </p>
        <p className="meta">
          {writing.kept
            ? 'Was du tippst, bleibt als Entwurf auf diesem Gerät, bis du es abschickst oder dich abmeldest.'
            : 'Dein Browser speichert nichts für HoT: Der Text ist weg, sobald du diese Seite verlässt.'}
        </p>
      </form>
      <section aria-labelledby="vorschau" className="min-w-0 lg:col-span-5">
        <SectionHead id="vorschau" title="Vorschau" />
        {preview(previewedPost(type, fields))}
      </section>
    </div>
  )
}
