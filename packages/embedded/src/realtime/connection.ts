import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { DatabaseAway, reasonOf } from '../database/engine.ts'
import { isToken } from '../keys/keys.ts'
import type { Log } from '../log.ts'
import { limiter } from '../wire/callers.ts'
import type { Network } from '../wire/networks.ts'
import { words } from '../words.ts'
import { type Caller, type Callers, isExpired } from './caller.ts'
import {
  type BindingRequest,
  decodeBinary,
  decodeText,
  encode,
  joinSchema,
  type Message,
  tokenSchema,
  type Version,
} from './frames.ts'
import type { RealtimeLimits } from './limits.ts'
import { Channel, type Subscriptions } from './subscriptions.ts'

export type ConnectionOptions = JoinContext & {
  socket: WebSocket
  /** What the socket writes to. */
  line: Duplex
  version: Version
  /** Whom the API key stands for, and whether it still does. */
  own: Caller
  keyIsValid: () => boolean
  network: Network
  limits: RealtimeLimits
  callers: Callers
  /** Whether one more socket of this member is allowed. */
  admit: (connection: Connection, member: string) => boolean
  log: Log
}

/** RFC 6455, 7.4.1. */
const POLICY_VIOLATION = 1008
const UNSUPPORTED_DATA = 1003

const AGREE_WITHIN_MS = 1_000

const NOT_ALLOWED = 'Unauthorized: You do not have permissions to read from this Channel topic'
const NO_BROADCAST = 'Broadcast and presence are not available here; only postgres_changes are.'

function asBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

