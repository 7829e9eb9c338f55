import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)
const namesOf = async (t: Harness, sql: string) => (await t.owner(sql)).rows.map((row) => String(row.name))

/** Functions that are called like a part, but have another form, so that nobody calls them. */
const unfound = (t: Harness) =>
  namesOf(
    t,
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'private'::regnamespace and p.proname ~ '^(export|retain)_' and p.proname <> 'export_own_data'
       and p.proname not in (select private.parts_of_nouns('export', 'me uuid', 'jsonb') union select private.parts_of_nouns('retain', '', 'void'))
     order by 1`,
  )

/** Functions without arguments whose comment calls them a job, and which have no time. */
const unscheduled = (t: Harness) =>
  namesOf(
    t,
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'private'::regnamespace and p.pronargs = 0 and obj_description(p.oid, 'pg_proc') ~* '^(\\w+ )?job\\M'
       and p.proname not in (select name from private.scheduled_jobs() where pattern is not null) order by 1`,
  )

test(
  'every part of a noun has the form by which it is found',
  harness(async (t) => {
    expect(await unfound(t)).toEqual([])
    expect(await unscheduled(t)).toEqual([])
    expect(await namesOf(t, `select private.parts_of_nouns('export', 'me uuid', 'jsonb') as name`)).toContain(
      'export_posts',
    )
    expect(await namesOf(t, `select private.parts_of_nouns('retain', '', 'void') as name`)).toContain('retain_bin')
  }),
)

test(
  'a part of another form and a job without a time would be noticed',
  harness(async (t) => {
    await t.owner(
      `create function private.export_forgotten(member uuid) returns jsonb language sql as $$ select '{}'::jsonb $$`,
    )
    await t.owner(`create function private.retain_forgotten() returns integer language sql as $$ select 1 $$`)
    await t.owner(`create function private.count_forgotten() returns integer language sql as $$ select 1 $$`)
    await t.owner(`comment on function private.count_forgotten() is 'Job, hourly: counts what was forgotten.'`)
    expect(await unfound(t)).toEqual(['private.export_forgotten(uuid)', 'private.retain_forgotten()'])
    expect(await unscheduled(t)).toEqual(['count_forgotten'])
    await t.owner(`comment on function private.count_forgotten() is 'Job (7 * * * *): counts what was forgotten.'`)
    expect(await unscheduled(t)).toEqual([])
    expect(await t.value(`select pattern from private.scheduled_jobs() where name = 'count_forgotten'`)).toBe(
      '7 * * * *',
    )
  }),
)

test(
  'no table is in two parts of the export, where one would hide the other',
  harness(async (t) => {
    const parts = await namesOf(t, `select private.parts_of_nouns('export', 'me uuid', 'jsonb') as name`)
    const named: string[] = []
    for (const part of parts)
      named.push(...(await namesOf(t, `select jsonb_object_keys(private.${part}('${people.member}')) as name`)))
    expect(named.filter((name, at) => named.indexOf(name) < at)).toEqual([])
    expect(named.length).toBeGreaterThan(50)
  }),
)

test(
  'a part that belongs to another role is neither called nor left out',
  harness(async (t) => {
    await t.platform('create role intruder')
    await t.platform(`create function private.retain_secrets() returns void language sql as $$ select null::void $$`)
    await t.platform('alter function private.retain_secrets() owner to intruder')
    await expect(t.undone(() => t.owner('select private.apply_retention()'))).rejects.toThrow(
      'private.retain_secrets belongs to another role',
    )
    await t.platform(`create function private.count_secrets() returns void language sql as $$ select null::void $$`)
    await t.platform(`comment on function private.count_secrets() is 'Job (* * * * *): counts secrets.'`)
    await t.platform('alter function private.count_secrets() owner to intruder')
    expect(await namesOf(t, 'select name from private.scheduled_jobs()')).not.toContain('count_secrets')
  }),
)

test(
  'nobody but its owner makes functions in private',
  harness(async (t) => {
    for (const role of ['anon', 'authenticated', 'service_role', 'supabase_auth_admin'])
      expect(await t.value(`select has_schema_privilege('${role}', 'private', 'create')`), role).toBe(false)
  }),
)
