type Message = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown]

/** A WebSocket whose other end is the test, which speaks version 2.0.0 of the Phoenix protocol. */
export class FakeSocket extends EventTarget {
  static all: FakeSocket[] = []
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }

  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSING = 2
  readonly CLOSED = 3
  readyState = 0
  protocol = ''
  bufferedAmount = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onerror: ((error: unknown) => void) | null = null
  readonly sent: Message[] = []
  readonly url: string

  constructor(address: string | URL) {
    super()
    this.url = String(address)
    FakeSocket.all.push(this)
  }

  open(): void {
    this.readyState = this.OPEN
    this.onopen?.()
  }

  /** Cuts the connection without a closing handshake. */
  drop(): void {
    this.readyState = this.CLOSED
    this.onclose?.({ code: 1006 })
  }

  close(code = 1000): void {
    this.readyState = this.CLOSED
    this.onclose?.({ code })
  }

  send(data: string): void {
    const message = JSON.parse(data) as Message
    this.sent.push(message)
    const [, ref, topic, event] = message
    const ok = { status: 'ok', response: {} }
    if (event === 'heartbeat') queueMicrotask(() => this.receive([null, ref, topic, 'phx_reply', ok]))
  }

  joins(): Message[] {
    return this.sent.filter(([, , , event]) => event === 'phx_join')
  }

  /** Answers the newest join, with an id for each of its bindings. */
  acceptJoin(): void {
    const join = this.joins().at(-1)
    if (!join) throw new Error('nobody has joined')
    const [joinRef, ref, topic, , payload] = join
    const { postgres_changes } = (payload as { config: { postgres_changes: object[] } }).config
    const changes = postgres_changes.map((watch, index) => ({ id: index + 1, ...watch }))
    this.receive([joinRef, ref, topic, 'phx_reply', { status: 'ok', response: { postgres_changes: changes } }])
  }

  tell(table: string, record: Record<string, unknown>): void {
    const topic = this.joins().at(-1)?.[2] ?? ''
    const data = { schema: 'public', table, type: 'INSERT', commit_timestamp: '', columns: [], record, errors: null }
    this.receive([null, null, topic, 'postgres_changes', { ids: [1], data }])
  }

  /** The server says that something changed that many read, and in how many ms to read again. */
  gathered(within: number): void {
    const [joinRef, , topic = ''] = this.joins().at(-1) ?? []
    const payload = { extension: 'postgres_changes', status: 'ok', message: 'Changed', within, channel: topic }
    this.receive([joinRef ?? null, null, topic, 'system', payload])
  }

  /** The server ends the channel, as it does when the token has expired. */
  closeChannel(): void {
    const [joinRef, , topic] = this.joins().at(-1) ?? []
    this.receive([joinRef ?? null, joinRef ?? null, topic ?? '', 'phx_close', {}])
  }

  private receive(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}