/** One client's socket: reads its messages in order and holds its channels. */
export class Connection {
  readonly network: Network
  /** The member on it, once somebody has joined with a token. */
  member: string | undefined
  readonly #options: ConnectionOptions
  readonly #channels = new Map<string, Channel>()
  readonly #rate
  /** In `performance.now()`: a clock that is set right must not hang up on everybody. */
  #last = performance.now()
  #emptySince = performance.now()
  #work: Promise<void> = Promise.resolve()
  #isGathering = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.network = options.network
    const { messageBurst, messagesPerSecond } = options.limits
    this.#rate = limiter({ times: messageBurst, seconds: messageBurst / messagesPerSecond }, () => performance.now())
    options.socket.on('message', (data, isBinary) => this.#received(data, isBinary))
    options.socket.on('error', () => {}) // 'close' follows; a broken line is no news
    options.socket.on('close', () => {
      for (const channel of this.#channels.values()) channel.drop()
      this.#channels.clear()
    })
  }

  get channels(): Iterable<Channel> {
    return this.#channels.values()
  }

  /** Hangs up if the API key is no longer what it was. */
  checkKey(): void {
    if (!this.#options.keyIsValid()) void this.close(POLICY_VIOLATION, 'Invalid API key')
  }

  /** Called every second: ends what is over, and tells what was gathered. */
  sweep(): void {
    const now = performance.now()
    const { silenceMs, idleMs } = this.#options.limits
    for (const channel of this.#channels.values()) {
      if (isExpired(channel.caller)) channel.endExpired()
      else channel.tellGathered()
    }
    if (now - this.#last > silenceMs) return void this.close(POLICY_VIOLATION, 'No heartbeat')
    if (this.#channels.size === 0 && now - this.#emptySince > idleMs) void this.close(1000, 'No channels')
  }

  /** Says why, and waits for the client to agree, but not for long: it may be gone. */
  async close(code: number, reason: string): Promise<void> {
    const { socket } = this.#options
    if (socket.readyState !== socket.OPEN) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const late = setTimeout(() => socket.terminate(), AGREE_WITHIN_MS)
    socket.once('close', () => resolve())
    socket.close(code, reason)
    await promise
    clearTimeout(late)
  }

  /** `payload` is JSON. */
  send(message: Message & { payload: string }): void {
    this.#write(encode(this.#options.version, message))
  }

  /** Who does not read is hung up on before this process holds what they should. */
  #write(frame: string | Buffer): void {
    const { socket, line, limits } = this.#options
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > limits.waitingBytes) return void socket.terminate()
    // Writing is most of what a message costs: all of one moment go out together.
    if (!this.#isGathering) {
      this.#isGathering = true
      line.cork()
      process.nextTick(() => {
        this.#isGathering = false
        line.uncork()
      })
    }
    socket.send(frame, { binary: false })
  }

  reply({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: object): void {
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: JSON.stringify({ status, response }) })
  }

  #received(data: RawData, isBinary: boolean): void {
    const { version, socket } = this.#options
    this.#last = performance.now()
    if (this.#rate.take('') > 0) return void this.close(POLICY_VIOLATION, 'Too many messages per second')
    const bytes = asBuffer(data)
    const message = isBinary ? decodeBinary(version, bytes) : decodeText(version, bytes.toString('utf8'))
    if (!message) return void this.close(UNSUPPORTED_DATA, 'Unreadable message')
    // One after the other: a join asks the database, and the leave behind it must not overtake it.
    this.#work = this.#work.then(async () => {
      if (socket.readyState !== socket.OPEN) return
      try {
        await this.#handle(message)
      } catch (error) {
        this.#options.log(words.log.realtime(reasonOf(error)), 'error')
        this.reply(message, 'error', { reason: 'Unknown Error on Channel' })
      }
    })
  }

  async #handle(message: Message): Promise<void> {
    const { topic, event, ref } = message
    if (topic === 'phoenix') {
      if (event === 'heartbeat') this.reply(message, 'ok', {})
      return
    }
    if (event === 'phx_join') return this.#join(message)
    const channel = this.#channels.get(topic)
    // Meant for a channel that has ended since, as Phoenix answers it.
    if (!channel || channel.joinRef !== message.joinRef)
      return event === 'phx_leave'
        ? this.reply(message, 'ok', {})
        : this.reply(message, 'error', { reason: 'unmatched topic' })
    if (event === 'phx_leave') {
      this.reply(message, 'ok', {})
      return channel.left()
    }
    if (event === 'access_token') return this.#renew(channel, message)
    if (ref !== null) this.reply(message, 'error', { reason: NO_BROADCAST })
    // A client that asks for no answer takes every message for sent.
    channel.system('system', 'error', NO_BROADCAST)
  }

  async #join(message: Message): Promise<void> {
    const { limits, admit } = this.#options
    const { topic, joinRef } = message
    const { version } = this.#options
    if (!topic.startsWith('realtime:') || topic === 'realtime:')
      return this.reply(message, 'error', { reason: 'TopicNameRequired: You must provide a topic name' })
    // A client that joins again has forgotten the channel from before.
    this.#channels.get(topic)?.left()
    if (this.#channels.size >= limits.channelsPerSocket)
      return this.reply(message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
    await joinChannel(this.#options, {
      message,
      own: this.#options.own,
      limits,
      channels: this.#channels.size,
      filters: this.#filters(),
      admit: (member) => admit(this, member),
      reply: (status, response) => this.reply(message, status, response),
      open: (caller, filters) => {
        const channel = new Channel(
          { version, topic, joinRef, caller },
          {
            own: (event, payload) => this.send({ joinRef, ref: null, topic, event, payload }),
            shared: (frame) => this.#write(frame),
          },
          (ended) => this.#forget(ended),
        )
        channel.filters = filters
        this.#channels.set(topic, channel)
        return channel
      },
    })
  }

  /** Characters of the filters of all channels. */
  #filters(): number {
    let characters = 0
    for (const channel of this.#channels.values()) characters += channel.filters
    return characters
  }

  /** The client sends a new token to every channel (supabase/realtime, handle_in "access_token"). */
  async #renew(channel: Channel, { payload }: Message): Promise<void> {
    const parsed = tokenSchema.safeParse(payload)
    const token = parsed.success ? parsed.data.access_token : undefined
    if (!isToken(token)) return
    const caller = await this.#options.callers.of(token, this.#options.own)
    if ('refusal' in caller) return channel.shutDown(caller.refusal.replace(/^\w+: /, ''))
    // Another person on the same channel would receive what the first one filtered for.
    if (channel.caller.sub !== caller.sub) return channel.shutDown('The token is of another user')
    channel.caller = caller
  }

  #forget(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic)
    if (this.#channels.size === 0) this.#emptySince = performance.now()
  }
}

export type JoinContext = {
  callers: Callers
  subscriptions: Subscriptions
  /** Resolves once what was committed before is read: a channel is told what follows its join. */
  caughtUp: () => Promise<void>
}

