export type Operation = 'INSERT' | 'UPDATE' | 'DELETE'

/** A row's primary key, each part as text, in the key's order. */
export type Key = readonly string[]

export type Change = { operation: Operation; key: Key; at: string }

/** What a notification of ours says. */
export type Notice =
  | { kind: 'auth' }
  | { kind: 'rows'; schema: string; table: string; operation: Operation; keys: readonly Key[] }
  /** Too many rows to name. */
  | { kind: 'much'; schema: string; table: string }

const OPERATIONS: ReadonlySet<unknown> = new Set(['INSERT', 'UPDATE', 'DELETE'])

const isKey = (value: unknown): value is Key => Array.isArray(value) && value.every((part) => typeof part === 'string')

/** Reads a payload. Whoever may write SQL may notify anything on our channel; undefined: it is not from our triggers. */
export function readNotice(payload: string): Notice | undefined {
  let value: unknown
  try {
    value = JSON.parse(payload)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { auth, s, t, o, k } = value as Record<string, unknown>
  if (auth === true) return { kind: 'auth' }
  if (typeof s !== 'string' || typeof t !== 'string' || !OPERATIONS.has(o)) return undefined
  if (k === undefined) return { kind: 'much', schema: s, table: t }
  if (!Array.isArray(k) || !k.every(isKey)) return undefined
  return { kind: 'rows', schema: s, table: t, operation: o as Operation, keys: k }
}

/**
 * Adds changes to those that wait. A row that changes again before anybody was told is told of once: it will be read
 * as it is by then.
 */
export function collect(waiting: Map<string, Change>, operation: Operation, keys: readonly Key[], at: string): void {
  for (const key of keys) {
    const id = `${operation} ${JSON.stringify(key)}`
    waiting.set(id, waiting.get(id) ?? { operation, key, at })
  }
}
