/** What one statement gave back. */
export type Answer = { rows: Record<string, unknown>[]; affected: number }

/** One session of the database, held by one caller until its work ends. */
export type Session = {
  /** One statement with `$1` parameters. Fails with a `PgError`. */
  query(sql: string, params?: readonly unknown[]): Promise<Answer>
  /** Several statements without parameters, as a migration file has them; the rows of the last one that has any. */
  exec(sql: string): Promise<Answer['rows']>
}

/** Who hears the notifications of one channel. */
export type Listener = {
  /** The text given to `pg_notify`, once its transaction is committed. */
  notified(payload: string): void
  /** The line was down and is back: what was notified meanwhile is lost. Never called by the embedded database. */
  restored(): void
}

/**
 * A database, embedded or on a server. Values arrive as PostgREST shows them: json parsed, dates and instants as text,
 * bigint and numeric as number where that loses nothing.
 */
export type Engine = {
  kind: 'pglite' | 'postgres'
  /** Lends a session to `work`. A nested call inside `work` gets the same session when there is only one. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** For drivers that acquire and release by hand; prefer `session`. */
  acquire(): Promise<{ session: Session; release: () => void }>
  /**
   * Hears `pg_notify(channel, …)` until the function given back is called; `channel` in lower case. On a server by a
   * connection of its own, which is opened anew whenever it breaks. Fails when the first one cannot be opened.
   */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  /** To be called after migrations: learns the array types they made, so that their values arrive as arrays. */
  learnTypes(): Promise<void>
  close(): Promise<void>
}

/** The fields of a PostgreSQL error, as both drivers raise them. */
export type PgError = Error & {
  code: string
  detail?: string
  hint?: string
  constraint?: string
  schema?: string
  table?: string
}

/** Whether the database itself raised this error (five-character SQLSTATE). */
export const isPgError = (error: unknown): error is PgError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)

/** No session could be had: the server is away, full or refuses. The reason is in `cause`. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database gives no session.', { cause })
    this.name = 'DatabaseAway'
  }
}
