import { importChanges, importKeys, importOutcome } from '@hot/domain/contract/admin/imports'
import { adminInvite, adminInvitesPage, adminInviteUses } from '@hot/domain/contract/admin/invites'
import { adminSettings } from '@hot/domain/contract/admin/settings'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

const call = async (t: Harness, person: Person, sql: string, params: unknown[] = []) => {
  const { rows, error } = await t.attempt(person, `select public.${sql} as answer`, params)
  return error ? (error.hint ?? error.code) : rows[0]?.answer
}
const actions = async (t: Harness) =>
  (await t.owner('select action_type from public.admin_actions order by created_at')).rows.map((row) => row.action_type)

test(
  'an invite is created, redeemed, listed with its new members, disabled and enabled',
  harness(async (t) => {
    const made = adminInvite.parse(
      await call(t, 'moderator', `admin_create_invite(2, now() + interval '1 day', ' Für  Presse ')`),
    )
    expect(made).toMatchObject({ note: 'Für Presse', max_uses: 2, uses: 0, state: 'valid' })
    expect(await call(t, 'member', 'redeem_invite($1)', [made.code])).toBe(true)
    const uses = adminInviteUses.parse(await call(t, 'admin', 'admin_invite_uses($1)', [made.id]))
    expect(uses.items.map((use) => use.user_id)).toEqual([people.member])
    const states = async (args: string) =>
      adminInvitesPage
        .parse(await call(t, 'moderator', `admin_invites_page(${args})`))
        .items.filter((invite) => invite.id === made.id)
        .map((invite) => invite.state)
    expect(await states(`'presse'`)).toEqual(['valid'])
    expect(await states(`lower('${made.code}')`)).toEqual(['valid'])
    expect(await states(`'gibt es nicht'`)).toEqual([])
    expect(await call(t, 'moderator', 'admin_switch_invite($1, false)', [made.id])).toBe(false)
    expect(await states(`null, 'inactive'`)).toEqual(['inactive'])
    expect(await call(t, 'other', 'redeem_invite($1)', [made.code])).toBe(false)
    expect(await call(t, 'moderator', 'admin_switch_invite($1, true)', [made.id])).toBe(true)
    expect(await call(t, 'other', 'redeem_invite($1)', [made.code])).toBe(true)
    expect(await states(`null, 'used'`)).toEqual(['used'])
    expect(await actions(t)).toEqual(['create_invite', 'update_invite', 'update_invite'])
  }),
)

test.each([
  ['admin_create_invite(0)', 'max_uses'],
  ['admin_create_invite(100001)', 'max_uses'],
  [`admin_create_invite(1, now() - interval '1 second')`, 'expires_past'],
  [`admin_create_invite(1, null, repeat('x', 501))`, 'note_length'],
  ['admin_switch_invite(gen_random_uuid(), true)', 'invite_gone'],
])('%s → %s', (sql, hint) =>
  harness(async (t) => {
    expect(await call(t, 'moderator', sql)).toBe(hint)
  })(),
)

const settings = async (t: Harness) => adminSettings.parse(await call(t, 'admin', 'admin_settings_page()'))
type Saved = [mode: string, domains: string[], afterPosts: number, warningDays: number, posts: number, votes: number]
const save = (t: Harness, known: string, ...values: Saved) => {
  const [
    signup_mode,
    extra_mail_domains,
    auto_approve_after_posts,
    auto_approve_warning_days,
    posts_quota,
    votes_quota,
  ] = values
  return call(t, 'admin', 'admin_save_settings($1, $2)', [
    known,
    {
      ...{ signup_mode, extra_mail_domains, auto_approve_after_posts, auto_approve_warning_days },
      ...{ posts_quota, votes_quota },
    },
  ])
}

test(
  'settings take effect: thresholds for posts without approval, and quotas',
  harness(async (t) => {
    const before = await settings(t)
    const atOnce = async () => (await t.as('other', 'select private.may_publish_at_once() as answer')).rows[0]?.answer
    const quota = async (kind: string) =>
      (await t.as('other', `select private.quota_of($1, 7) as answer`, [kind])).rows[0]?.answer
    expect([await atOnce(), await quota('posts'), await quota('votes'), await quota('nicknames')]).toEqual([
      false,
      100,
      1000,
      7,
    ])
    const after = adminSettings.parse(
      await save(t, before.updated_at, 'invite', [' Firma.de ', 'zwei.example', 'firma.de', ''], 0, 0, 3, 9),
    )
    expect(after).toMatchObject({ signup_mode: 'invite', extra_mail_domains: ['firma.de', 'zwei.example'] })
    expect(after.updated_by?.nickname).toBe('chefin')
    expect([await atOnce(), await quota('posts'), await quota('votes')]).toEqual([true, 3, 9])
    expect(await actions(t)).toEqual(['update_settings'])
  }),
)

