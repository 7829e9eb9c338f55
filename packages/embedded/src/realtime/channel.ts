import { type Caller, expiredFor, isExpired } from './caller.ts'
import { Delivered, type Subscriber } from './subscriptions.ts'

/** How a channel reaches its client; `payload` is JSON. */
export type Push = (event: string, payload: string) => void

/** One joined topic of one socket. */
export class Channel implements Subscriber {
  caller: Caller
  readonly delivered = new Delivered()
  readonly topic: string
  readonly joinRef: string | null
  readonly #push: Push
  readonly #onEnd: (channel: Channel) => void
  #stopListening: () => void = () => {}
  #ended = false

  constructor(
    options: { topic: string; joinRef: string | null; caller: Caller },
    push: Push,
    onEnd: (channel: Channel) => void,
  ) {
    this.topic = options.topic
    this.joinRef = options.joinRef
    this.caller = options.caller
    this.#push = push
    this.#onEnd = onEnd
  }

  /** Called once, when the channel listens to something. */
  listens(remove: () => void): void {
    if (this.#ended) remove()
    else this.#stopListening = remove
  }

  change(ids: readonly number[], data: string): void {
    if (this.#ended) return
    // The clock decides, not the sweep that closes channels: a token that is over opens nothing.
    if (isExpired(this.caller)) return void this.endExpired()
    this.#push('postgres_changes', `{"ids":[${ids.join(',')}],"data":${data}}`)
  }

  /** `system` message of supabase/realtime (push_system_message). */
  system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    const channel = this.topic.replace(/^realtime:/, '')
    this.#push('system', JSON.stringify({ extension, status, message, channel }))
  }

  /** Nobody is present: presence is not kept here, and a client that asks for it waits for its first state. */
  presence(): void {
    this.#push('presence_state', '{}')
  }

  /** The client joins anew by itself after `phx_error`, and looks for what it missed. */
  missed(): void {
    this.#end('phx_error')
  }

  left(): void {
    this.#end('phx_close')
  }

  /** Ends it for good, and says why (supabase/realtime, shutdown_response). */
  shutDown(message: string): void {
    if (this.#ended) return
    this.system('system', 'error', message)
    this.#end('phx_close')
  }

  endExpired(): void {
    this.shutDown(expiredFor(this.caller.expires ?? 0))
  }

  /** The socket is gone: nothing to tell. */
  drop(): void {
    this.#ended = true
    this.#stopListening()
  }

  #end(event: 'phx_close' | 'phx_error'): void {
    if (this.#ended) return
    this.drop()
    this.#push(event, '{}')
    this.#onEnd(this)
  }
}
