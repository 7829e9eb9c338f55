import type { Dice } from '../support/dice.ts'
import type { Harness } from '../support/harness.ts'
import { createPeople } from '../support/people.ts'

/** Ids of one kind, by number. */
export const idOf = (kind: number, n: number) => `5000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`

/** One statement for many rows; strings are SQL. */
export async function insertRows(t: Harness, into: string, rows: readonly string[]): Promise<void> {
  if (rows.length > 0) await t.owner(`insert into ${into} values ${rows.map((row) => `(${row})`).join(', ')}`)
}

/** Members beside the named people, one in five with an account too new for votes to count. */
export async function randomMembers(t: Harness, { chance }: Dice, count: number): Promise<string[]> {
  await createPeople({ query: t.platform, exec: (sql) => statements(t, sql) })
  const ids = Array.from({ length: count }, (_, n) => idOf(1, n + 1))
  const rows = ids.map(
    (id, n) => `('${id}', 'm${n}@gmail.com', now() - interval '${chance(20) ? '23 hours' : '90 days'}')`,
  )
  await t.platform(`insert into auth.users (id, email, created_at) values ${rows.join(', ')}`)
  await t.owner(`update public.profiles set nickname = 'mensch_' || right(id::text, 3) where id = any ($1)`, [ids])
  return ids
}

async function statements(t: Harness, sql: string) {
  for (const statement of sql.split(';\n')) if (statement.trim()) await t.owner(statement)
  return []
}

/** Bans of all sorts: permanent, still running, expired with the flag left over, and lifted. */
export async function randomBans(t: Harness, { chance, pick }: Dice, members: readonly string[]): Promise<void> {
  const ban = (id: string, until: string) =>
    t.owner(`update public.profiles set is_banned = true, banned_until = ${until} where id = '${id}'`)
  for (const id of members) {
    if (!chance(25)) continue
    await ban(id, pick(['null', `now() + interval '1 day'`, `now() - interval '1 hour'`]))
    if (chance(25)) await t.owner(`update public.profiles set is_banned = false where id = '${id}'`)
  }
}
