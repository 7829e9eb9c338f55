import type { SavedPost } from '@hot/domain/contract/community'
import { unknownFailureText } from '@hot/domain/network/refusals'
import type { PostType } from '@hot/domain/post/kinds'
import {
  pollOptionMax,
  pollOptionsMax,
  pollOptionsMin,
  postContentMax,
  postTagsMax,
  postTitleMax,
  postTitleMin,
} from '@hot/domain/post/limits'
import { postSentences } from '@hot/domain/post/refusals'
import { postSchema } from '@hot/domain/post/schema'
import { textLength } from '@hot/domain/text/sanitize-text'
import { noWebAddress } from '@hot/domain/url/web-address'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { track } from '#web/lib/analytics/track.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { sentenceOf } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { isOnline } from '#web/platform/device/device.ts'
import { changePost, createPost, invalidatePosts, ownPostQuery, sentSoFar } from '../api.ts'
import {
  type FieldErrors,
  type OwnPost,
  type Place,
  type PostArguments,
  type PostFields,
  postArguments,
  repeatedOption,
  type SeenText,
  schemaInput,
} from '../fields/post-fields.ts'
import type { PostWriting } from './use-post-draft.ts'

const signInAgain = {
  title: 'Anmeldung erforderlich',
  description: 'Deine Anmeldung ist abgelaufen. Dein Text ist noch da. Bitte melde dich an:',
}
const sessionEnded =
  'Deine Anmeldung ist abgelaufen. Dein Text ist noch da: Melde dich an und schick ihn noch einmal ab.'

/** The typed fields, and the arguments sent for them. */
type Attempt = { fields: PostFields; post: PostArguments; seen: SeenText | null }

type SaveOptions = {
  member: string
  type: PostType
  /** The stored post, when editing one. */
  own: OwnPost | null
  writing: Pick<PostWriting, 'id' | 'sent' | 'seen' | 'remember' | 'finish'>
  onFieldErrors: (errors: FieldErrors) => void
  onSaved: (saved: SavedPost) => void
}

/** Sends a post, one request at a time. The typed text survives any failure. */
export function useSavePost({ member, type, own, writing, onFieldErrors, onSaved }: SaveOptions) {
  const queryClient = useQueryClient()
  const gate = useSignInGate(signInAgain)
  const [failure, setFailure] = useState<string | null>(null)

  /** The post as it stands stored, when somebody has changed it since it was opened. */
  const [meanwhile, setMeanwhile] = useState<OwnPost | null>(null)

  const save = async ({ post, seen }: Attempt): Promise<SavedPost> => {
    if (own) return changePost(own.id, own.may_edit_options ? post : { ...post, p_options: null }, seen)
    const { id, sent } = writing
    writing.remember(sentSoFar(sent, post))
    try {
      const saved = await createPost({ id, type, post, sent })
      track('post_create', { target: { type: 'post', id }, metadata: { post_type: type, post_id: id } })
      return saved
    } catch (error) {
      if (!outcomeUnknown(error)) writing.remember(sent)
      throw error
    }
  }
  const failed = (error: unknown, attempt: Attempt) => {
    if (sessionIsOver(error) && viewer().state !== 'member') {
      setFailure(sessionEnded)
      gate(() => send(attempt))
      return
    }
    const refusal = error instanceof DataError ? error.hint : ''
    if (own && refusal === 'changed_meanwhile') return void showMeanwhile(own.id, error)
    const errors = refusalErrors(refusal, attempt.fields)
    if (errors) onFieldErrors(errors)
    else setFailure(saveFailure(error, isOnline()))
    if (own && refusal === 'options_fixed') void queryClient.invalidateQueries(ownPostQuery(member, own.id))
  }
  const showMeanwhile = (id: string, error: unknown) =>
    queryClient.fetchQuery(ownPostQuery(member, id)).then(
      (now) => (now ? setMeanwhile(now) : setFailure(saveFailure(error, isOnline()))),
      (unread: unknown) => setFailure(saveFailure(unread, isOnline())),
    )
  const { busy, run } = useWrite(save, {
    onDone: (saved) => {
      writing.finish()
      invalidatePosts(queryClient, member)
      onSaved(saved)
    },
    onFailed: failed,
  })
  const send = (attempt: Attempt) => {
    const who = viewer()
    // Another member may have signed in during the request; the text is not theirs.
    if (who.state !== 'member' || who.user.id !== member) return
    setFailure(null)
    setMeanwhile(null)
    void run(attempt)
  }
  /** `fields` must be valid. */
  const submit = (fields: PostFields, seen = writing.seen) => {
    const post = postArguments(postSchema.parse(schemaInput(type, fields)))
    gate(() => send({ fields, post, seen }))
  }
  return { busy, failure, submit, meanwhile, endMeanwhile: () => setMeanwhile(null) }
}

const atMost = (max: number) => `Höchstens ${max.toLocaleString('de-DE')} Zeichen.`
type Refusal = (fields: PostFields) => [Place, string]

const lastOption = ({ options }: PostFields): Place => `options.${Math.max(0, options.length - 1)}`
const badOption = ({ options }: PostFields): [Place, string] => {
  const place = options.findIndex(({ text }) => !text.trim() || textLength(text.trim()) > pollOptionMax)
  const empty = place >= 0 && !options[place]?.text.trim()
  return [`options.${Math.max(0, place)}`, empty ? 'Diese Antwort ist leer.' : atMost(pollOptionMax)]
}

