import type { PgError } from '../database/engine.ts'

/**
 * PostgreSQL error code to HTTP status, first match wins.
 * Source: https://docs.postgrest.org/en/v14/references/errors.html#http-status-codes
 */
const STATUS: readonly (readonly [prefix: string, status: number])[] = [
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53400', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
]

/** `raise sqlstate 'PT402'` names the status itself (PostgREST, "RAISE errors with HTTP status codes"). */
const named = (code: string) => /^PT([2-5]\d\d)$/.exec(code)?.[1]

export function statusOf(code: string, role: string): number {
  const own = named(code)
  if (own) return Number(own)
  if (code === '42501') return role === 'anon' ? 401 : 403
  return STATUS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400
}

/** The error as PostgREST answers it: `{code, details, hint, message}`. */
export function postgrestBody(error: PgError) {
  return { code: error.code, details: error.detail ?? null, hint: error.hint ?? null, message: error.message }
}
