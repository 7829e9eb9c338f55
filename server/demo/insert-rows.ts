/** One statement in the transaction of the caller. */
export type Query = <R>(sql: string, params?: unknown[]) => Promise<R[]>

export type Row = Readonly<Record<string, unknown>>

/**
 * Inserts rows in their order with one statement; columns are those of the first row, types those of the table.
 * `table` and keys are names from our own code, never input.
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
