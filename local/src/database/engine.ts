/** What one statement gave back. */
export type Answer = { rows: Record<string, unknown>[]; affected: number }

/** One session of the database, held by one caller until its work ends. */
export type Session = {
  /** One statement with `$1` parameters. Fails with a `PgError`. */
  query(sql: string, params?: readonly unknown[]): Promise<Answer>
  /** Several statements without parameters, as a migration file has them; the rows of the last one that has any. */
  exec(sql: string): Promise<Answer['rows']>
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
