import { z } from 'zod'

/** A message of Phoenix channels, whichever version it travels in. */
export type Message = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** Phoenix' two JSON serializers; a socket names its one by `vsn` and may not change it. */
export type Version = '1.0.0' | '2.0.0'

export const versionOf = (vsn: string | null): Version | undefined => {
  if (vsn === null) return '1.0.0' // Phoenix.Transports: the version of clients that name none
  return vsn === '1.0.0' || vsn === '2.0.0' ? vsn : undefined
}

const refOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

function message(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown) {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined
  if (topic.length > 255 || event.length > 255) return undefined
  return { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload }
}

/** Reads a text frame; undefined: it is none (https://hexdocs.pm/phoenix/writing_a_channels_client.html). */
export function decodeText(version: Version, text: string): Message | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (version === '2.0.0') {
    if (!Array.isArray(value) || value.length !== 5) return undefined
    return message(value[0], value[1], value[2], value[3], value[4])
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { join_ref, ref, topic, event, payload } = value as Record<string, unknown>
  return message(join_ref, ref, topic, event, payload)
}

/** Kind 3 of realtime-js' serializer: sizes of join_ref, ref, topic, event and metadata, then the encoding, then they themselves. */
const USER_BROADCAST_PUSH = 3
const BROADCAST_HEADER = 7

/** Reads the head of a binary frame, which can only be a broadcast; its payload is of no use here. */
export function decodeBinary(version: Version, bytes: Buffer): Message | undefined {
  if (version !== '2.0.0' || bytes[0] !== USER_BROADCAST_PUSH || bytes.length < BROADCAST_HEADER) return undefined
  const [joinRefSize = 0, refSize = 0, topicSize = 0] = bytes.subarray(1)
  const texts: string[] = []
  let at = BROADCAST_HEADER
  for (const size of [joinRefSize, refSize, topicSize]) {
    if (at + size > bytes.length) return undefined
    texts.push(bytes.toString('utf8', at, at + size))
    at += size
  }
  const [joinRef, ref, topic] = texts
  return message(joinRef || null, ref || null, topic, 'broadcast', {})
}

/** `payload` is JSON already: a row is written once for all who get it. */
export function encode(
  version: Version,
  { joinRef, ref, topic, event, payload }: Message & { payload: string },
): string {
  const [t, e, r, j] = [topic, event, ref, joinRef].map((part) => JSON.stringify(part))
  return version === '2.0.0'
    ? `[${j},${r},${t},${e},${payload}]`
    : `{"topic":${t},"event":${e},"payload":${payload},"ref":${r},"join_ref":${j}}`
}

/** Where a channel's messages go: channels of the same are sent the same frames. */
export type Address = { version: Version; joinRef: string | null; topic: string }

export const addressName = ({ version, joinRef, topic }: Address) => `${version} ${joinRef} ${topic}`

/** What is told of one change, or of many, to everybody of one role: a frame is written once for all who get the same. */
export class News {
  readonly #event: string
  readonly #body: string
  readonly #frames = new Map<string, Map<string, Buffer>>()

  /** `body` is JSON without its first parts, which differ: an object's fields. */
  constructor(event: 'postgres_changes' | 'system', body: string) {
    this.#event = event
    this.#body = body
  }

  /** `name` is `addressName` of the address, `own` the fields that differ between channels of one address. */
  frame(address: Address, name: string, own: string): Buffer {
    const here = this.#frames.get(name) ?? new Map<string, Buffer>()
    const known = here.get(own)
    if (known) return known
    const { version, joinRef, topic } = address
    const message = { joinRef, ref: null, topic, event: this.#event, payload: `{${own},${this.#body}}` }
    const frame = Buffer.from(encode(version, message))
    this.#frames.set(name, here.set(own, frame))
    return frame
  }
}

const binding = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(63),
  table: z.string().max(63).nullish(),
  filter: z.string().max(8_000).nullish(),
  select: z.unknown().optional(),
})

/** What realtime-js sends with `phx_join` (RealtimeChannel.subscribe); what is of no use here is let through. */
export const joinSchema = z.object({
  config: z
    .object({
      private: z.boolean().nullish(),
      presence: z.object({ enabled: z.boolean().nullish() }).nullish(),
      postgres_changes: z.array(binding).nullish(),
      /** `wait`: the answer to the join says whether the changes are streamed. */
      postgres_changes_options: z
        .object({
          wait: z.boolean().nullish(),
          /** Not Supabase's, where it means nothing: under load the client reads again rather than be told of each change. */
          gather: z.boolean().nullish(),
        })
        .nullish(),
    })
    .nullish(),
  access_token: z.string().nullish(),
})

export type BindingRequest = z.infer<typeof binding>

export const tokenSchema = z.object({ access_token: z.string().nullish() })
