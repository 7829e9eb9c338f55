import { inventory } from '@hot/domain/privacy/inventory'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'
import { impersonalTables, personalTables } from './inventory-tables.ts'

const harness = useHarness(createWorld)
const listed: Record<string, string> = Object.assign({}, ...Object.values(personalTables))

/** Tables with their columns, and those of them that refer to an account. */
async function tables(t: Harness) {
  const { rows } = await t.platform(`
    select n.nspname || '.' || c.relname as name,
      (select string_agg(a.attname, ' ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      substring(obj_description(c.oid) from 'Personal: ([a-z_]+)[.]') as entry,
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
        and k.confrelid in ('public.profiles'::regclass, 'public.public_profiles'::regclass, 'auth.users'::regclass)) as refers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'private', 'auth', 'storage', 'embedded')
    order by 1`)
  return rows.map(({ name, columns, refers, entry }) => ({
    ...{ name: String(name), columns: String(columns), refers },
    /** Of the inventory, by the table's own comment. */
    entry: entry === null ? undefined : String(entry),
  }))
}

const sorted = (columns = '') => columns.split(' ').toSorted().join(' ')
const personalName =
  /(^| )(ip|ip_address|user_agent|(\w+_)?(email|phone|user_id|member_id|author_id|nickname|recipient)|reporter\w*)( |$)/

/** What the lists do not say of the database. */
async function unsaid(t: Harness) {
  return (await tables(t)).flatMap(({ name, columns, refers, entry }) => {
    if (entry !== undefined) return entry in inventory ? [] : [`${name}: no entry ${entry}`]
    if (impersonalTables.includes(name)) return refers || personalName.test(columns) ? [`${name} names somebody`] : []
    if (!(name in listed)) return [`${name} is in neither list`]
    return listed[name] === '*' || sorted(listed[name]) === sorted(columns) ? [] : [`${name} has other columns`]
  })
}

test(
  'every table and column stands in the inventory, or says nothing about anybody',
  harness(async (t) => expect(await unsaid(t)).toEqual([])),
)

test(
  'a new table, a new column, and somebody named where nobody was are noticed',
  harness(async (t) => {
    await t.owner('create table private.visitors (id uuid primary key)')
    await t.owner('alter table public.reports add column reporter_phone text')
    await t.owner('alter table private.jobs add column member_id uuid')
    await t.owner('create table private.badges (id uuid primary key)')
    await t.owner(`comment on table private.badges is 'Of members. Personal: badges.'`)
    await t.owner('create table private.trophies (id uuid primary key)')
    await t.owner(`comment on table private.trophies is 'Of members. Personal: posts.'`)
    await t.owner('alter table public.stars add column shoe_size integer')
    expect(await unsaid(t)).toEqual([
      'private.badges: no entry badges',
      'private.jobs names somebody',
      'private.visitors is in neither list',
      'public.reports has other columns',
    ])
  }),
)

test('no table stands twice', () => {
  const names = Object.values(personalTables).flatMap((held) => Object.keys(held))
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => impersonalTables.includes(name))).toEqual([])
})

/** Times that the entries name, with the function that keeps them. */
const kept: [keyof typeof inventory, string, string, string][] = [
  ['sessions', 'zwölf Monaten', 'retain_sessions', "interval '12 months'"],
  ['mails', '7 Tage', 'clear_mails', "interval '7 days'"],
  ['posts', '180 Tage', 'retain_archived_posts', "interval '180 days'"],
  ['posts', '30 Tage', 'retain_archived_posts', "interval '30 days'"],
  ['lists', '180 Tage', 'retain_comment_reads', "interval '180 days'"],
  ['notifications', '30 Tage', 'retain_notifications', "interval '30 days'"],
  ['notifications', 'drei Jahre', 'retain_notifications', "interval '3 years'"],
  ['reports', 'drei Jahre', 'retain_reports', "interval '3 years'"],
  ['reports', '180 Tage', 'retain_reports', "interval '180 days'"],
  ['reports', 'sechs Monate', 'clear_mails', "interval '6 months'"],
  ['decisions', 'drei Jahre', 'retain_decisions', "interval '3 years'"],
  ['decisions', '180 Tage', 'retain_decisions', "interval '180 days'"],
  ['suspicions', '24 Stunden', 'retain_registrations', "interval '24 hours'"],
  ['suspicions', 'eine Stunde', 'retain_invites', "interval '1 hour'"],
]

test.each(kept)('%s: "%s" is what %s keeps', (entry, said, name, interval) =>
  harness(async (t) => {
    expect(inventory[entry].until).toContain(said)
    const source = `select prosrc from pg_proc where proname = $1 and pronamespace = 'private'::regnamespace`
    expect(await t.value(source, [name])).toContain(interval)
  })(),
)

test(
  'a sign-in ends 12 months after it was last used',
  harness(async (t) => {
    const used = (ago: string) =>
      t.platform(
        `update auth.sessions set created_at = now() - interval '3 years', refreshed_at = (now() - $1::interval) at time zone 'UTC'`,
        [ago],
      )
    const left = async () => Number(await t.value('select count(*) from auth.sessions'))
    await used('11 months')
    const before = await left()
    expect(before).toBeGreaterThan(0)
    await t.owner('select private.retain_sessions()')
    expect(await left()).toBe(before)
    await used('13 months')
    await t.owner('select private.retain_sessions()')
    expect(await left()).toBe(0)
  }),
)
