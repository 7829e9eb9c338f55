import { createHash } from 'node:crypto'

/** A uuid (RFC 9562, version 8: made from a hash) derived from the name, so that demo URLs are stable. */
export function demoId(kind: string, name: string): string {
  const hex = createHash('sha256').update(`hot demo ${kind} ${name}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Deterministic random numbers: the same name gives the same sequence on every machine. */
export type Random = {
  /** 0 ≤ x < 1 */
  next(): number
  /** Whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** `count` different members of a list, in random order; all of them when the list is shorter. */
  some<T>(list: readonly T[], count: number): T[]
}

/** mulberry32 (Tommy Ettinger, public domain), seeded with FNV-1a of the name. */
export function demoRandom(name: string): Random {
  let state = 0x811c9dc5
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    some: (list, count) =>
      list
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .slice(0, Math.max(0, count))
        .map(({ item }) => item),
  }
}

/** Runs one statement in the caller's transaction. */
export type Query = <R>(sql: string, params?: unknown[]) => Promise<R[]>

export type Row = Readonly<Record<string, unknown>>

/**
 * Inserts rows in order with one statement, with the columns of the first row and the types of the table. `table` and
 * keys become part of the SQL and must be names from our own code, never input.
 */
export async function insertRows(query: Query, table: string, rows: readonly Row[], suffix = ''): Promise<void> {
  const first = rows[0]
  if (!first) return
  const columns = Object.keys(first).map((column) => `"${column}"`)
  const values = columns.map((column) => `r.${column}`)
  await query(
    `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from jsonb_populate_recordset(null::${table}, $1::text::jsonb) r ${suffix}`,
    [JSON.stringify(rows)],
  )
}