/**
 * Error messages for refusals by the database, by hint: those of `postSchema`, at the same fields. They occur with the
 * form of an older build, a wrong clock, or a tag that was deleted.
 */
const refusals: Readonly<Record<string, Refusal>> = {
  title_length: ({ title }) => [
    'title',
    textLength(title.trim()) < postTitleMin
      ? `Der Titel braucht mindestens ${postTitleMin} Zeichen.`
      : atMost(postTitleMax),
  ],
  content_length: () => ['content', atMost(postContentMax)],
  content_missing: () => ['content', postSentences.content_missing],
  too_many_tags: () => ['tags', `Höchstens ${postTagsMax} Tags.`],
  duplicate_tag: () => ['tags', postSentences.duplicate_tag],
  unknown_tag: () => ['tags', 'Einen dieser Tags gibt es nicht mehr. Nimm ihn heraus.'],
  source_url_invalid: () => ['source_url', noWebAddress],
  unknown_subject: () => ['subject', postSentences.unknown_subject],
  source_required: () => ['source_url', postSentences.source_required],
  option_count: (fields) => [
    lastOption(fields),
    fields.options.length < pollOptionsMin
      ? `Mindestens ${pollOptionsMin} Antworten.`
      : `Höchstens ${pollOptionsMax} Antworten.`,
  ],
  option_length: badOption,
  duplicate_option: (fields) => [`options.${repeatedOption(fields)}`, postSentences.duplicate_option],
  poll_end_far: () => ['ends_at', 'Eine Umfrage läuft höchstens ein Jahr. Nimm einen früheren Zeitpunkt.'],
  poll_ended: () => ['ends_at', 'Diese Umfrage ist zu Ende und geht nicht wieder auf. Lass das Ende, wie es war.'],
  poll_end_past: () => ['ends_at', 'Dieser Zeitpunkt ist schon vorbei. Nimm einen späteren.'],
}

/** The error message for a refusal, at its field; null if it concerns no single field. */
export function refusalErrors(hint: string, fields: PostFields): FieldErrors | null {
  const refusal = refusals[hint]?.(fields)
  return refusal ? { [refusal[0]]: refusal[1] } : null
}

/** Error messages for refusals that concern no single field, by the hint of our SQL. */
const texts: Readonly<Record<string, string>> = {
  banned: 'Dein Account ist gesperrt. Wie lange, steht in deinem Account. Dein Text bleibt hier gespeichert.',
  invite_required: 'Dir fehlt noch eine Einladung. Lös erst einen Code ein, dein Text bleibt so lange hier.',
  nickname_required: 'Dir fehlt noch ein Nickname. Leg ihn in deinem Account fest, dein Text bleibt so lange hier.',
  account_gone: 'Diesen Account gibt es nicht mehr. Kopier dir deinen Text, bevor du die Seite verlässt.',
  options_fixed:
    'Inzwischen hat jemand abgestimmt: Die Antworten bleiben, wie sie sind. Schick den Rest noch einmal ab.',
  question_fixed:
    'Inzwischen hat jemand abgestimmt: Titel und Text ändert jetzt nur das Team. Schick deine Änderung noch einmal ab, dann entscheidet es.',
  too_many_edits: 'Diesen Beitrag hast du heute schon 20-mal geändert. Morgen geht es weiter, dein Text bleibt hier.',
  not_author: 'Diesen Beitrag hat jemand anders geschrieben. Ändern kannst du nur eigene.',
  post_gone: 'Diesen Beitrag gibt es nicht mehr. Kopier deinen Text und schreib ihn als neuen Beitrag.',
}

const offline = 'Du bist offline. Dein Text bleibt hier gespeichert. Schick ihn ab, sobald du wieder Netz hast.'
const unanswered =
  'Wir erreichen den Server gerade nicht. Dein Text bleibt hier gespeichert. Versuch es gleich noch einmal.'
const signedOut =
  'Deine Anmeldung ließ sich nicht prüfen. Dein Text bleibt hier gespeichert. Versuch es gleich noch einmal.'
const broken = 'Bei uns ist etwas schiefgelaufen. Dein Text bleibt hier gespeichert. Versuch es gleich noch einmal.'
const refused = `${unknownFailureText} Dein Text bleibt hier gespeichert. Versuch es gleich noch einmal.`

function tooOften(seconds: number | null): string {
  const minutes = Math.max(1, Math.ceil((seconds ?? 300) / 60))
  const wait = minutes === 1 ? 'in einer Minute' : `in ${minutes} Minuten`
  return `Das war zu viel in kurzer Zeit. Dein Text bleibt hier gespeichert. Versuch es ${wait} noch einmal.`
}

/** Error message for a post that could not be sent: what happened and what to do. */
export function saveFailure(error: unknown, online: boolean): string {
  if (!(error instanceof DataError) || error.status === 0) return online ? unanswered : offline
  const known = texts[error.hint]
  if (known) return known
  if (error.status === 429) return tooOften(error.retryAfter)
  if (error.status === 401) return signedOut
  return sentenceOf(error) || (error.status >= 500 ? broken : refused)
}

/** Whether the server may have stored the post although the request failed. */
export const outcomeUnknown = (error: unknown): boolean =>
  !(error instanceof DataError) || error.status === 0 || error.status >= 500

/** Whether the session has ended, or the request was sent without one. */
export const sessionIsOver = (error: unknown): boolean => error instanceof DataError && error.status === 401
