import { DataError } from '#web/lib/api/data-error.ts'
import { restClient } from '#web/lib/api/transport/rest-client.ts'
import { type Mark, marksOwner } from '#web/lib/offline/queued-writes/own-reactions.ts'
import type { PostMark } from '../post-counts.ts'

type Answer = {
  data: unknown
  error: { code?: string; message: string; hint?: string | null } | null
  status: number
}

const rowsOf = { post: 'post_reactions', rumor: 'rumor_votes', poll: 'poll_votes' } as const

function checked({ data, error, status }: Answer): unknown[] {
  if (error) throw new DataError(error.code ?? '', status, error.message, error.hint ?? '')
  return Array.isArray(data) ? data : []
}

/** Leaves the server with this mark on a post. Twice is as good as once. Throws DataError. */
export async function writeMark(kind: PostMark, postId: string, mark: Mark, signal: AbortSignal): Promise<void> {
  if (mark === null) await withdraw(kind, postId, signal)
  else checked(await upsert(kind, postId, mark, signal))
}

async function upsert(kind: PostMark, post_id: string, mark: string, signal: AbortSignal): Promise<Answer> {
  const client = await restClient()
  const options = { onConflict: 'post_id,user_id' }
  if (kind === 'post')
    return client.from('post_reactions').upsert({ post_id, reaction: mark }, options).abortSignal(signal)
  if (kind === 'rumor') return client.from('rumor_votes').upsert({ post_id, vote: mark }, options).abortSignal(signal)
  return client.from('poll_votes').upsert({ post_id, option_id: mark }, options).abortSignal(signal)
}

/** A row that may not be deleted is passed over in silence, so what is left is looked at. */
async function withdraw(kind: PostMark, postId: string, signal: AbortSignal): Promise<void> {
  const client = await restClient()
  const own = { post_id: postId, user_id: marksOwner() ?? '' }
  const gone = await client.from(rowsOf[kind]).delete().match(own).select('post_id').abortSignal(signal)
  if (checked(gone).length > 0) return
  const left = await client.from(rowsOf[kind]).select('post_id').match(own).abortSignal(signal)
  if (checked(left).length > 0) throw new DataError('42501', 403, 'the row stays')
}
