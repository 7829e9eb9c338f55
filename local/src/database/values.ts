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

/** `int8` and `numeric` as a number where that loses nothing, else as text, as JSON would need it. */
export function exactNumber(text: string): number | string {
  const value = Number(text)
  if (Number.isFinite(value) && String(value) === text && (!Number.isInteger(value) || Number.isSafeInteger(value)))
    return value
  return text
}
