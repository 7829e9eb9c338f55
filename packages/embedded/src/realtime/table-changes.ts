import type { Session } from '../database/engine.ts'
import type { Change, Key } from './changes.ts'
import { byChannel, dataText, hearsDeletion, passes, tell, wants, wasShown } from './deliver.ts'
import { type PublishedTable, type Role, readableColumns } from './publication.ts'
import { type Question, type ReadRow, readRows, visibleRows } from './row-reader.ts'
import type { Binding, Subscriber, Subscription } from './subscriptions.ts'

/** Somebody whom a row concerns, as far as filters tell. */
type Candidate = { subscriber: Subscriber; row: number; change: Change; bindings: Binding[] }

function candidatesOf(
  channels: Map<Subscriber, Binding[]>,
  changes: readonly { change: Change; row: number }[],
  rows: Map<number, ReadRow>,
): Candidate[] {
  const found: Candidate[] = []
  for (const { change, row } of changes) {
    const read = rows.get(row)
    if (!read) continue // gone again; its deletion is told of by itself
    for (const [subscriber, bindings] of channels) {
      const fitting = bindings.filter((binding) => wants(binding, change) && passes(binding, read))
      if (fitting.length > 0) found.push({ subscriber, row, change, bindings: fitting })
    }
  }
  return found
}

/** One question per caller, however many channels and changes it has. */
function questionsOf(candidates: readonly Candidate[]): Map<Role, Question[]> {
  const wanted = new Map<string, Question & { rows: Set<number> }>()
  for (const { subscriber, row } of candidates) {
    const { caller } = subscriber
    const question = wanted.get(caller.claims) ?? { caller, wanted: [], rows: new Set() }
    question.rows.add(row)
    wanted.set(caller.claims, question)
  }
  const byRole = new Map<Role, Question[]>()
  for (const { caller, rows } of wanted.values())
    byRole.set(caller.role, [...(byRole.get(caller.role) ?? []), { caller, wanted: [...rows] }])
  return byRole
}

/** Callers asked about in one statement: on the embedded database pages wait meanwhile. */
const ASKED_AT_ONCE = 100

async function seenBy(
  session: Session,
  table: PublishedTable,
  keys: readonly Key[],
  candidates: readonly Candidate[],
): Promise<Map<string, Set<number>>> {
  const seen = new Map<string, Set<number>>()
  for (const [role, questions] of questionsOf(candidates))
    for (let at = 0; at < questions.length; at += ASKED_AT_ONCE) {
      const some = questions.slice(at, at + ASKED_AT_ONCE)
      const answers = await visibleRows(session, table, keys, role, some)
      for (const [index, { caller }] of some.entries()) seen.set(caller.claims, answers[index] ?? new Set())
    }
  return seen
}

function tellAll(
  table: PublishedTable,
  candidates: readonly Candidate[],
  rows: Map<number, ReadRow>,
  seen: Map<string, Set<number>>,
): void {
  const texts = new Map<string, string>()
  for (const { subscriber, row, change, bindings } of candidates) {
    const { caller } = subscriber
    const record = rows.get(row)?.records.get(caller.role)
    if (record === undefined || !seen.get(caller.claims)?.has(row)) continue
    const id = `${caller.role} ${change.operation} ${row}`
    const data = texts.get(id) ?? dataText(table, change, caller, record)
    texts.set(id, data)
    tell(subscriber, bindings, table, change, data)
  }
}

function tellDeletions(table: PublishedTable, channels: Map<Subscriber, Binding[]>, changes: readonly Change[]): void {
  for (const change of changes)
    for (const [subscriber, bindings] of channels) {
      if (readableColumns(table, subscriber.caller.role).length === 0) continue
      const shown = wasShown(subscriber, table, change)
      const hearing = bindings.filter(
        (binding) => wants(binding, change) && hearsDeletion(subscriber, binding, table, change, shown),
      )
      if (hearing.length === 0) continue
      subscriber.change(
        hearing.map(({ id }) => id),
        dataText(table, change, subscriber.caller),
      )
    }
}

/**
 * Finds out who is to be told of these changes of one table: the rows are read once, filters are tested on them, and of the
 * rest row-level security is asked as each caller. `session` is inside a transaction as the tables' owner, with one
 * snapshot, so that what was tested is what is shown. Gives back what tells them, which needs no database and does not wait.
 */
export async function newsOfTable(
  session: Session,
  owner: string,
  table: PublishedTable,
  subscriptions: ReadonlySet<Subscription>,
  changes: readonly Change[],
): Promise<() => void> {
  const channels = byChannel(subscriptions)
  const deletions = changes.filter(({ operation }) => operation === 'DELETE')
  const living = changes.filter(({ operation }) => operation !== 'DELETE')
  const asked = [...subscriptions].filter(({ binding }) => living.some((change) => wants(binding, change)))
  let tellOfLiving = () => {}
  if (asked.length > 0) {
    const roles = [...new Set(asked.map(({ subscriber }) => subscriber.caller.role))].filter(
      (role) => readableColumns(table, role).length > 0,
    )
    const filtered = [...new Set(asked.flatMap(({ binding }) => binding.filter?.column ?? []))]
    const names = [...new Map(living.map(({ key }) => [JSON.stringify(key), key])).entries()]
    const keys = names.map(([, key]) => key)
    const place = new Map(names.map(([name], at) => [name, at]))
    await session.exec(`set local role ${owner}`)
    const rows = await readRows(session, table, keys, filtered, roles)
    const numbered = living.map((change) => ({ change, row: place.get(JSON.stringify(change.key)) ?? -1 }))
    const candidates = candidatesOf(channels, numbered, rows).filter(({ subscriber }) =>
      roles.includes(subscriber.caller.role),
    )
    const seen = await seenBy(session, table, keys, candidates)
    tellOfLiving = () => tellAll(table, candidates, rows, seen)
  }
  return () => {
    tellOfLiving()
    tellDeletions(table, channels, deletions)
  }
}
