import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { reasons } from '../support/reasons.ts'

const harness = useHarness()

/** Tables, and those out of which a noun's retention or a job deletes. */
async function tables(t: Harness) {
  const { rows } = await t.owner(`
    with deleting as (
      select p.prosrc from pg_proc p where p.pronamespace = 'private'::regnamespace
        and (p.proname in (select private.parts_of_nouns('retain', '', 'void')) or p.proname in (select name from private.scheduled_jobs())
          or p.proname = 'expire_within')
    )
    select n.nspname || '.' || c.relname as name,
      exists (select from deleting where prosrc ~ ('delete from ' || n.nspname || '\\.' || c.relname || '\\M')) as ends
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  return rows.map(({ name, ends }) => ({ name: String(name), ends: ends === true }))
}

/** Tables that neither end nor say why they stay, and those that say so although they end. */
async function unanswered(t: Harness) {
  const said = await reasons(t, 'Stays')
  return (await tables(t)).filter(({ name, ends }) => ends === said.has(name)).map(({ name }) => name)
}

test(
  'every table is kept for a time, or its comment says why it stays',
  harness(async (t) => {
    expect(await unanswered(t)).toEqual([])
    expect((await tables(t)).filter(({ ends }) => ends).length).toBeGreaterThan(30)
  }),
)

test(
  'a noun that forgets how long it is kept is noticed, until it has its part',
  harness(async (t) => {
    await t.owner('create table private.forgotten (id uuid primary key, written_at timestamptz not null default now())')
    expect(await unanswered(t)).toEqual(['private.forgotten'])
    await t.owner(`create function private.retain_forgotten() returns void language sql set search_path = ''
      as $$ delete from private.forgotten where written_at < now() - interval '30 days' $$`)
    expect(await unanswered(t)).toEqual([])
    await t.owner(
      `insert into private.forgotten values (gen_random_uuid(), now() - interval '31 days'), (gen_random_uuid(), now())`,
    )
    await t.owner('select private.apply_retention()')
    expect(await t.value('select count(*)::int from private.forgotten')).toBe(1)
    // A reason for what ends after all would mislead.
    await t.owner(`comment on table private.forgotten is 'What nobody thought of. Stays: with its post.'`)
    expect(await unanswered(t)).toEqual(['private.forgotten'])
  }),
)
