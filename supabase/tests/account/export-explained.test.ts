import { ownDataExport } from '@hot/domain/contract/account/security'
import { exportLabels } from '@hot/domain/privacy/export-labels'
import { exportedTables } from '@hot/domain/privacy/exported-tables'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { lived, liveLife } from './account-life.ts'
import { personalTables } from './inventory-tables.ts'

const harness = useHarness(createWorld)

/** With what the embedded backend alone keeps, which its database may show to the owner of the functions. */
async function exported(t: Harness) {
  const owner = await t.value(`select proowner::regrole::text from pg_proc where proname = 'export_known_networks'`)
  await t.platform(`grant usage on schema embedded to ${owner}`)
  await t.platform(`grant select on embedded.known_networks to ${owner}`)
  const { rows } = await t.as('member', 'select public.export_own_data() as answer')
  return ownDataExport.parse(rows[0]?.answer).tables
}

/** The entry of the inventory to which a table belongs, by its own comment or by the list. */
async function entryOf(t: Harness, table: string): Promise<string | undefined> {
  const said = await t.platform(
    `select substring(obj_description(to_regclass($1)) from 'Personal: ([a-z_]+)[.]') as entry`,
    [table],
  )
  const listed = Object.entries(personalTables).find(([, tables]) => table in tables)?.[0]
  return said.rows[0]?.entry ? String(said.rows[0].entry) : listed
}

test(
  'every table of the export is explained, each by the entry of the inventory that it belongs to',
  harness(async (t) => {
    expect(Object.keys(exportedTables).toSorted()).toEqual(Object.keys(await exported(t)).toSorted())
    for (const [table, { entry }] of Object.entries(exportedTables))
      expect({ table, entry }).toEqual({ table, entry: await entryOf(t, table) })
  }),
)

test(
  'every field of it has a name for people',
  harness(async (t) => {
    await liveLife(t)
    const fields = Object.values(await exported(t)).flatMap((rows) => rows.flatMap((row) => Object.keys(row)))
    expect([...new Set(fields)].filter((field) => !(field in exportLabels)).toSorted()).toEqual([])
  }),
)

test(
  'reports, notes and the log about a member are in it, without who reported, who noted, and anybody else',
  harness(async (t) => {
    const named = 'couchkartoffel, chefin, @lagerwache, gast@example.org und Gerda Gast: tvnudel pöbelt'
    await t.owner(
      `insert into public.comments (id, post_id, author_id, content) values ('${lived.comment}', '${w.discussion}', '${people.member}', 'Hallo')`,
    )
    await t.owner(
      `insert into public.reports (target_type, target_comment_id, reporter_id, reason, details, confirmed_at)
       values ('comment', '${lived.comment}', '${people.other}', 'insult', $1, now())`,
      [named],
    )
    await t.owner(
      `insert into public.reports (target_type, target_comment_id, reporter_name, reporter_email, good_faith, reason, details, confirmed_at, reporter_id)
       values ('comment', '${lived.comment}', 'Gerda Gast', 'gast@example.org', true, 'spam', $1, now(), null)`,
      [named],
    )
    await t.owner(
      `insert into public.reports (target_type, target_comment_id, reporter_name, reporter_email, good_faith, reason, reporter_id)
       values ('comment', '${lived.comment}', 'Nicht Bestätigt', 'nie@example.org', true, 'spoiler', null)`,
    )
    await t.owner(
      `insert into private.case_notes (target_type, target_id, kind, content, author_id) values ('comment', '${lived.comment}', 'note', $1, '${people.admin}')`,
      [named],
    )
    await t.owner(
      `insert into public.admin_actions (admin_id, action_type, target_type, target_id, details)
       values ('${people.admin}', 'warn_member', 'comment', '${lived.comment}', jsonb_build_object('reason', $1::text))`,
      [named],
    )
    await t.platform(`insert into embedded.known_networks (user_id, network) values ('${people.member}', 'abc123')`)
    const tables = await exported(t)
    const about = (table: string) => tables[table]?.filter((row) => row.role === 'subject')
    expect(
      about('public.reports')
        ?.map(({ reason }) => reason)
        .toSorted(),
    ).toEqual(['insult', 'spam'])
    expect(about('public.reports')?.every((row) => !('details' in row) && !('created_at' in row))).toBe(true)
    const masked = /^\*+, \*+, @\*+, \*+ und \*+: tvnudel pöbelt$/
    expect(about('private.case_notes')).toEqual([expect.objectContaining({ text: expect.stringMatching(masked) })])
    expect(about('public.admin_actions')).toEqual([expect.objectContaining({ reason: expect.stringMatching(masked) })])
    expect(tables['embedded.known_networks']).toEqual([expect.objectContaining({ network_hash: 'abc123' })])
    const text = JSON.stringify(tables)
    for (const other of ['couchkartoffel', 'chefin', 'lagerwache', 'Gerda', 'example.org', people.other, people.admin])
      expect(text).not.toContain(other)
  }),
)

test(
  'of a name that begins like another nothing is left',
  harness(async (t) => {
    const { rows } = await t.owner(
      `select private.without_others('Frag @anna und @annabell.', '${people.member}', '${people.other}') as text`,
    )
    expect(rows[0]?.text).toBe('Frag @*** und @***')
  }),
)