type Join = {
  message: Message
  own: Caller
  limits: RealtimeLimits
  /** Channels that are open on the socket. */
  channels: number
  /** Characters of their filters. */
  filters: number
  admit: (member: string) => boolean
  reply: (status: 'ok' | 'error', response: object) => void
  open: (caller: Caller, filters: number) => Channel
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

const filterCharacters = (changes: readonly BindingRequest[]) =>
  changes.reduce((sum, { filter }) => sum + (filter?.length ?? 0), 0)

/**
 * A number for each binding, unique within its channel. As Supabase's (`phash2` of what was asked for) it is the same for
 * everybody who asks the same, so that what tells them of a change is the same, too.
 */
function numbered(changes: readonly BindingRequest[]): (BindingRequest & { id: number })[] {
  const taken = new Set<number>()
  return changes.map((request) => {
    const { event, schema, table, filter } = request
    let id = hashOf(JSON.stringify([event, schema, table, filter]))
    while (taken.has(id)) id++
    taken.add(id)
    return { ...request, id }
  })
}

/** FNV-1a in 28 bits, above zero: realtime-js takes 0 for none. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return 1 + ((hash >>> 4) & 0xfffffff)
}

/** Why a join asks for too much; undefined: it does not. Guests, who cost nothing to become, get less than members. */
function beyondLimits(
  { limits, channels, filters }: Join,
  caller: Caller,
  changes: readonly BindingRequest[],
): string | undefined {
  const isGuest = caller.role === 'anon'
  const bindings = isGuest ? limits.guestBindingsPerChannel : limits.bindingsPerChannel
  const length = isGuest ? limits.guestFilterLength : limits.filterLength
  if (isGuest && channels >= limits.guestChannelsPerSocket) return 'ChannelRateLimitReached: Too many channels'
  if (changes.length > bindings) return `InvalidJoinPayload: More than ${bindings} postgres_changes`
  if (changes.some(({ filter }) => (filter?.length ?? 0) > length))
    return `InvalidJoinPayload: A filter has more than ${length} characters`
  if (filters + filterCharacters(changes) > limits.filtersPerSocket)
    return `InvalidJoinPayload: The filters of this socket have more than ${limits.filtersPerSocket} characters`
  return undefined
}

/**
 * `phx_join`: who it is, then what is listened to, then the answer. It listens before it answers, so that a client that reads
 * the rows after "SUBSCRIBED" misses nothing. Wire: supabase/realtime, realtime_channel.ex, join/3.
 */
export async function joinChannel(context: JoinContext, join: Join): Promise<void> {
  const { callers, subscriptions, caughtUp } = context
  const { reply, own } = join
  const parsed = joinSchema.safeParse(join.message.payload)
  if (!parsed.success) return reply('error', { reason: 'InvalidJoinPayload: The payload of phx_join is not valid' })
  const { config, access_token } = parsed.data
  const changes = config?.postgres_changes ?? []
  if (changes.length > 0) await caughtUp()
  // Last of what is waited for: a session that ends from here on finds the channel.
  const caller = await callerOf(callers, access_token, own)
  if ('refusal' in caller) return reply('error', { reason: caller.refusal })
  // What Realtime answers where no policy on its messages lets the caller in; here there are none.
  if (config?.private)
    return reply('error', { reason: `${NOT_ALLOWED}: ${join.message.topic.replace(/^realtime:/, '')}` })
  const tooMuch = beyondLimits(join, caller, changes)
  if (tooMuch) return reply('error', { reason: tooMuch })
  if (caller.sub && !join.admit(caller.sub))
    return reply('error', { reason: 'ConnectionRateLimitReached: Too many connected users' })

  const channel = join.open(caller, filterCharacters(changes))
  channel.gathers = config?.postgres_changes_options?.gather === true
  const requests = numbered(changes)
  const added = subscriptions.add(channel, requests)
  if ('problem' in added && config?.postgres_changes_options?.wait) {
    channel.refused()
    return reply('error', { reason: added.problem })
  }
  if ('remove' in added) channel.listens(added.remove)
  reply('ok', { postgres_changes: requests.map(answered) })
  if (config?.presence?.enabled) channel.presence()
  if (requests.length === 0) return
  if ('problem' in added) channel.system('postgres_changes', 'error', added.problem)
  else channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
}
