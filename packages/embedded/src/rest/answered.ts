import { RelationNotFoundError } from '@supabase/lite'
import { isPgError } from '../database/engine.ts'
import { UploadRefusal } from '../storage/answers.ts'
import { postgrestBody, statusOf } from './postgrest-error.ts'

/**
 * A finished answer on its way through lite. lite prints every error of the database with the statement's parameters,
 * which may hold anything a person typed; an error with `getResponse` it hands out as it is and prints nothing.
 */
export class Answered extends Error {
  readonly #response: Response

  constructor(response: Response, cause: unknown) {
    super('The request is answered.', { cause })
    this.#response = response
  }

  getResponse(): Response {
    return this.#response
  }
}

/** PostgREST's answer while it has no connection (https://docs.postgrest.org/en/v14/references/errors.html, PGRST000). */
export const away = (): Response =>
  Response.json(
    { code: 'PGRST000', details: null, hint: null, message: 'Database connection error. Retrying the connection.' },
    { status: 503, headers: { 'retry-after': '5' } },
  )

/** `raise sqlstate 'PGRST'` describes the whole answer; lite reads it. */
const DESCRIBES_ITSELF = 'PGRST'

/** How lite words that it cannot read a filter, an order or a selection. */
const UNREADABLE =
  /failed to parse|Unknown operator|Unsupported operator|Invalid filter|Unexpected input|Expected .*(identifier|at position|spread embed)/

const refused = (status: number, body: { code: string; details: string | null; message: string }) =>
  Response.json({ hint: null, ...body }, { status })

/** An error of the database (`failed`) with PostgREST's status, code, hint and details; undefined: lite answers. */
export function restAnswer(error: unknown, failed: unknown, role: string): Response | undefined {
  if (error instanceof RelationNotFoundError)
    return refused(404, { code: 'PGRST205', details: null, message: error.message })
  if (error !== failed) {
    if (!(error instanceof Error && UNREADABLE.test(error.message))) return undefined
    return refused(400, { code: 'PGRST100', details: error.message, message: error.message })
  }
  if (!isPgError(error)) return away()
  if (error.code === DESCRIBES_ITSELF) return undefined
  return Response.json(postgrestBody(error), { status: statusOf(error.code, role) })
}

/** What lite's storage turns into an answer of its own: not allowed, there already, points to nothing. */
const STORAGE_CODES = ['42501', '23505', '23503']
const STORAGE_ERRORS = ['StorageError', 'PolicyViolation']

/** An error in storage, of the database (`failed`) or of the files; undefined: lite answers. */
export function storageAnswer(error: unknown, failed: unknown): Response | undefined {
  if (error instanceof UploadRefusal) return error.response()
  if (isPgError(error) && STORAGE_CODES.includes(error.code)) return undefined
  if (error instanceof Error && STORAGE_ERRORS.includes(error.name)) return undefined
  if (error === failed && !isPgError(error)) return away()
  return Response.json({ error: 'server_error', message: 'Internal server error' }, { status: 500 })
}
