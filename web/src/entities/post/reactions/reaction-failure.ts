import type { PostCard } from '@hot/domain/contract/post'
import { DataError } from '#web/lib/api/data-error.ts'
import type { PostChoice } from '../post-counts.ts'

type FailureText = { title: string; text: string }

const titles: Record<PostChoice, string> = {
  post: 'Deine Reaktion ist nicht angekommen.',
  rumor: 'Deine Stimme ist nicht angekommen.',
  poll: 'Deine Stimme ist nicht angekommen.',
}

/** The database's word that this member may not do this to this post: it does not say why. */
export const isRefusal = (error: unknown): error is DataError =>
  error instanceof DataError && (error.code === '42501' || error.code.startsWith('23'))

type Refused = {
  error: DataError
  kind: PostChoice /** As it is now; null when it is gone. */
  post: PostCard | null
  needsInvite: boolean
}

/** Why the refusal came, as far as the post tells it. `now` in milliseconds. */
export function refusalText({ error, kind, post, needsInvite }: Refused, now: number): FailureText {
  const title = titles[kind]
  if (!post)
    return { title: 'Dieser Beitrag ist nicht mehr da.', text: 'Abstimmen und reagieren geht hier nicht mehr.' }
  if (kind === 'poll' && post.poll?.ends_at && Date.parse(post.poll.ends_at) <= now)
    return { title: 'Diese Umfrage ist beendet.', text: 'Deine Stimme zählt leider nicht mehr.' }
  if (error.code === '23503')
    return { title, text: 'Die Antworten haben sich gerade geändert. Schau noch einmal drauf und wähl neu.' }
  if (needsInvite) return { title, text: 'Dir fehlt noch eine Einladung. Lös sie ein und versuch es noch einmal.' }
  return { title, text: 'Dein Account ist gerade gesperrt. Lesen kannst du weiterhin.' }
}

/** What a person reads about a choice that was rolled back, when it was not refused. */
export function failureText(error: unknown, kind: PostChoice): FailureText {
  const title = titles[kind]
  if (!(error instanceof DataError) || error.status === 0)
    return { title, text: 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.' }
  if (error.hint === 'rate_limited' || error.status === 429)
    return { title, text: 'Das war zu viel auf einmal. Warte ein paar Minuten und versuch es dann noch einmal.' }
  if (error.status === 401) return { title, text: 'Deine Anmeldung ist abgelaufen. Melde dich neu an.' }
  return { title, text: 'Das hat nicht geklappt. Versuch es gleich noch einmal.' }
}
