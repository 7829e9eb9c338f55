/**
 * A request to the backend that failed. `code` is PostgREST's or SQL's code, `status` the HTTP status (0: no answer),
 * `hint` the stable name of the reason that our SQL gives (`nickname_taken`); empty when it gives none.
 */
export class DataError extends Error {
  readonly code: string
  readonly status: number
  readonly hint: string
  constructor(code: string, status: number, message: string, hint = '') {
    super(message)
    this.name = 'DataError'
    this.code = code
    this.status = status
    this.hint = hint
  }
}
