import { adminTexts, teamReasons } from '@hot/domain/contract/admin/settings'
import { siteTexts } from '@hot/domain/contract/site'
import { beginsWithRules, standardGuidelines } from '@hot/domain/settings/guidelines'
import { legalFieldNames } from '@hot/domain/settings/legal-fields'
import { siteTextNames } from '@hot/domain/settings/site-texts'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

const save = async (
  t: Harness,
  name: string,
  content: unknown,
  seen: string | null = null,
  person: Person = 'admin',
) => {
  const { rows, error } = await t.attempt(
    person,
    'select public.admin_save_text($1, $2::timestamptz, $3::jsonb) as texts',
    [name, seen, content === null ? null : JSON.stringify(content)],
  )
  return error ? { hint: error.hint } : adminTexts.parse(rows[0]?.texts)
}
const shown = async (t: Harness) =>
  siteTexts.parse((await t.as('guest', 'select public.site_texts() as texts')).rows[0]?.texts)
const reasons = async (t: Harness, person: Person = 'moderator') =>
  teamReasons.parse((await t.as(person, 'select public.admin_reasons() as reasons')).rows[0]?.reasons)

test(
  'a new installation has none of its own; what an admin writes is public at once, reasons for the team only',
  harness(async (t) => {
    expect(await shown(t)).toEqual({
      guidelines: null,
      accessibility: null,
      operator: null,
      contact: true,
      classifier: null,
    })
    expect(await reasons(t)).toEqual({})
    const rules = `${standardGuidelines}\n\n## Und noch eins\n\nViel Spaß.`
    await save(t, 'guidelines', rules)
    await save(t, 'accessibility', '## Stand\n\nGeprüft.')
    await save(t, 'operator', { operator: '  Trash   GmbH ', email: 'hallo@hot.example', phone: ' ' })
    await save(t, 'reasons', { warn: [' Bleib  fair. ', ''], ban: [] })
    expect(await shown(t)).toMatchObject({
      guidelines: rules,
      accessibility: '## Stand\n\nGeprüft.',
      operator: { operator: 'Trash GmbH', email: 'hallo@hot.example' },
    })
    expect(await reasons(t)).toEqual({ warn: ['Bleib fair.'], ban: [] })
    expect((await t.attempt('member', 'select public.admin_reasons()')).error?.hint).toBe('not_allowed')
    const log = await t.owner(`select action_type, details ->> 'name' as name from public.admin_actions `)
    expect(log.rows.map(({ name }) => name).sort()).toEqual(['accessibility', 'guidelines', 'operator', 'reasons'])
  }),
)

test(
  'two admins do not overwrite each other, and a reset brings back the standard',
  harness(async (t) => {
    const first = await save(t, 'reasons', { warn: ['Eins'] })
    if ('hint' in first) throw new Error(String(first.hint))
    expect(await save(t, 'reasons', { warn: ['Zwei'] })).toEqual({ hint: 'changed_meanwhile' })
    expect(await save(t, 'reasons', null, '2020-01-01')).toEqual({ hint: 'changed_meanwhile' })
    const second = await save(t, 'reasons', { warn: ['Zwei'] }, first.reasons?.updated_at)
    if ('hint' in second) throw new Error(String(second.hint))
    expect(second.reasons).toMatchObject({ content: { warn: ['Zwei'] }, updated_by_name: 'chefin' })
    expect(await save(t, 'reasons', null, second.reasons?.updated_at)).toMatchObject({ reasons: null })
    expect(await reasons(t)).toEqual({})
  }),
)

test.each([
  ['reasons', 'a text'],
  ['reasons', { warn: 'Bleib fair.' }],
  ['reasons', { 'Warn!': [] }],
  ['reasons', { warn: ['x'.repeat(301)] }],
  ['reasons', { warn: new Array(21).fill('x') }],
  ['guidelines', ''],
  ['guidelines', { a: 1 }],
  ['guidelines', 'x'.repeat(20_001)],
  ['guidelines', standardGuidelines.replace('## Gerüchte', '## Klatsch')],
  ['accessibility', ' '],
  ['accessibility', { a: 1 }],
  ['accessibility', 'x'.repeat(20_001)],
  ['operator', { password: 'x' }],
  ['operator', { email: 'keine' }],
  ['operator', { city: '<b>Köln</b>' }],
  ['operator', { city: 'x'.repeat(301) }],
  ['imprint', 'x'],
])('%s as %j is refused', (name, content) =>
  harness(async (t) => {
    expect(await save(t, name, content)).toEqual({ hint: 'text_invalid' })
    expect(await shown(t)).toEqual({
      guidelines: null,
      accessibility: null,
      operator: null,
      contact: true,
      classifier: null,
    })
  })(),
)

test(
  'names, fields and chapters are those of domain',
  harness(async (t) => {
    const page = (await t.as('admin', 'select public.admin_texts_page() as page')).rows[0]?.page
    expect(Object.keys(adminTexts.parse(page)).sort()).toEqual([...siteTextNames].sort())
    const all = Object.fromEntries(
      legalFieldNames.map((name) => [name, name.endsWith('email') ? 'a@hot.example' : 'x']),
    )
    expect(await save(t, 'operator', all)).toMatchObject({ operator: { content: all } })
    for (const markup of [
      standardGuidelines,
      `Vorweg.\n\n${standardGuidelines}`,
      '## Der Ton',
      standardGuidelines.replaceAll('## ', '##  '),
    ]) {
      const saved = await t.value(`select private.checked_guidelines(to_jsonb($1::text)) is not null`, [markup])
      expect(saved).toBe(beginsWithRules(markup))
    }
  }),
)

test(
  'only admins write texts',
  harness(async (t) => {
    expect(await save(t, 'reasons', {}, null, 'moderator')).toEqual({ hint: 'not_allowed' })
  }),
)
