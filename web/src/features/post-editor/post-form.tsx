import type { SavedPost } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/contract/post'
import { postContentMax, postTitleMax } from '@hot/domain/post/limits'
import { textLength } from '@hot/domain/text/sanitize-text'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useImperativeHandle } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { fieldAt, type Mistakes, type Place } from './fields/mistakes.ts'
import { PollFields } from './fields/poll-fields.tsx'
import { emptyFields, fieldsOf, type OwnPost, type PostFields, withFixedOptions } from './fields/post-fields.ts'
import { TagField } from './fields/tag-field.tsx'
import { useFieldProps, usePostFields } from './fields/use-post-fields.ts'
import { PostPreview } from './post-preview.tsx'
import type { Draft } from './saving/post-draft.ts'
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
  onSaved: (saved: SavedPost) => void
  /** Beside the button, such as a way out. */
  children?: ReactNode
}

const contentHint = 'Nur Text. Links werden von selbst welche.'

/** What the fields ask for, by kind. */
const questions: Record<PostType, { title: string; content: string }> = {
  rumor: { title: 'Das Gerücht in einem Satz.', content: 'Was hast du gehört?' },
  poll: { title: 'Deine Frage.', content: 'Mehr dazu (optional)' },
  discussion: { title: 'Das Thema in einem Satz.', content: 'Worum geht’s?' },
}

/** Writing and changing a post: fields, mistakes, draft and preview. */
export function PostForm({ member, type, own, carried = null, leave, onSaved, children }: Props) {
  const { change, ...writing } = usePostDraft({
    member,
    slot: own?.id ?? type,
    postId: own?.id,
    fields: () => (own ? fieldsOf(own) : emptyFields()),
    carried,
  })
  const form = usePostFields(type, withFixedOptions(writing.start, own))
  const input = useFieldProps(type, form)
  const { subscribe, clearErrors, refuse } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => change(structuredClone(values)) }),
    [subscribe, change],
  )
  useImperativeHandle(leave, () => writing.leave, [writing.leave])
  const fields = withFixedOptions(form.watch(), own)
  const saving = useSavePost({
    member,
    type,
    own: own ?? null,
    writing,
    onSaved,
    onMistakes: (found: Mistakes) =>
      refuse(Object.fromEntries(Object.entries(found).map(([place, text]) => [fieldAt(place as Place), text]))),
  })
  const props = form.formProps((typed) => saving.submit(withFixedOptions(typed, own)))
  const submit = (event: SyntheticEvent) => {
    const end = form.element.current?.querySelector<HTMLInputElement>('[type=datetime-local]')
    // Half a date has no value; the browser alone knows that something was typed.
    if (!end?.validity.badInput) return props.onSubmit(event)
    event.preventDefault()
    clearErrors()
    refuse({ endsAt: 'Dieses Datum gibt es nicht.' })
  }
  return (
    <div className="page-grid">
      <form {...props} onSubmit={submit} className="grid content-start gap-5 lg:col-span-7">
        <DraftNotice restored={writing.restored} onDiscard={() => form.reset(writing.discard())} />
        <TextField
          label="Titel"
          autoComplete="off"
          hint={questions[type].title}
          counter={{ used: textLength(fields.title), max: postTitleMax }}
          {...input('title')}
        />
        <TextAreaField
          label={questions[type].content}
          rows={8}
          hint={contentHint}
          counter={{ used: textLength(fields.content), max: postContentMax }}
          {...input('content')}
        />
        {type === 'rumor' && (
          <TextField
            label="Quelle (optional)"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            hint="Gerüchte handeln von echten Menschen. Sag, woher du es hast: Dann kann das Team prüfen, was dran ist."
            {...input('source_url')}
          />
        )}
        {type === 'poll' && (
          <PollFields form={form} input={input} fixed={own && !own.may_edit_options ? fields.options : null} />
        )}
        <TagField {...form.bind('tags')} />
        <FormFoot action={saving} submit={own ? 'Änderungen abschicken' : 'Abschicken'} working="Wird gesendet …">
          {children}
        </FormFoot>
        <Rules kept={writing.kept} />
      </form>
      <section aria-labelledby="vorschau" className="min-w-0 lg:col-span-5">
        <SectionHead id="vorschau" title="Vorschau" />
        <PostPreview type={type} fields={fields} />
      </section>
    </div>
  )
}

/** Says that the fields are filled with what was left here earlier. */
function DraftNotice({ restored, onDiscard }: { restored: boolean; onDiscard: () => void }) {
  return (
    <div role="status" className="empty:-mb-5">
      {restored && (
        <Note>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>
              <b>Entwurf wiederhergestellt.</b> Du kannst da weiterschreiben, wo du warst.
            </p>
            <Button small onClick={onDiscard}>
              Entwurf verwerfen
            </Button>
          </div>
        </Note>
      )}
    </div>
  )
}

function Rules({ kept }: { kept: boolean }) {
  return (
    <>
      <p className="meta">
        Nichts Erfundenes über echte Menschen, nichts Privates, keine Spoiler ohne Warnung im Titel: Es gelten die{' '}
        <Link to="/community-guidelines" className="link">
          Community-Guidelines
        </Link>
        .
      </p>
      <p className="meta">
        {kept
          ? 'Was du tippst, bleibt als Entwurf auf diesem Gerät, bis du es abschickst oder dich abmeldest.'
          : 'Dein Browser speichert nichts für HoT: Der Text ist weg, sobald du diese Seite verlässt.'}
      </p>
    </>
  )
}
