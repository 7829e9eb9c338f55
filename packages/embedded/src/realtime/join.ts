import { DatabaseAway } from '../database/engine.ts'
import type { Caller, Callers } from './caller.ts'
import type { Message } from './frames.ts'
import { type BindingRequest, joinSchema } from './frames.ts'
import type { Channel, Subscriptions } from './subscriptions.ts'

export type JoinContext = {
  callers: Callers
  subscriptions: Subscriptions
  /** A number that no binding has had. */
  nextId: () => number
}

type Join = {
  message: Message
  own: Caller
  mostBindings: number
  admit: (member: string) => boolean
  reply: (status: 'ok' | 'error', response: object) => void
  open: (caller: Caller) => Channel
}

const refused = (reason: string) => ({ refusal: reason })

async function callerOf(callers: Callers, token: string | null | undefined, own: Caller) {
  try {
    return await callers.of(token ?? undefined, own)
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error
    return refused('UnableToConnectToProject: Realtime was unable to connect to the project database')
  }
}

/**
 * Only what was sent goes back: realtime-js compares its own bindings with these, field by field
 * (RealtimeChannel._updatePostgresBindings).
 */
const answered = ({ id, event, schema, table, filter }: BindingRequest & { id: number }) => ({
  id,
  event,
  schema,
  ...(table == null ? {} : { table }),
  ...(filter == null ? {} : { filter }),
})

/**
 * `phx_join`: who it is, then what is listened to, then the answer. It listens before it answers, so that whoever reads
 * the rows after "SUBSCRIBED" misses nothing. Wire: supabase/realtime, realtime_channel.ex, join/3.
 */
export async function joinChannel({ callers, subscriptions, nextId }: JoinContext, join: Join): Promise<void> {
  const { reply, own } = join
  const parsed = joinSchema.safeParse(join.message.payload)
  if (!parsed.success) return reply('error', { reason: 'InvalidJoinPayload: The payload of phx_join is not valid' })
  const { config, access_token } = parsed.data
  const changes = config?.postgres_changes ?? []
  if (changes.length > join.mostBindings)
    return reply('error', { reason: `InvalidJoinPayload: More than ${join.mostBindings} postgres_changes` })
  const caller = await callerOf(callers, access_token, own)
  if ('refusal' in caller) return reply('error', { reason: caller.refusal })
  if (caller.sub && !join.admit(caller.sub))
    return reply('error', { reason: 'ConnectionRateLimitReached: Too many connected users' })

  const channel = join.open(caller)
  const requests = changes.map((request) => ({ ...request, id: nextId() }))
  const added = subscriptions.add(channel, requests)
  if ('remove' in added) channel.listens(added.remove)
  reply('ok', { postgres_changes: requests.map(answered) })
  if (config?.presence?.enabled) channel.presence()
  if (requests.length === 0) return
  if ('problem' in added) channel.system('postgres_changes', 'error', added.problem)
  else channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
}
