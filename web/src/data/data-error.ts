/** A request to the backend that failed. `code` is PostgREST's or SQL's code, `status` the HTTP status (0: no answer). */
export class DataError extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, status: number, message: string) {
    super(message)
    this.name = 'DataError'
    this.code = code
    this.status = status
  }
}
