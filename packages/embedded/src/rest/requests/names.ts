import { isInherited } from '../../wire/inherited-names.ts'

/** A name as PostgreSQL folds and limits it. Quotes around it change nothing, since no name needs them. */
const NAME = /^[a-z_][a-z0-9_]{0,62}$/

export const isName = (text: string): boolean => NAME.test(text) && !isInherited(text)

/** What a request cannot be read by, or must not ask for. */
export class RequestRefusal extends Error {
  readonly code: string
  readonly status: number
  readonly hint: string | null

  constructor(code: string, message: string, { status = 400, hint = null as string | null } = {}) {
    super(message)
    this.name = 'RequestRefusal'
    this.code = code
    this.status = status
    this.hint = hint
  }

  response(): Response {
    const { code, message, hint, status } = this
    return Response.json({ code, message, details: null, hint }, { status })
  }
}

/** PostgREST: a query parameter that cannot be parsed. */
export const unreadable = (what: string, text: string): RequestRefusal =>
  new RequestRefusal('PGRST100', `"failed to parse ${what} (${text.slice(0, 60)})"`)

/** PostgREST: a feature that is not there. */
export const notOffered = (what: string): RequestRefusal =>
  new RequestRefusal('PGRST127', `${what} is not offered here`, {
    hint: 'Only what the application uses can be asked for.',
  })
