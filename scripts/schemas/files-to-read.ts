import path from 'node:path'
import type { SchemaStatement } from './schema-files.ts'

/**
 * `own`: files of its noun's folder; `deciding`: of other nouns, whose functions change or refuse a row before it is stored;
 * `acting`: of other nouns, whose functions do something of theirs once it has changed.
 */
export type Reading = { own: ReadonlySet<string>; deciding: ReadonlySet<string>; acting: ReadonlySet<string> }

type Trigger = { table: string; calls: string; decides: boolean }

function triggerOf({ object, code }: SchemaStatement): Trigger | undefined {
  const calls = object.kind === 'trigger' && /execute (?:function|procedure) ([\w.]+)/i.exec(code)?.[1]
  if (!calls || !object.on) return undefined
  return { table: object.on, calls, decides: /^create trigger \S+ before (?:\w+ or )*(?:insert|update)\b/i.test(code) }
}

/**
 * What somebody reads to know what a row of a table is and may become: where it stands with its indexes, triggers, policies,
 * rights and comments, and the functions of its triggers. Not counted are functions that triggers of several nouns share
 * (their name says what they do to a row), what is called from there, and the RPCs that write to the table: those are found
 * by what they do, not by reading all that a row may go through.
 */
export function filesToRead(statements: readonly SchemaStatement[]): Map<string, Reading> {
  const placesOf = (kind: 'table' | 'function') => statements.filter(({ object }) => object.kind === kind)
  const functions = new Map(placesOf('function').map(({ object, file }) => [object.name.replace(/\(.*/, ''), file]))
  const homes = new Map(placesOf('table').map(({ object, file }) => [`table ${object.name}`, path.dirname(file)]))
  const triggers = statements.flatMap((statement) => triggerOf(statement) ?? [])
  const served = new Map<string, Set<string | undefined>>()
  for (const { calls, table } of triggers)
    served.set(calls, (served.get(calls) ?? new Set<string | undefined>()).add(homes.get(table)))
  return new Map(
    [...homes].map(([table, home]) => {
      const stands = statements.filter(
        ({ object: { kind, name, on } }) => (on === table && kind !== 'rows') || `${kind} ${name}` === table,
      )
      const called = triggers
        .filter((trigger) => trigger.table === table)
        .map(({ calls, decides }) => ({ file: functions.get(calls) ?? '', decides, shared: served.get(calls) }))
      const files = new Set([...stands, ...called].map(({ file }) => file))
      const elsewhere = called.filter(({ file, shared }) => path.dirname(file) !== home && shared?.size === 1)
      const from = (decides: boolean) =>
        new Set(elsewhere.filter((one) => one.decides === decides).map(({ file }) => file))
      return [
        table,
        {
          own: new Set([...files].filter((file) => path.dirname(file) === home)),
          deciding: from(true),
          acting: from(false),
        },
      ]
    }),
  )
}
