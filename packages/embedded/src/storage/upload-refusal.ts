/** Why an upload is refused, in the shape of Supabase Storage's errors. `statusCode` travels in the body. */
export class UploadRefusal extends Error {
  readonly statusCode: number
  readonly error: string

  constructor(statusCode: number, error: string, message: string) {
    super(message)
    this.name = 'UploadRefusal'
    this.statusCode = statusCode
    this.error = error
  }

  /** supabase/storage, src/internal/errors: HTTP 400 with the status in the body. */
  response(): Response {
    return Response.json(
      { statusCode: String(this.statusCode), error: this.error, message: this.message },
      { status: 400 },
    )
  }
}
