import { inTime } from '../in-time.ts'
import { networkSlots } from './network-slots.ts'

export type BodyOptions = {
  /** Bodies that one network may be sending at the same time. */
  openPerNetwork: number
  /** Bodies that this process reads at the same time. */
  open: number
  /** Seconds in which a body must be complete; larger ones than `slowBytes` have `slowSeconds`. */
  seconds: number
  slowSeconds: number
  slowBytes: number
}

/** Ten times what a page of an app sends at once; at 10 MB a body, what 320 MB of heap and buffers bear. */
export const BODY_OPTIONS: BodyOptions = {
  openPerNetwork: 20,
  open: 400,
  seconds: 20,
  slowSeconds: 60,
  slowBytes: 256 * 1024,
}

const refuse = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ message }, { status, headers: { ...headers, connection: 'close' } })

const tooLarge = () => refuse(413, 'Payload too large')
const tooManyOpen = () => refuse(429, 'Too many requests are being sent at the same time', { 'retry-after': '5' })
const tooSlow = () => refuse(408, 'The body took too long')

/** The body was not complete at the deadline. */
class TooSlow extends Error {}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** The whole body; 'large': it grew beyond `most`. */
async function readAll(reader: Reader, most: number): Promise<Uint8Array[] | 'large'> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    size += value.byteLength
    if (size > most) return 'large'
    chunks.push(value)
  }
}

const cancel = (reader: Reader) => reader.cancel().catch(() => {}) // of a connection that is gone already

/** Why a body that was read is refused. */
type Inspect = (body: Buffer, request: Request) => Response | undefined

/** Reads bodies within limits. Answers the request with its body read, or why it is refused: 408, 413, 429, or by `inspect`. */
export function bodyReader(options: BodyOptions = BODY_OPTIONS, inspect?: Inspect) {
  const take = networkSlots({ perNetwork: options.openPerNetwork, all: options.open })
  const { seconds, slowSeconds, slowBytes } = options

  return async (request: Request, address: string, most: number): Promise<Request | Response> => {
    if (Number(request.headers.get('content-length') ?? 0) > most) return tooLarge()
    if (!request.body) return request
    const release = take(address)
    if (!release) return tooManyOpen()
    const reader = request.body.getReader()
    const allowed = most > slowBytes ? slowSeconds : seconds
    try {
      const chunks = await inTime(readAll(reader, most), allowed * 1_000, () => new TooSlow())
      if (chunks === 'large') {
        cancel(reader)
        return tooLarge()
      }
      const body = Buffer.concat(chunks)
      const refused = inspect?.(body, request)
      return refused ?? new Request(request.url, { method: request.method, headers: request.headers, body })
    } catch (error) {
      if (!(error instanceof TooSlow)) throw error
      cancel(reader)
      return tooSlow()
    } finally {
      release()
    }
  }
}
