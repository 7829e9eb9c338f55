/** Codes that storage-js reads, where lite gives names and texts only (supabase/storage, src/internal/errors/codes.ts). */
const CODES: Readonly<Record<string, string>> = {
  'Object not found': 'NoSuchKey',
  'Bucket not found': 'NoSuchBucket',
}

/** A refusal in the shape of Supabase Storage's errors (supabase/storage, src/internal/errors): 400, the status in the body. */
export const refused = (error: string, message: string, statusCode = '400') =>
  Response.json({ statusCode, error, message, ...(CODES[message] ? { code: CODES[message] } : {}) }, { status: 400 })

const LIST = /^\/storage\/v1\/object\/list\/[^/]+$/

type Entry = Record<string, unknown> & { name: string }

/** Folder that a `list` asks for, with its slash; undefined for every other request. */
export async function listedFolder(request: Request): Promise<string | undefined> {
  if (request.method !== 'POST' || !LIST.test(new URL(request.url).pathname)) return undefined
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null) // lite refuses a body that is no JSON
  const prefix = body && typeof body === 'object' && 'prefix' in body ? body.prefix : ''
  return typeof prefix === 'string' && prefix !== '' ? `${prefix.replace(/\/+$/, '')}/` : ''
}

/** What a folder in a folder is to Supabase Storage: an entry without an id (StorageFileApi, FileObject). */
const subfolder = (name: string): Entry => ({
  name,
  id: null,
  updated_at: null,
  created_at: null,
  last_accessed_at: null,
  metadata: null,
})

/**
 * lite lists objects by their whole names, at any depth; Supabase Storage lists what lies in the folder, by its name
 * there (supabase/storage, migrations/tenant/0008-fix-search-function.sql: `path_tokens[levels]`).
 */
export async function listedAnswer(folder: string, response: Response): Promise<Response> {
  if (!response.ok) return response
  const entries = (await response.json()) as Entry[]
  const listed = new Map<string, Entry>()
  for (const entry of entries) {
    if (!entry.name.startsWith(folder)) continue
    const [name = '', ...deeper] = entry.name.slice(folder.length).split('/')
    listed.set(name, deeper.length > 0 ? subfolder(name) : { ...entry, name })
  }
  return Response.json([...listed.values()], { status: response.status })
}

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
  const body = (await response.json()) as Record<string, unknown>
  return Response.json(upstream(body, path.startsWith('/storage/v1/object/upload/')), { status: response.status })
}

/** An error with its code; a client tells a missing object by it (storage-js, StorageFileApi.exists). */
export async function codedAnswer(response: Response): Promise<Response> {
  if (response.ok || !response.headers.get('content-type')?.includes('json')) return response
  const text = await response.clone().text()
  // The answer to HEAD says what it would be and has no body.
  if (text === '') return response
  const body = JSON.parse(text) as Record<string, unknown>
  const code = CODES[String(body.message)]
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return Response.json(code && !('code' in body) ? { ...body, code } : body, { status: response.status, headers })
}

/** What the official client reads of a copy and of an object's information, by Supabase Storage's names for it. */
export async function renamedAnswer(request: Request, response: Response): Promise<Response> {
  const path = new URL(request.url).pathname
  if (!response.ok) return response
  if (path === '/storage/v1/object/copy') {
    const { bucketId, destinationBucket, destinationKey } = (await request.json()) as Record<string, string>
    return Response.json({ Key: `${destinationBucket ?? bucketId}/${destinationKey}` })
  }
  if (request.method !== 'GET' || !path.startsWith('/storage/v1/object/info/')) return response
  const { id, name, version, bucket_id, created_at, updated_at, user_metadata, httpMetadata } =
    (await response.json()) as Record<string, unknown>
  const file = httpMetadata as {
    size?: number
    mimetype?: string
    cacheControl?: string
    eTag?: string
    lastModified?: string
  }
  return Response.json({
    id,
    name,
    version,
    bucket_id,
    size: file.size,
    content_type: file.mimetype,
    cache_control: file.cacheControl,
    etag: file.eTag,
    metadata: user_metadata ?? {},
    last_modified: file.lastModified ?? updated_at,
    created_at,
  })
}

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
