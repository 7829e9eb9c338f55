import { DataError } from '#web/lib/api/data-error.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** By the hint of our SQL. */
const texts: Readonly<Record<string, string>> = {
  edit_window_over: 'Kommentare lassen sich nur 15 Minuten lang ändern. Löschen geht weiterhin.',
  comment_too_deep: 'Diese Antwort findet ihren Platz nicht mehr. Lade die Seite neu und antworte noch einmal.',
  parent_deleted: 'Der Kommentar, auf den du antwortest, wurde gelöscht. Schreib es als eigenen Kommentar.',
  nickname_required: 'Such dir zuerst einen Nickname aus. Dann sende noch einmal.',
  rate_limited: 'Das war zu viel auf einmal. Warte ein paar Minuten und sende dann noch einmal.',
  too_many_mentions: 'So viele auf einmal kannst du nicht erwähnen. Höchstens zehn.',
  post_gone: 'Diesen Beitrag gibt es nicht mehr. Kopier deinen Text, wenn du ihn behalten willst.',
  writing_refused: 'Du kannst gerade nichts schreiben: Dein Account ist gesperrt oder braucht noch eine Einladung.',
  content_length: 'Dein Kommentar ist leer oder zu lang. Höchstens 2.000 Zeichen.',
}
const signedOut = 'Du bist nicht mehr angemeldet. Melde dich an und sende dann noch einmal.'
const offline = 'Keine Verbindung. Prüf dein Netz und sende dann noch einmal.'
const serverFailed = 'Das hat nicht geklappt. Sende es gleich noch einmal.'

/** What a person reads about a comment that was not written, changed or deleted; what they typed is still there. */
export async function commentFailure(error: unknown, postId: string): Promise<string> {
  if (!(error instanceof DataError) || error.status === 0) return offline
  const known = texts[error.hint]
  if (known) return known
  if (error.status === 401) return signedOut
  if (error.status === 429) return texts.rate_limited ?? serverFailed
  if (error.code === '23514') return texts.content_length ?? serverFailed
  if (error.code === '42501' || error.code === '23503') return refused(postId)
  return serverFailed
}

/** Row-level security does not say why: the post is gone, or the member may not write. */
async function refused(postId: string): Promise<string> {
  try {
    const post = await rpc('post_path', { p_id: postId })
    return (post ? texts.writing_refused : texts.post_gone) ?? serverFailed
  } catch {
    return serverFailed
  }
}
