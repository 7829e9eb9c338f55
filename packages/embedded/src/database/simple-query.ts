import { messages, type PGlite, protocol } from '@electric-sql/pglite'
import type { Answer } from './engine.ts'

const { RowDescriptionMessage, DataRowMessage, CommandCompleteMessage } = messages

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]
type Field = InstanceType<typeof RowDescriptionMessage>['fields'][number]

/** The messages of the last statement that has columns, without those that follow it. */
function lastRows(answer: readonly Message[]): { fields: readonly Field[]; rows: (string | null)[][] } {
  let fields: readonly Field[] = []
  let rows: (string | null)[][] = []
  let isOpen = false
  for (const message of answer) {
    if (message instanceof RowDescriptionMessage) {
      isOpen = message.fieldCount > 0
      if (isOpen) [fields, rows] = [message.fields, []]
    } else if (message instanceof CommandCompleteMessage) isOpen = false
    else if (isOpen && message instanceof DataRowMessage) rows.push(message.fields)
  }
  return { fields, rows }
}

/**
 * Several statements in one message of PostgreSQL's simple protocol
 * (https://www.postgresql.org/docs/17/protocol-flow.html#PROTOCOL-FLOW-SIMPLE-QUERY); the rows of the last one that has
 * columns. PGlite's own `exec` copies its table of hundreds of parsers for each call and asks a second time for what
 * the first answer ends with: that cost more than begin, role and commit together. Fails with a `PgError`.
 */
export async function simpleQuery(db: PGlite, sql: string): Promise<Answer['rows']> {
  const answer = await db.runExclusive(() => db.execProtocolStream(protocol.serialize.query(sql), { syncToFs: false }))
  const { fields, rows } = lastRows(answer)
  const value = (text: string | null, { dataTypeID }: Field) => {
    const parse = db.parsers[dataTypeID]
    return text === null || !parse ? text : (parse(text, dataTypeID) as unknown)
  }
  return rows.map((row) => Object.fromEntries(fields.map((field, at) => [field.name, value(row[at] ?? null, field)])))
}
