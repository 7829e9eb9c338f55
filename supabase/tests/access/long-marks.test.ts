import { expect, test } from 'vitest'
import { usualValue } from '../support/argument-values.ts'
import { asText, callSql, callsOf, isTextType } from '../support/calls.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import type { Probe, Probes } from '../support/probe.ts'
import { catalogueProbes } from '../support/probes-catalogue.ts'
import { peopleProbes } from '../support/probes-people.ts'
import { postsProbes } from '../support/probes-posts.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)
const probes: Probes = { ...catalogueProbes, ...postsProbes, ...peopleProbes }

/**
 * Unicode normalisation uses insertion sort on combining marks: alternating marks of two classes cost the square of
 * their number. 20,000 of them, 40 kB, took 11 s; a linear function takes a hundredth of a second.
 */
const marks = '\u0301\u0316'.repeat(10_000)
const LIMIT_MS = 3000

/** Hostile values of a type; for JSON an object with every column that a function might read, each with some of the marks. */
function hostileValues(type: string, columns: readonly string[], usual: unknown): unknown[] {
  const document = Object.fromEntries(columns.map((column) => [column, marks.slice(0, 2000)]))
  if (type === 'jsonb' || type === 'json') return [document, { stars: [document], formats: [document] }]
  if (type.endsWith('[]')) return [[marks, `a${marks}`]]
  // Text with JSON in it, as sent by the calendar's forms.
  if (typeof usual === 'string' && usual.startsWith('{')) {
    const { values } = JSON.parse(usual)
    return [
      marks,
      JSON.stringify({ values: { ...document, ...values } }),
      JSON.stringify({ values: { ...values, title: marks } }),
    ]
  }
  return [marks]
}

type Column = { table: string; column: string; type: string; insertable: boolean; updatable: boolean }

async function columnsOf(t: Harness): Promise<Column[]> {
  const may = (right: string) =>
    `(has_column_privilege('anon', a.attrelid, a.attnum, '${right}') or has_column_privilege('authenticated', a.attrelid, a.attnum, '${right}'))`
  const { rows } = await t.platform(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      ${may('insert')} as insertable, ${may('update')} as updatable
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and (${may('insert')} or ${may('update')})
    order by 1, 2`)
  return (rows as Column[]).filter(({ type }) => isTextType(type))
}

/** Milliseconds until this person's statement is answered or refused; it is rolled back. */
async function spent(t: Harness, person: Person, sql: string, params: unknown[]): Promise<number> {
  const start = performance.now()
  await t.tried(person, sql, params)
  return performance.now() - start
}

const fill = (sql: string, person: Person) =>
  sql.replaceAll(':owner', `'${person === 'guest' ? people.other : people[person]}'`)

/** `(a, b) values (x, 'y, z', f(1, 2))` as pairs of column and value. */
function pairs(values: string): [string, string][] {
  const [, names = '', list = ''] = /^\(([^)]*)\) values \((.*)\)$/s.exec(values) ?? []
  const parts = [...list.matchAll(/(?:'(?:[^']|'')*'|\((?:[^()]|\([^()]*\))*\)|[^,'()])+/g)].map(([part]) =>
    part.trim(),
  )
  return names.split(',').map((name, n) => [name.trim(), parts[n] ?? 'null'])
}

/** Admins may write what members may. */
const writers: readonly Person[] = ['guest', 'admin']

async function slowCalls(t: Harness): Promise<string[]> {
  const columns = [...new Set((await columnsOf(t)).map(({ column }) => column))]
  const slow: string[] = []
  for (const { name, guest, parameters } of await callsOf(t))
    for (const hostile of parameters.filter(({ type }) => isTextType(type)))
      for (const value of hostileValues(hostile.type, columns, usualValue(name, hostile.name)))
        for (const person of writers.slice(guest ? 0 : 1)) {
          const { sql, params } = callSql({ name, guest, parameters }, { [hostile.name]: value })
          const took = await spent(t, person, sql, params)
          if (took > LIMIT_MS) slow.push(`${name}.${hostile.name} by ${person}: ${Math.round(took)} ms`)
        }
  return slow
}

async function slowInserts(t: Harness, { table, column, type }: Column, probe: Probe): Promise<string[]> {
  const slow: string[] = []
  for (const person of writers) {
    const values = person === 'guest' ? (probe.guestValues ?? probe.values) : probe.values
    const row = new Map(pairs(values)).set(column, `$1::text::${type}`)
    const sql = `insert into public.${table} (${[...row.keys()].join()}) values (${[...row.values()].join()})`
    await t.undone(async () => {
      if (probe.given) await t.platform(fill(probe.given, person))
      const took = await spent(t, person, fill(sql, person), [asText(hostileValues(type, [column], undefined)[0])])
      if (took > LIMIT_MS) slow.push(`insert ${table}.${column} by ${person}: ${Math.round(took)} ms`)
    })
  }
  return slow
}

async function slowUpdates(t: Harness, { table, column, type }: Column, probe: Probe): Promise<string[]> {
  const slow: string[] = []
  for (const person of writers.slice(1)) {
    const sql = `update public.${table} set "${column}" = $1::text::${type} where ${probe.where}`
    await t.undone(async () => {
      for (const step of [probe.given, probe.seed]) if (step) await t.platform(fill(step, person))
      const took = await spent(t, person, fill(sql, person), [asText(hostileValues(type, [column], undefined)[0])])
      if (took > LIMIT_MS) slow.push(`update ${table}.${column} by ${person}: ${Math.round(took)} ms`)
    })
  }
  return slow
}

test(
  'no function takes long on thousands of combining marks in any text argument',
  harness(async (t) => {
    expect(await slowCalls(t)).toEqual([])
  }),
  240_000,
)

test(
  'no table takes long on thousands of combining marks in any writable text',
  harness(async (t) => {
    const slow: string[] = []
    for (const column of await columnsOf(t)) {
      const lines = Object.entries(probes).filter(([row]) => row.split(' ')[0] === column.table)
      expect(lines.length, `no probe for ${column.table}`).toBeGreaterThan(0)
      for (const [, probe] of lines) {
        if (column.insertable) slow.push(...(await slowInserts(t, column, probe)))
        if (column.updatable) slow.push(...(await slowUpdates(t, column, probe)))
      }
    }
    expect(slow).toEqual([])
  }),
  240_000,
)
