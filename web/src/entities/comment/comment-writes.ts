import type { Comment } from '@hot/domain/contract/post'
import { networkSentences, unknownFailureText } from '@hot/domain/network/refusals'
import { DataError } from '#web/lib/api/data-error.ts'
import { sentenceOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { failureOf, type Refusal } from '#web/lib/api/transport/api-fetch.ts'
import { restClient } from '#web/lib/api/transport/rest-client.ts'
import { type Patience, untilTaken, withRetries } from '#web/lib/api/transport/retry-writes.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'

type NewComment = { id: string; postId: string; parentId: string | null; content: string }
/** Fields of a comment that the database sets. */
export type WrittenComment = Pick<Comment, 'created_at' | 'mentions'>
type ChangedComment = Pick<Comment, 'content' | 'mentions' | 'edited_at'>
type Answer<Data> = {
  data: Data
  error: Refusal | null
  status: number
}

function dataOf<Data>({ data, error, status }: Answer<Data>): Data {
  if (error) throw failureOf(error, status)
  return data
}

/**
 * Writes a comment with a client-generated id, so that a retry does not create a duplicate. While the server has no room, it is
 * tried again and again.
 */
export const insertComment = (comment: NewComment, patience: Patience): Promise<WrittenComment> =>
  untilTaken(() => insertOnce(comment), patience)

async function insertOnce({ id, postId, parentId, content }: NewComment): Promise<WrittenComment> {
  const client = await restClient()
  const answer = await client
    .from('comments')
    .insert({ id, post_id: postId, parent_id: parentId, content })
    .select('created_at, mentions')
    .single()
    .overrideTypes<WrittenComment, { merge: false }>()
  // A former request arrived, but its response was lost.
  if (answer.error?.code === '23505') return existingComment(id, answer)
  const row = dataOf(answer)
  if (!row) throw new DataError('', answer.status, 'nothing came back')
  return row
}

async function existingComment(id: string, refusal: Answer<unknown>): Promise<WrittenComment> {
  const client = await restClient()
  const row = dataOf(
    await client
      .from('comments')
      .select('created_at, mentions, author_id')
      .eq('id', id)
      .maybeSingle()
      .overrideTypes<WrittenComment & { author_id: string | null }, { merge: false }>(),
  )
  const who = viewer()
  if (row && who.state === 'member' && row.author_id === who.user.id) return row
  dataOf(refusal)
  throw new DataError('', 0, 'no answer')
}

/** Has the team read a comment that was refused; it is published when they approve. */
export const holdComment = ({ id, postId, parentId, content }: NewComment): Promise<unknown> =>
  rpc('hold_comment', { p_id: id, p_post: postId, p_parent: parentId, p_content: content })

/** Updates the member's comment; returns what is stored. */
export async function updateComment(id: string, content: string): Promise<ChangedComment> {
  const client = await restClient()
  const row = await withRetries(async () =>
    dataOf(
      await client
        .from('comments')
        .update({ content })
        .eq('id', id)
        .select('content, mentions, edited_at')
        .maybeSingle()
        .overrideTypes<ChangedComment, { merge: false }>(),
    ),
  )
  // Row-level security matched no row: the member may not write (any more), or the comment was deleted with its post.
  if (!row) throw new DataError('42501', 403, 'nothing to change')
  return row
}

/** Deletes the member's comment. A forbidden DELETE silently changes nothing, so the result is checked afterwards. */
export async function deleteComment(id: string): Promise<void> {
  const client = await restClient()
  await withRetries(async () => dataOf(await client.from('comments').delete().eq('id', id)))
  const row = dataOf(await client.from('comments').select('deleted_at').eq('id', id).maybeSingle())
  if (row && row.deleted_at === null) throw new DataError('42501', 403, 'nothing to delete')
}

/** Notes until when the member has read the comments of a post; the database keeps the latest time. */
export async function noteRead(postId: string, at: string): Promise<void> {
  const client = await restClient()
  dataOf(await client.from('comment_reads').upsert({ post_id: postId, read_at: at }, { onConflict: 'user_id,post_id' }))
}

/** By the hint of a refusal by our SQL, where more is to be said than it says itself. */
const texts: Readonly<Record<string, string>> = {
  edit_window_over: 'Kommentare lassen sich nur 15 Minuten lang ändern. Löschen geht weiterhin.',
  comment_too_deep: 'Diese Antwort findet ihren Platz nicht mehr. Lade die Seite neu und antworte noch einmal.',
  reply_closed: 'Auf diesen Kommentar kann man nicht mehr antworten. Du kannst es als eigenen Kommentar senden.',
  nickname_required: 'Such dir zuerst einen Nickname aus. Dann sende noch einmal.',
  rate_limited: networkSentences.rate_limited,
  rate_limited_new:
    'In den ersten 24 Stunden sind es höchstens zehn Kommentare in der Minute. Kurz durchatmen, dann sende noch einmal.',
  team_away:
    'Das Team ist gerade nicht da, deshalb geht es hier langsamer. Dein Text bleibt stehen: Sende ihn in ein paar Minuten, als neues Mitglied in einer Stunde.',
  rule_slow: 'Das geht gerade zu schnell. Dein Text bleibt stehen: Sende ihn in zehn Minuten.',
  too_many_held: 'Fünf Kommentare von dir liest das Team schon. Warte, bis es fertig ist.',
  links_too_early:
    'Links gehen in Kommentaren erst, wenn dein Account eine Woche alt ist und drei Beiträge oder Kommentare von dir stehen. Schreib es vorerst ohne Link.',
  too_many_mentions: 'So viele auf einmal kannst du nicht erwähnen. Höchstens zehn.',
  post_gone: 'Diesen Beitrag gibt es nicht mehr. Kopier deinen Text, wenn du ihn behalten willst.',
  writing_refused: 'Du kannst gerade nichts schreiben: Dein Account ist gesperrt oder braucht noch eine Einladung.',
  content_length: 'Dein Kommentar ist leer oder zu lang. Höchstens 2.000 Zeichen.',
}
const signedOut = 'Du bist nicht mehr angemeldet. Melde dich an und sende dann noch einmal.'
const offline = 'Keine Verbindung. Prüf dein Netz und sende dann noch einmal.'
const serverFailed = `${unknownFailureText} Sende es gleich noch einmal.`

/** Error message for a comment that could not be written, changed or deleted; the typed text is preserved. */
export async function commentFailure(error: unknown, postId: string): Promise<string> {
  if (!(error instanceof DataError) || error.status === 0) return offline
  const known = texts[error.hint]
  if (known) return known
  if (error.status === 401) return signedOut
  if (error.status === 429) return texts.rate_limited ?? serverFailed
  const said = sentenceOf(error)
  if (said) return said
  if (error.code === '23514') return texts.content_length ?? serverFailed
  if (error.code === '42501' || error.code === '23503') return writeRefusedText(postId)
  return serverFailed
}

/** Row-level security gives no reason: either the post was deleted, or the member may not write. */
async function writeRefusedText(postId: string): Promise<string> {
  try {
    const post = await rpc('post_path', { p_id: postId })
    return (post ? texts.writing_refused : texts.post_gone) ?? serverFailed
  } catch {
    return serverFailed
  }
}
