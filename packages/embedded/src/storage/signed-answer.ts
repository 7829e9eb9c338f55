/** Below which the official client appends what it is answered (storage-js, StorageFileApi). */
const PREFIX = '/storage/v1'

const relative = (value: unknown) =>
  typeof value === 'string' && value.startsWith(PREFIX) ? value.slice(PREFIX.length) : null

function upstream(entry: Record<string, unknown>, upload: boolean): Record<string, unknown> {
  const { signedUrl, ...rest } = entry
  if (signedUrl === undefined) return entry
  return upload ? { ...rest, url: relative(signedUrl) } : { ...rest, signedURL: relative(signedUrl) }
}

/**
 * lite names signed links `signedUrl`, with the prefix; Supabase Storage names them `signedURL` (for uploads `url`),
 * below the prefix (supabase/storage, src/http/routes/object/getSignedURL.ts, getSignedUploadURL.ts).
 */
export async function signedAnswer(request: Request, response: Response): Promise<Response> {
  const path = new URL(request.url).pathname
  if (!response.ok || request.method !== 'POST' || !/^\/storage\/v1\/object\/(upload\/)?sign\//.test(path))
    return response
  if (!response.headers.get('content-type')?.includes('json')) return response
  const body: unknown = await response.json()
  const upload = path.startsWith('/storage/v1/object/upload/')
  const fixed = Array.isArray(body)
    ? body.map((entry: Record<string, unknown>) => upstream(entry, upload))
    : upstream(body as Record<string, unknown>, upload)
  return Response.json(fixed, { status: response.status })
}
