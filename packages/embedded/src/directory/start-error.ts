/** Why the backend could not start. One stable code per cause, so that callers and tests need not match text. */
export type StartErrorCode =
  | 'data_dir_busy'
  | 'data_dir_missing'
  | 'data_dir_unwritable'
  | 'disk_full'
  | 'data_dir_damaged'
  | 'files_unreachable'
  | 'files_refused'
  | 'database_unreachable'
  | 'database_refused'
  | 'database_url_invalid'
  | 'database_rights'
  | 'database_encoding'
  | 'database_newer'
  | 'database_other_postgres'
  | 'migration_changed'
  | 'migration_failed'

/** A failed start. `message` is one line for the person at the terminal; `cause` holds the details. */
export class StartError extends Error {
  readonly code: StartErrorCode

  constructor(code: StartErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StartError'
    this.code = code
  }
}
