/** PostgREST and GoTrue sit behind Kong's limits; ours: far above any form of the app, far below what memory bears. */
export const MAX_BODY_BYTES: Record<'rest' | 'auth' | 'storage', number> = {
  rest: 2 * 1024 * 1024,
  auth: 64 * 1024,
  storage: 10 * 1024 * 1024,
}

/** The request with its body read, or undefined when it is larger than `most` bytes, announced or not. */
export async function withinLimit(request: Request, most: number): Promise<Request | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return undefined
  if (!request.body) return request
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: Buffer.concat(chunks) })
}
