/** A backup or a restore that cannot be. `message` is one German line for the person at the terminal; nothing was changed. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'BackupError'
  }
}
