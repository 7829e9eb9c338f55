import { isUtf8 } from 'node:buffer'
import { AuthError, invalid } from './auth-error.ts'

/** Types of the fields that GoTrue reads, the same in every request. Others are not looked at. */
const TYPES: Readonly<Record<string, 'string' | 'boolean' | 'object'>> = {
  ...Object.fromEntries(
    [
      ...['email', 'phone', 'password', 'password_hash', 'new_email', 'nonce', 'id', 'ban_duration', 'redirect_to'],
      ...['token', 'token_hash', 'type', 'refresh_token', 'auth_code', 'code_verifier', 'code_challenge'],
      ...['code_challenge_method', 'factor_type', 'friendly_name', 'issuer', 'channel', 'code', 'challenge_id'],
    ].map((name) => [name, 'string'] as const),
  ),
  ...Object.fromEntries(
    ['create_user', 'email_confirm', 'should_soft_delete'].map((name) => [name, 'boolean'] as const),
  ),
  ...Object.fromEntries(['data', 'user_metadata', 'app_metadata'].map((name) => [name, 'object'] as const)),
}

/** Access tokens carry the metadata: beyond some kilobytes the member's own requests are refused for their headers. */
const MAX_METADATA_BYTES = 8192
const MAX_DEPTH = 32

const tooLarge = () => invalid(`user_metadata cannot be larger than ${MAX_METADATA_BYTES} bytes`)
const badJson = (what: string) => new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${what}`)

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** Walks without recursion: the depth of what was sent is what is to be found out. */
function checkTexts(body: object): void {
  const open: [value: unknown, depth: number][] = [[body, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    if (typeof value === 'string' && !storable(value)) throw badJson('a text holds characters that cannot be stored')
    if (typeof value !== 'object' || value === null) continue
    if (depth > MAX_DEPTH) throw badJson('too deeply nested')
    for (const [name, inner] of Object.entries(value)) {
      if (!storable(name)) throw badJson('a name holds characters that cannot be stored')
      open.push([inner, depth + 1])
    }
  }
}

const isOf = (value: unknown, type: 'string' | 'boolean' | 'object') =>
  typeof value === type && !(type === 'object' && Array.isArray(value))

/**
 * Refuses with 400 what GoTrue's decoder refuses (fields of another type than theirs; null counts as absent), what the
 * database cannot store, and metadata of more than 8 kB.
 */
function checkBody(body: Record<string, unknown>): void {
  checkTexts(body)
  for (const [name, value] of Object.entries(body)) {
    const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
    if (type && value !== null && !isOf(value, type)) throw badJson(`field ${name} is not of type ${type}`)
  }
  for (const name of ['data', 'user_metadata'])
    if (Buffer.byteLength(JSON.stringify(body[name] ?? null)) > MAX_METADATA_BYTES) throw tooLarge()
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    throw badJson(error instanceof RangeError ? 'too deeply nested' : 'invalid JSON')
  }
}

/** The JSON object of a request, empty without a body, or with `form` the fields that Apple lets the browser post. */
export async function readBody(request: Request, form: boolean): Promise<Record<string, unknown>> {
  const bytes = Buffer.from(await request.arrayBuffer())
  if (!isUtf8(bytes)) throw badJson('not UTF-8')
  const source = bytes.toString()
  if (form) return Object.fromEntries(new URLSearchParams(source))
  if (source === '') return {}
  const value = parsed(source)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw badJson('not an object')
  const body = { ...value }
  checkBody(body)
  return body
}

/**
 * Refuses a change that leaves more than 8 kB of metadata, unless it has made it smaller. `bytes`: before and after.
 */
export function checkMetadata(bytes: { before: number; after: number }): void {
  if (bytes.after > MAX_METADATA_BYTES && bytes.after >= bytes.before) throw tooLarge()
}
