/**
 * A request to the backend that failed. `code` is PostgREST's or SQL's code, `status` the HTTP status (0: no answer, 504: none
 * in time), `hint` the stable name of the reason given by our SQL (`nickname_taken`), empty without one.
 * `retryAfter`: seconds to wait, null when the answer names none.
 */
export class DataError extends Error {
  readonly code: string
  readonly status: number
  readonly hint: string
  readonly retryAfter: number | null
  constructor(code: string, status: number, message: string, hint = '', retryAfter: number | null = null) {
    super(message)
    this.name = 'DataError'
    this.code = code
    this.status = status
    this.hint = hint
    this.retryAfter = retryAfter
  }
}
