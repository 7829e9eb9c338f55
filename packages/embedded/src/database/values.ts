/** PostgreSQL's type numbers (`pg_type.oid`) whose text form is wanted as it is. */
export const TEXT_TYPES = {
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  timetz: 1266,
  interval: 1186,
} as const
export const JSON_TYPES = { json: 114, jsonb: 3802 } as const
export const INT8 = 20
export const NUMERIC = 1700

/** Significant digits a double keeps (IEEE 754, DBL_DIG). */
const EXACT_DIGITS = 15

/** `int8` and `numeric` as a number where that loses nothing, else as text. `9.90` is 9.9, as JSON would have it. */
export function exactNumber(text: string): number | string {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  if (Number.isSafeInteger(value) && !text.includes('.')) return value
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '')
  return digits.length <= EXACT_DIGITS ? value : text
}
