import { expect, test } from 'vitest'
import { callSql, callsOf } from '../support/calls.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** SQLSTATEs that PostgREST answers with 5xx (docs.postgrest.org, "Errors from PostgreSQL"). */
const isFault = (code: string) => /^(08|09|25(?!006)|2D|38|39|3B|40|5[34578]|F0|HV|P0(?!001)|XX|42P17)/.test(code)

const numbers = ['0', '-1', '2147483647', '-2147483648']
const texts = [
  '',
  ' ',
  '0',
  'null',
  '{}',
  '[]',
  "'",
  '\\',
  '%',
  '\u0001',
  '\ufffe',
  'ü'.repeat(300),
  '😀'.repeat(3000),
  'x'.repeat(30_000),
]
const documents = [
  '{}',
  '[]',
  'null',
  '1',
  '"x"',
  '[null]',
  '{"": ""}',
  '{"id": "x", "values": 1, "stars": {}, "title": [], "name": {}}',
]

/** Unusual but valid values of a type, as PostgreSQL's input text. */
function oddValues(type: string): (string | null)[] {
  if (type.endsWith('[]')) {
    const item = type.startsWith('uuid') ? [w.fresh, w.star] : type.startsWith('timestamp') ? ['infinity'] : ['', 'x']
    return [
      null,
      '{}',
      '{NULL}',
      `{${item.map((text) => `"${text}"`).join()}}`,
      `{{"${item[0]}"},{"${item[0]}"}}`,
      `{${Array(500).fill('NULL').join()}}`,
    ]
  }
  if (type === 'uuid') return [null, '00000000-0000-0000-0000-000000000000', w.star, w.discussion]
  if (type === 'integer' || type === 'bigint') return [null, ...numbers]
  if (type === 'boolean') return [null, 'true', 'false']
  if (type === 'date' || type.startsWith('timestamp'))
    return [null, 'infinity', '-infinity', '0001-01-01', '4714-11-24 BC', '294276-01-01']
  if (type.startsWith('json')) return [null, ...documents]
  return [null, ...texts, ...documents]
}

async function faults(t: Harness, person: Person): Promise<string[]> {
  const found: string[] = []
  for (const call of await callsOf(t)) {
    if (person === 'guest' && !call.guest) continue
    for (const { name, type } of call.parameters)
      for (const value of oddValues(type)) {
        const { sql, params } = callSql(call, { [name]: value })
        const { error } = await t.tried(person, sql, params)
        if (error && isFault(error.code))
          found.push(
            `${call.name}.${name} = ${String(value).slice(0, 40)}: ${error.code} ${error.message.slice(0, 80)}`,
          )
      }
  }
  return found
}

// Admins may call what members may.
test.each(['guest', 'admin'] as const)(
  'no odd value makes a function fail as if the server were at fault: %s',
  (person) =>
    harness(async (t) => {
      expect(await faults(t, person)).toEqual([])
    })(),
  240_000,
)

/** Refusals that depend on a state, not on a value, with the SQL that creates it. */
const states: [what: string, before: string, call: string, hint: string][] = [
  [
    'settings that somebody else changed',
    'select 1',
    `admin_save_settings('2026-01-01', '{"signup_mode": "open"}')`,
    'settings_changed',
  ],
  ['a member who is not banned', 'select 1', `admin_unban_member('${people.other}', 'Irrtum')`, 'not_banned'],
  ['a banned member', 'select 1', `admin_set_role('${people.banned}', 'moderator')`, 'banned_member'],
  ['nobody', 'select 1', `admin_end_sessions('${w.fresh}')`, 'member_gone'],
  ['an invite that is gone', 'delete from public.invites', `admin_switch_invite('${w.invite}', false)`, 'invite_gone'],
]

test.each(states)('%s is refused with a hint, not a server error', (_, before, call, hint) =>
  harness(async (t) => {
    await t.owner(before)
    const { error } = await t.attempt('admin', `select public.${call}`, [], { aal: 'aal2' })
    expect(error?.hint).toBe(hint)
    expect(isFault(error?.code ?? '')).toBe(false)
  })(),
)
