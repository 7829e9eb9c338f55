import type { SavedPost } from '@hot/domain/contract/community'
import type { PostTag } from '@hot/domain/contract/post'
import type { PostType } from '@hot/domain/post/kinds'
import { postContentMax, postTitleMax } from '@hot/domain/post/limits'
import { isSensitive } from '@hot/domain/post/sensitive-subjects'
import { cleanLine, cleanText, textLength } from '@hot/domain/text/sanitize-text'
import { longDateTime } from '@hot/domain/time/german-date'
import { Link } from '@tanstack/react-router'
import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { MemberText } from '#web/entities/member/member-text.tsx'
import { kindLabel, PostTypeBadge, RumorStatusBadge } from '#web/entities/post/post-badges.tsx'
import { PostTags } from '#web/entities/post/post-tags.tsx'
import { PollResults, pollEnd } from '#web/entities/post/reactions/poll.tsx'
import { RumorBar } from '#web/entities/post/reactions/post-vote.tsx'
import { RumorSource } from '#web/entities/post/rumor-callout.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { stayAboveKeyboard } from '#web/platform/browser-chrome/keyboard.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { TextAreaField, TextField, TitleField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { PollFields } from './fields/poll-fields.tsx'
import {
  emptyFields,
  type FieldErrors,
  fieldAt,
  fieldsOf,
  type OwnPost,
  type Place,
  type PostFields,
  schemaInput,
  seenText,
  useFieldProps,
  usePostFields,
  withFixedOptions,
} from './fields/post-fields.ts'
import { SubjectField } from './fields/subject-field.tsx'
import { TagField } from './fields/tag-field.tsx'
import { ChangedMeanwhile } from './saving/changed-meanwhile.tsx'
import type { Draft } from './saving/post-draft.ts'
import { usePostDraft } from './saving/use-post-draft.ts'
import { useSavePost } from './saving/use-save-post.ts'
import './composer.css'

type Props = {
  member: string
  type: PostType
  /** The stored post, when editing one. */
  own?: OwnPost | undefined
  /** Fields carried over from another kind. */
  carried?: PostFields | null | undefined
  /** Set by the form: stops storing and returns its draft, for when another kind is chosen. */
  leave?: RefObject<(() => Draft) | null>
  onSaved: (saved: SavedPost) => void
  /** Rendered beside the button, such as a link back. */
  children?: ReactNode
}

const contentHint = 'Nur Text. Links werden von selbst welche.'

/** Labels of the fields, by kind. */
const questions: Record<PostType, { title: string; content: string }> = {
  rumor: { title: 'Das Gerücht in einem Satz.', content: 'Was hast du gehört?' },
  poll: { title: 'Deine Frage.', content: 'Mehr dazu (optional)' },
  discussion: { title: 'Das Thema in einem Satz.', content: 'Worum geht’s?' },
}

/** What is written, its draft and its way to the server. */
function useWriting({ member, type, own, carried = null, leave, onSaved }: Props) {
  const { change, ...writing } = usePostDraft({
    member,
    slot: own?.id ?? type,
    postId: own?.id,
    seen: own ? seenText(own) : null,
    fields: () => (own ? fieldsOf(own) : emptyFields()),
    carried,
  })
  const form = usePostFields(type, withFixedOptions(writing.start, own))
  const input = useFieldProps(type, form)
  const { subscribe, clearErrors, showErrors } = form
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
    onFieldErrors: (found: FieldErrors) =>
      showErrors(Object.fromEntries(Object.entries(found).map(([place, text]) => [fieldAt(place as Place), text]))),
  })
  const props = form.formProps((typed) => saving.submit(withFixedOptions(typed, own)))
  const submit = (event: SyntheticEvent) => {
    const end = form.element.current?.querySelector<HTMLInputElement>('[type=datetime-local]')
    // The value of an incomplete date is empty; only `badInput` tells that something was typed.
    if (!end?.validity.badInput) return props.onSubmit(event)
    event.preventDefault()
    clearErrors()
    showErrors({ endsAt: 'Dieses Datum gibt es nicht.' })
  }
  const settle = (side: 'mine' | 'theirs') => {
    const now = saving.meanwhile
    if (!now) return
    saving.endMeanwhile()
    if (side === 'mine') {
      writing.see(seenText(now))
      saving.submit(fields, seenText(now))
    } else form.reset(writing.discard())
    // The pressed button is gone.
    form.element.current?.querySelector<HTMLElement>(side === 'mine' ? '[type=submit]' : 'textarea')?.focus()
  }
  return { form, fields, input, props, submit, saving, settle, writing }
}

