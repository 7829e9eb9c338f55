import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { PostgrestClient } from '@supabase/postgrest-js'
import { DataError } from '#web/lib/api/data-error.ts'
import { failureOf, type Refusal } from '#web/lib/api/transport/api-fetch.ts'
import { restClient } from '#web/lib/api/transport/rest-client.ts'
import { isForLater } from '#web/lib/api/transport/retry-rule.ts'
import { choicesOwner } from './own-choices.ts'

/** No answer yet: the network failed, a gateway timed out, or the server has no room now and says when it may. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof DataError) || error.status === 0 || error.status === 504 || isForLater(error)

/** The server may or may not have processed the request. */
export const mayHaveBeenLost = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof DataError && error.status >= 500 && error.status < 600)

/** One request with a time limit, also aborted by `ended`; both reject with DataError 0. */
export function sendInTime(
  write: (signal: AbortSignal) => Promise<void>,
  ended: AbortSignal,
  limitMs: number,
): Promise<void> {
  const late = new AbortController()
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      late.abort()
      reject(new DataError('', 0, 'no answer'))
    }
    const timer = setTimeout(giveUp, limitMs)
    ended.addEventListener('abort', giveUp)
    write(late.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        ended.removeEventListener('abort', giveUp)
      })
  })
}

/** Tabs of one browser share queued choices, so one tab sends at a time. Insecure origins have no locks. */
export const oneTabAtATime = (send: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(storageKeys.queuedChoices, send) : send()

const idColumns = {
  star_fans: 'star_id',
  saved_posts: 'post_id',
  post_reactions: 'post_id',
  post_stickers: 'post_id',
  rumor_votes: 'post_id',
  poll_votes: 'post_id',
  comment_reactions: 'comment_id',
} as const

type Answer = { data: unknown; error: Refusal | null; status: number }

function rowsOf({ data, error, status }: Answer): unknown[] {
  if (error) throw failureOf(error, status)
  return Array.isArray(data) ? data : []
}

/** Sets the viewer's row about `id`, or (null) deletes it. Idempotent. Throws DataError. */
export async function writeOwnRow(
  table: keyof typeof idColumns,
  id: string,
  values: Readonly<Record<string, string>> | null,
  signal: AbortSignal,
): Promise<void> {
  const client: PostgrestClient = await restClient()
  const column = idColumns[table]
  if (values) {
    const onConflict = `${column},user_id`
    rowsOf(
      await client
        .from(table)
        .upsert<Record<string, string>>({ [column]: id, ...values }, { onConflict })
        .abortSignal(signal),
    )
    return
  }
  const own = { [column]: id, user_id: choicesOwner() ?? '' }
  const gone = await client.from(table).delete().match(own).select(column).abortSignal(signal)
  if (rowsOf(gone).length > 0) return
  // Rows that may not be deleted are skipped silently, so check what is left.
  const left = await client.from(table).select(column).match(own).abortSignal(signal)
  if (rowsOf(left).length > 0) throw new DataError('42501', 403, 'the row stays')
}
