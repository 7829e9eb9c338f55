/** `bool` and `bytea` (`pg_type.oid`). */
const BOOL = 16
const BYTEA = 17

const asText = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return String(value)
}

/** PGlite's own serializers of these types accept one JavaScript type only. */
export const SERIALIZERS = { [BOOL]: asText, [BYTEA]: asText } as Record<number, (value: unknown) => string>

/**
 * A parameter as PGlite may get it. Of numbers, booleans and objects it only accepts those that fit the type of the
 * parameter: others fail in JavaScript, and one of them for an array type leaves half a message in its buffer, which
 * breaks the statements of everybody after it. As text, every value is PostgreSQL's to refuse (22P02).
 * Arrays stay, because PGlite writes them differently for `jsonb` and for array types.
 */
export function plainValue(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array) return value
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
