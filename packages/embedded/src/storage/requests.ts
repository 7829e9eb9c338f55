import { jwtVerify } from 'jose'
import { z } from 'zod'
import { refused } from './answers.ts'

/** Longest name of an object in S3 and in Supabase Storage. */
const MAX_NAME = 1_024
/** Objects that one request may name. */
const MAX_NAMES = 1_000
const YEAR_SECONDS = 366 * 24 * 3_600

const storable = (text: string) => !text.includes('\0') && text.isWellFormed()
const name = z.string().max(MAX_NAME).refine(storable)

const sortBy = z.object({
  column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
const listed = z.object({
  prefix: name.default(''),
  limit: z.int().min(1).max(MAX_NAMES).optional(),
  offset: z.int().min(0).max(1_000_000).optional(),
  search: name.optional(),
  sortBy: sortBy.optional(),
})
const expiresIn = z.int().min(1).max(YEAR_SECONDS)
const moved = z.object({
  bucketId: name,
  sourceKey: name,
  destinationKey: name,
  destinationBucket: name.optional(),
})

/** Bodies by route, as storage-js sends them; lite checks the types of some of their fields only. */
const BODIES: readonly (readonly [method: string, path: RegExp, schema: z.ZodType])[] = [
  ['POST', /^\/object\/list\/[^/]+$/, listed],
  ['POST', /^\/object\/(move|copy)$/, moved],
  ['POST', /^\/object\/sign\/[^/]+$/, z.object({ expiresIn, paths: z.array(name).max(MAX_NAMES) })],
  ['POST', /^\/object\/sign\/[^/]+\/.+$/, z.looseObject({ expiresIn })],
  ['DELETE', /^\/object\/[^/]+$/, z.object({ prefixes: z.array(name).max(MAX_NAMES) })],
  ['POST', /^\/bucket$/, z.looseObject({ id: name })],
  ['PUT', /^\/bucket\/[^/]+$/, z.looseObject({})],
]

/** Fields that are null are left out, as storage-js leaves them out. */
const withoutNulls = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
    : value

const pathOf = (request: Request) => new URL(request.url).pathname.replace(/^\/storage\/v1/, '')

/** The path as names; undefined: it is not valid, or no object can have such a name. */
function namesIn(path: string): string | undefined {
  try {
    const names = decodeURIComponent(path)
    return storable(names) ? names : undefined
  } catch {
    return undefined
  }
}

const SIGNED = /^\/object\/(upload\/)?sign\/([^/]+)\/(.+)$/

/**
 * Why a request is refused by its address alone, before its body is read: names that nothing can have, and signed links
 * whose token was not issued for them (supabase/storage, getSignedObject.ts and uploadSignedObject.ts).
 */
export async function refuseByAddress(request: Request, secret: string): Promise<Response | undefined> {
  const names = namesIn(pathOf(request))
  if (names === undefined) return refused('InvalidKey', 'Invalid key')
  const [, upload, bucket, key] = SIGNED.exec(names) ?? []
  const isOpened = upload ? request.method === 'PUT' : request.method === 'GET' || request.method === 'HEAD'
  if (!bucket || !isOpened) return undefined
  try {
    const token = new URL(request.url).searchParams.get('token') ?? ''
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })
    const intent = upload ? 'upload' : 'download'
    if (payload.bucket === bucket && payload.sub === key && payload.intent === intent) return undefined
  } catch {
    // forged, expired or no token at all: refused below, without saying which
  }
  return refused('InvalidSignature', 'The token is not valid for this link')
}

/** The request with its body checked and nothing else in it, or the refusal. */
export async function checkBody(request: Request): Promise<Request | Response> {
  const path = pathOf(request)
  const schema = BODIES.find(([method, route]) => method === request.method && route.test(path))?.[2]
  if (!schema) return unwrapForm(request)
  let given: unknown
  try {
    // Bytes that are no UTF-8 fail, and are not read as �.
    given = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer()))
  } catch {
    return refused('InvalidRequest', 'The body is not valid JSON')
  }
  const body = schema.safeParse(withoutNulls(given))
  if (!body.success) {
    const field = body.error.issues[0]?.path.join('.') || 'body'
    return refused('InvalidRequest', `The value of '${field}' is not valid`)
  }
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body.data) })
}

const UPLOAD = /^\/storage\/v1\/object\/(?!list\/|sign\/|move$|copy$)[^/]+\/.+$/
/** A form holds one file and a few words about it. */
const MOST_FIELDS = 20
/** Seconds a browser may keep the file; more than a hundred years are a mistake. */
const SECONDS = /^\d{1,10}$/

const unreadable = () => refused('InvalidRequest', 'The body is not a valid form')

/**
 * storage-js sends a File, Blob or FormData as a form: `cacheControl`, `metadata`, and the file in a field without a name.
 * Supabase Storage takes the first file of whatever name; lite takes one called `file`, and none with PUT. Handed on are the
 * file's bytes alone, so all ways of sending pass the same checks.
 */
async function unwrapForm(request: Request): Promise<Request | Response> {
  const { pathname } = new URL(request.url)
  const isForm = /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')
  if (!isForm || !['POST', 'PUT'].includes(request.method) || !UPLOAD.test(pathname)) return request
  let fields: [string, FormDataEntryValue][]
  try {
    fields = [...(await request.formData())]
  } catch {
    return unreadable()
  }
  const file = fields.map(([, value]) => value).find((value) => typeof value !== 'string')
  const cacheControl = fields.find(([name]) => name === 'cacheControl')?.[1] ?? ''
  if (!file || typeof file === 'string' || fields.length > MOST_FIELDS) return unreadable()
  if (cacheControl !== '' && (typeof cacheControl !== 'string' || !SECONDS.test(cacheControl)))
    return refused('InvalidRequest', "The value of 'cacheControl' is not valid")
  const bytes = await file.arrayBuffer()
  const headers = new Headers(request.headers)
  headers.set('content-type', file.type || 'application/octet-stream')
  headers.set('content-length', String(bytes.byteLength))
  if (cacheControl !== '') headers.set('cache-control', `max-age=${cacheControl}`)
  return new Request(request.url, { method: request.method, headers, body: bytes })
}
