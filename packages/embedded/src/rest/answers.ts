import { isPgError, type PgError } from '../database/engine.ts'
import { UploadRefusal } from '../storage/answers.ts'

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

function statusOf(code: string, role: string): number {
  const own = named(code)
  if (own) return Number(own)
  if (code === '42501') return role === 'anon' ? 401 : 403
  return STATUS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400
}

/** The error as PostgREST answers it: `{code, details, hint, message}`. */
function postgrestBody(error: PgError) {
  return { code: error.code, details: error.detail ?? null, hint: error.hint ?? null, message: error.message }
}

/** PostgREST's answer while it has no connection (https://docs.postgrest.org/en/v14/references/errors.html, PGRST000). */
export const away = (): Response =>
  Response.json(
    { code: 'PGRST000', details: null, hint: null, message: 'Database connection error. Retrying the connection.' },
    { status: 503, headers: { 'retry-after': '5' } },
  )

/** `raise sqlstate 'PGRST'` describes the whole answer; lite reads it. */
const DESCRIBES_ITSELF = 'PGRST'

const refused = (status: number, body: { code: string; details: string | null; message: string }) =>
  Response.json({ hint: null, ...body }, { status })

/** What an error of lite's own says; `lite-adapter.ts` knows its texts and names. */
export type LiteError = 'unknown relation' | 'unreadable request' | 'storage refusal'

/** A request on its way, and the error of the database that it ran into. */
type FailedCall = { role: string; error?: unknown }

/** An error of the database with PostgREST's status, code, hint and details; undefined: lite answers. */
export function restAnswer(
  error: unknown,
  own: LiteError | undefined,
  { role, error: failed }: FailedCall,
): Response | undefined {
  const message = error instanceof Error ? error.message : ''
  if (own === 'unknown relation') return refused(404, { code: 'PGRST205', details: null, message })
  if (error !== failed)
    return own === 'unreadable request' ? refused(400, { code: 'PGRST100', details: message, message }) : undefined
  if (!isPgError(error)) return away()
  if (error.code === DESCRIBES_ITSELF) return undefined
  return Response.json(postgrestBody(error), { status: statusOf(error.code, role) })
}

/** What lite's storage turns into an answer of its own: not allowed, there already, points to nothing. */
const STORAGE_CODES = ['42501', '23505', '23503']

/** An error in storage, of the database or of the files; undefined: lite answers. */
export function storageAnswer(
  error: unknown,
  own: LiteError | undefined,
  { error: failed }: FailedCall,
): Response | undefined {
  if (error instanceof UploadRefusal) return error.response()
  if (isPgError(error) && STORAGE_CODES.includes(error.code)) return undefined
  if (own === 'storage refusal') return undefined
  if (error === failed && !isPgError(error)) return away()
  return Response.json({ error: 'server_error', message: 'Internal server error' }, { status: 500 })
}