/**
 * On phones the preview takes the place of the fields, and going back leads to where one was. Wide screens show both,
 * whatever it says.
 */
function usePreview() {
  const [previewed, setPreviewed] = useState(false)
  const preview = useRef<HTMLElement>(null)
  const left = useRef(0)
  const close = () => {
    if (!previewed) return
    flushSync(() => setPreviewed(false))
    window.scrollTo({ top: left.current })
  }
  const turn = () => {
    if (previewed) return close()
    left.current = window.scrollY
    flushSync(() => setPreviewed(true))
    preview.current?.scrollIntoView()
  }
  return { previewed, preview, turn, close }
}

/** Creates or edits a post: fields, validation, draft and preview. */
export function PostForm(editor: Props) {
  const { type, own, children } = editor
  const { form, fields, input, props, submit, saving, settle, writing } = useWriting(editor)
  const content = (
    <TextAreaField
      label={questions[type].content}
      rows={type === 'poll' ? 4 : 8}
      hint={contentHint}
      counter={{ used: textLength(fields.content), max: postContentMax }}
      {...input('content')}
    />
  )
  const { previewed, preview, turn, close } = usePreview()
  return (
    <div className="page-grid composer" data-previewed={previewed || undefined}>
      <form
        {...props}
        onSubmit={(event) => {
          // What is wrong is shown at the fields.
          close()
          submit(event)
        }}
        className="grid content-start gap-5 lg:col-span-7"
      >
        <DraftNotice
          restored={writing.restored}
          discarded={writing.discarded}
          onDiscard={() => form.reset(writing.discard())}
          onUndo={() => form.reset(writing.undoDiscard())}
        />
        <TitleField
          label="Titel"
          autoComplete="off"
          hint={questions[type].title}
          counter={{ used: textLength(fields.title), max: postTitleMax }}
          {...input('title')}
        />
        {type !== 'poll' && content}
        {type === 'rumor' && (
          <>
            <SubjectField {...form.bind('subject')} />
            <TextField
              label={isSensitive(fields.subject) ? 'Quelle' : 'Quelle (optional)'}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
              hint="Gerüchte handeln von echten Menschen. Sag, woher du es hast: Dann kann das Team prüfen, was dran ist."
              {...input('source_url')}
            />
          </>
        )}
        {type === 'poll' && (
          <PollFields form={form} input={input} fixed={own && !own.may_edit_options ? fields.options : null} />
        )}
        {type === 'poll' && content}
        <TagField {...form.bind('tags')} />
        {own?.status === 'approved' && <WhatAChangeDoes type={type} voted={type === 'poll' && !own.may_edit_options} />}
        {saving.meanwhile && (
          <ChangedMeanwhile now={saving.meanwhile} onMine={() => settle('mine')} onTheirs={() => settle('theirs')} />
        )}
        <div ref={stayAboveKeyboard} className="composer-bar">
          <FormFooter action={saving} submit={own ? 'Änderungen abschicken' : 'Abschicken'} working="Wird gesendet …">
            <Button className="lg:hidden" aria-pressed={previewed} onClick={turn}>
              Vorschau
            </Button>
          </FormFooter>
        </div>
        {children}
        <Rules isStored={writing.isStored} />
      </form>
      <section ref={preview} aria-labelledby="vorschau" className="min-w-0 scroll-mt-20 lg:col-span-5">
        <SectionHead id="vorschau" title="Vorschau" />
        <PostPreview type={type} fields={fields} />
      </section>
    </div>
  )
}

/** What the change of a published post does, before it is sent. */
function WhatAChangeDoes({ type, voted }: { type: PostType; voted: boolean }) {
  return (
    <Callout>
      {voted && (
        <p>
          <b>Es wurde schon abgestimmt.</b> Änderst du Titel oder Text, entscheidet erst das Team. Wer abgestimmt hat,
          erfährt von der Änderung.
        </p>
      )}
      {type === 'rumor' && <p>Wer schon abgestimmt hat, erfährt von der Änderung.</p>}
      <p>Was bisher da stand, bleibt unter „Frühere Fassungen“ für alle lesbar.</p>
    </Callout>
  )
}