test(
  'changes by somebody else are not overwritten; invalid values change nothing',
  harness(async (t) => {
    const { updated_at: known, ...rest } = await settings(t)
    expect(await save(t, '2020-01-01', 'open', [], 5, 90, 100, 1000)).toBe('settings_changed')
    expect(await save(t, known, 'open', ['firma'], 5, 90, 100, 1000)).toBe('mail_domain')
    const nonsense: Saved[] = [
      ['closed', [], 5, 90, 100, 1000],
      ['open', [], -1, 90, 100, 1000],
      ['open', [], 5, 90, 0, 1000],
    ]
    for (const values of nonsense) expect(await save(t, known, ...values)).toBe('23514')
    expect(await settings(t)).toEqual({ ...rest, updated_at: known })
  }),
)

const tables = {
  formats: [{ key: 'IN', name: 'Insel der Probe', broadcaster: 'Sender Eins' }],
  seasons: [{ external_key: 'IN/1', format_key: 'IN', season_number: 1, title: null }],
  stars: [{ key: 'S1', first_name: '=Änne', last_name: 'Müller', nickname: null, birthdate: null }],
  participants: [{ format_key: 'IN', season_number: 1, star_key: 'S1', placement: 'Gewinner:in', sort_order: 1 }],
}
const apply = (t: Harness, preview: boolean, what: object = tables) =>
  call(t, 'moderator', `admin_apply_import($1::jsonb, $2, '{}', public.admin_import_changes($1::jsonb) ->> 'seen')`, [
    JSON.stringify(what),
    preview,
  ])

test(
  'a preview stores nothing; applying stores it; applying again changes nothing',
  harness(async (t) => {
    const one = { new: 1, changed: 0, unchanged: 0 }
    const all = { formats: one, seasons: one, stars: one, participants: one }
    const formats = () => t.value(`select count(*)::int from public.formats where external_key = 'IN'`)
    expect(importOutcome.parse(await apply(t, true))).toEqual(all)
    expect([await formats(), await actions(t)]).toEqual([0, []])
    expect(importOutcome.parse(await apply(t, false))).toEqual(all)
    expect([await formats(), await actions(t)]).toEqual([1, ['import']])
    expect(importKeys.parse(await call(t, 'moderator', 'admin_import_keys()'))).toMatchObject({
      seasons: expect.arrayContaining(['IN/1']),
      stars: expect.arrayContaining(['S1']),
    })
    const same = { new: 0, changed: 0, unchanged: 1 }
    expect(importOutcome.parse(await apply(t, false))).toEqual({
      formats: same,
      seasons: same,
      stars: same,
      participants: same,
    })
  }),
)

test(
  'before it is applied, an import says which values it would replace, and nothing of what it leaves alone',
  harness(async (t) => {
    const changes = async (what: object) =>
      importChanges.parse(await call(t, 'moderator', 'admin_import_changes($1::jsonb)', [JSON.stringify(what)]))
    expect(await changes(tables)).toMatchObject({ total: 0, locked: 0, items: [] })
    await apply(t, false)
    expect(await changes(tables)).toMatchObject({ total: 0, locked: 0, items: [] })
    await t.owner(`update public.stars set first_name = 'Anna', birthdate = '1990-01-31' where external_key = 'S1'`)
    await t.owner(`update public.seasons set title = 'Von Hand' where external_key = 'IN/1'`)
    const again = {
      ...tables,
      formats: [{ ...tables.formats[0], name: 'Insel', broadcaster: 'Sender Zwei' }],
      participants: [{ ...tables.participants[0], placement: 'Platz 2' }],
    }
    const { total, items } = await changes(again)
    expect(total).toBe(4)
    expect(items.map(({ id: _id, locked: _locked, ...shown }) => shown)).toEqual([
      { table: 'formats', row: 'Insel der Probe', field: 'broadcaster', old: 'Sender Eins', new: 'Sender Zwei' },
      { table: 'formats', row: 'Insel der Probe', field: 'name', old: 'Insel der Probe', new: 'Insel' },
      { table: 'stars', row: 'Anna Müller', field: 'first_name', old: 'Anna', new: '=Änne' },
      {
        table: 'participants',
        row: 'Anna Müller, Insel der Probe, Staffel 1',
        field: 'place',
        old: 'Gewinner:in',
        new: 'Platz 2',
      },
    ])
    await apply(t, false, again)
    expect(await changes(again)).toMatchObject({ total: 0, locked: 0, items: [] })
    // An empty cell means unknown and changes nothing.
    expect(await t.value(`select birthdate::text from public.stars where external_key = 'S1'`)).toBe('1990-01-31')
  }),
)

test(
  'if a row refers to nothing, the whole import is refused',
  harness(async (t) => {
    const lost = { ...tables, participants: [{ ...tables.participants[0], star_key: 'S9' }] }
    expect(await apply(t, false, lost)).toBe('import_dangling')
    expect(await apply(t, true, { seasons: tables.seasons })).toBe('import_dangling')
    expect(await t.value(`select count(*)::int from public.stars where external_key = 'S1'`)).toBe(0)
    expect(await actions(t)).toEqual([])
  }),
)
