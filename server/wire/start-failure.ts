/** The server cannot start. `message` is one German line with a remedy. */
export class StartFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartFailure'
  }
}
