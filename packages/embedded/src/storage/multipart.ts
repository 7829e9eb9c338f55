import { refused } from './answers.ts'

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
export async function unwrapForm(request: Request): Promise<Request | Response> {
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
