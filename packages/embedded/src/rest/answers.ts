import { z } from 'zod'
import { DatabaseBusy, isAway, isForLater, isPgError, type PgError, RETRY_AFTER_S } from '../database/engine.ts'
import { UploadRefusal } from '../storage/answers.ts'
import { FilesAway } from '../storage/file-store.ts'
import { TurnsFull } from '../wire/network-turns.ts'

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
  ['57014', 503],
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

/** How PostgreSQL shows the row that a constraint refused: with the columns that nobody but the table's owner may read. */
const SHOWS_ROW = /^Failing row contains /

/** The error as PostgREST answers it, `{code, details, hint, message}`, but without a row. */
function postgrestBody(error: PgError) {
  const details = error.detail && !SHOWS_ROW.test(error.detail) ? error.detail : null
  return { code: error.code, details, hint: error.hint ?? null, message: error.message }
}

const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) })
const RETRY_AFTER = retryAfter(RETRY_AFTER_S)

const later = (code: string, message: string, seconds = RETRY_AFTER_S): Response =>
  Response.json({ code, details: null, hint: null, message }, { status: 503, headers: retryAfter(seconds) })

/** PostgREST's answer while it has no connection (https://docs.postgrest.org/en/v14/references/errors.html, PGRST000). */
export const away = (): Response => later('PGRST000', 'Database connection error. Retrying the connection.')

/**
 * The answer when there was no time: the statement was ended (57014, a 500 with PostgREST), all sessions were in use
 * (PGRST003, a 504 there), or the database is away. Here each is a 503 with Retry-After.
 */
export function answerForLater(error: unknown): Response | undefined {
  if (isAway(error)) return away()
  if (error instanceof DatabaseBusy || error instanceof TurnsFull)
    return later('PGRST003', 'Timed out acquiring connection from connection pool.', error.retryAfter)
  if (!isPgError(error) || !isForLater(error)) return undefined
  return Response.json(postgrestBody(error), { status: 503, headers: RETRY_AFTER })
}

/**
 * `raise sqlstate 'PGRST'` describes the whole answer: its body in the message, status and headers in the detail
 * (PostgREST, "RAISE errors with HTTP status codes"). lite reads it as well, but writes the query with everything that a
 * person typed to the error output.
 */
const DESCRIBES_ITSELF = 'PGRST'

const describedBody = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const describedHead = z.object({ status: z.int().min(200).max(599), headers: z.record(z.string(), z.string()) })

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined // refused below
  }
}

function describedAnswer({ message, detail }: PgError): Response {
  const body = describedBody.safeParse(readJson(message))
  const head = describedHead.safeParse(readJson(detail))
  if (!body.success || !head.success)
    return Response.json(
      {
        code: 'PGRST121',
        details: null,
        hint: null,
        message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
      },
      { status: 500 },
    )
  return Response.json({ details: null, hint: null, ...body.data }, head.data)
}

const refused = (status: number, body: { code: string; details: string | null; message: string }) =>
  Response.json({ hint: null, ...body }, { status })

/** What an error of lite's own says; `lite-adapter.ts` knows its texts and names. */
export type LiteError = 'unknown relation' | 'unreadable request' | 'storage refusal'

/** A request on its way, and the error of the database that it ran into. */
type FailedCall = { role: string; error?: unknown }

/** A value that the database's driver cannot write as its parameter's type, an array for a date for example. */
const UNREADABLE_VALUE = 'invalid input syntax for the type of a value'

/** An error of the database with PostgREST's status, code, hint and details; undefined: lite answers. */
export function restAnswer(
  error: unknown,
  own: LiteError | undefined,
  { role, error: failed }: FailedCall,
): Response | undefined {
  const message = error instanceof Error ? error.message : ''
  if (own === 'unknown relation') return refused(404, { code: 'PGRST205', details: null, message })
  if (error !== failed) {
    if (own === 'unreadable request') return refused(400, { code: 'PGRST100', details: message, message })
    // One that lite words like PostgreSQL's, without having asked it; left to lite, it would print what was typed.
    return isPgError(error) ? Response.json(postgrestBody(error), { status: statusOf(error.code, role) }) : undefined
  }
  const forLater = answerForLater(error)
  if (forLater) return forLater
  if (!isPgError(error)) return refused(400, { code: '22P02', details: null, message: UNREADABLE_VALUE })
  if (error.code === DESCRIBES_ITSELF) return describedAnswer(error)
  return Response.json(postgrestBody(error), { status: statusOf(error.code, role) })
}

/** SQLSTATEs that lite's storage answers itself: not allowed, already exists, refers to nothing. */
const STORAGE_CODES = ['42501', '23505', '23503']

/** An error in storage, of the database or of the files; undefined: lite answers. */
export function storageAnswer(error: unknown, own: LiteError | undefined): Response | undefined {
  if (error instanceof UploadRefusal) return error.response()
  const status = isPgError(error) ? named(error.code) : undefined
  if (isPgError(error) && status)
    return Response.json(
      { statusCode: status, error: error.hint ?? 'Error', message: error.message },
      { status: Number(status) },
    )
  if (isPgError(error) && STORAGE_CODES.includes(error.code)) return undefined
  if (own === 'storage refusal') return undefined
  const forLater = answerForLater(error)
  if (forLater) return forLater
  if (error instanceof FilesAway)
    return Response.json(
      { statusCode: '503', error: 'Service Unavailable', message: error.message },
      { status: 503, headers: RETRY_AFTER },
    )
  return Response.json({ error: 'server_error', message: 'Internal server error' }, { status: 500 })
}

/** PGRST124: https://docs.postgrest.org/en/v14/references/errors.html */
export const tooManyAffected = (rows: number): Response =>
  refused(400, {
    code: 'PGRST124',
    details: `The query affects ${rows} rows`,
    message: 'Query result exceeds max-affected preference constraint',
  })

/** PGRST128: only of a function that gives rows can they be counted. */
export const uncountable = (): Response =>
  refused(400, {
    code: 'PGRST128',
    details: null,
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  })