type DraftNoticeProps = { restored: boolean; discarded: boolean; onDiscard: () => void; onUndo: () => void }

/** Tells the member that a stored draft was restored, or that it was discarded, which can be undone. */
function DraftNotice({ restored, discarded, onDiscard, onUndo }: DraftNoticeProps) {
  return (
    <div role="status" className="empty:-mb-5">
      {discarded && (
        <Callout>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>
              <b>Entwurf verworfen.</b> Doch noch gebraucht?
            </p>
            <Button small onClick={onUndo}>
              Rückgängig
            </Button>
          </div>
        </Callout>
      )}
      {restored && (
        <Callout>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>
              <b>Entwurf wiederhergestellt.</b> Du kannst da weiterschreiben, wo du warst.
            </p>
            <Button small onClick={onDiscard}>
              Entwurf verwerfen
            </Button>
          </div>
        </Callout>
      )}
    </div>
  )
}

function Rules({ isStored }: { isStored: boolean }) {
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
        {isStored
          ? 'Was du tippst, bleibt als Entwurf auf diesem Gerät, bis du es abschickst oder dich abmeldest.'
          : 'Dein Browser speichert nichts für HoT: Der Text ist weg, sobald du diese Seite verlässt.'}
      </p>
    </>
  )
}

/** A post as others will see it, made from the current fields. */
type PreviewedPost = {
  type: PostType
  title: string
  content: string
  tags: PostTag[]
  sourceUrl: string | null
  options: { id: string; text: string; votes: number }[]
  endsAt: string | null
}

/** Normalises the fields as the server does, so that the preview matches the post. */
function previewedPost(type: PostType, fields: PostFields): PreviewedPost {
  const { ends_at } = schemaInput(type, fields)
  const end = ends_at && !Number.isNaN(Date.parse(ends_at)) ? ends_at : null
  return {
    type,
    title: cleanLine(fields.title),
    content: cleanText(fields.content).trim(),
    tags: fields.tags,
    sourceUrl: cleanLine(fields.sourceUrl) || null,
    options: fields.options.flatMap(({ key, text }) => {
      const shown = cleanLine(text)
      return shown ? [{ id: key, text: shown, votes: 0 }] : []
    }),
    endsAt: end,
  }
}

/** A preview of the post's page, made of that page's components. */
function PostPreview({ type, fields }: { type: PostType; fields: PostFields }) {
  const post = previewedPost(type, fields)
  const [now] = useState(() => serverInstant())
  const end = pollEnd(post.endsAt, now)
  return (
    <article className="grid content-start gap-4">
      <div className="flex flex-wrap items-center gap-2 text-small">
        <PostTypeBadge type={post.type} />
        <b>{kindLabel(post.type)}</b>
        {post.type === 'rumor' && <RumorStatusBadge status="unverified" />}
      </div>
      <h3 className="type-h1 wrap-anywhere">{post.title || 'Dein Titel'}</h3>
      <div className="signed">
        <Author />
        <time className="meta" dateTime={now}>
          {longDateTime(now)}
        </time>
      </div>
      <div className="prose text-lead wrap-anywhere">
        {post.content && (
          <div>
            <MemberText text={post.content} />
          </div>
        )}
        {post.type === 'rumor' && <RumorSource url={post.sourceUrl} />}
      </div>
      <PostTags tags={post.tags} />
      {post.type !== 'discussion' && (
        <div className="grid gap-4 border-2 border-ink bg-sheet p-4">
          {post.type === 'rumor' ? <RumorBar agree={0} disagree={0} tall /> : <PollResults options={post.options} />}
          {post.type === 'poll' && <p className="meta">{end ? `0 Stimmen · ${end.text}` : '0 Stimmen'}</p>}
        </div>
      )}
    </article>
  )
}

function Author() {
  const viewer = useViewer()
  const profile = viewer.state === 'member' ? viewer.profile : null
  if (!profile?.nickname || !profile.slug) return null
  const { id, nickname, slug, avatar_url, karma } = profile
  return <MemberLine member={{ id, nickname, slug, avatar_url, karma }} size={48} />
}
