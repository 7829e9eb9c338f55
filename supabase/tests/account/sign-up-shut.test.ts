import { authSentences } from '@hot/domain/auth/refusals'
import { legalMissing, requiredFields } from '@hot/domain/settings/legal-fields'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const whole = {
  operator: 'HoT e. V.',
  street: 'Sofaweg 1',
  city: '50667 Köln',
  email: 'post@hot.example',
  responsible: 'Kim Muster, ebenda',
  hoster: 'Rechenzentrum, Nürnberg',
  supervisory_authority: 'LDI NRW',
}
type Operator = Readonly<Record<string, string>>

const note = (t: Harness, isPublic: boolean, mails: boolean, operator: Operator) =>
  t.service('select public.note_site($1, $2, $3)', [isPublic, mails, JSON.stringify(operator)])

/** What GoTrue is answered before it makes an account. */
const asked = async (t: Harness) =>
  (
    await t.platform('select private.before_user_created($1) as answer', [
      JSON.stringify({ user: { email: 'neu@web.de', app_metadata: { provider: 'email' }, user_metadata: {} } }),
    ])
  ).rows[0]?.answer

async function arrives(t: Harness, provider: string, confirmed: boolean): Promise<string> {
  await t.platform('savepoint arrival')
  const outcome = await t
    .platform(
      'insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, $4, $5)',
      [w.fresh, 'neu@web.de', JSON.stringify({ provider }), '{}', confirmed ? new Date().toISOString() : null],
    )
    .then(
      () => 'in',
      (error: { hint?: string }) => error.hint ?? 'other',
    )
  await t.platform('rollback to arrival')
  return outcome
}

test.each<[boolean, boolean, Operator]>([
  [true, true, whole],
  [true, false, { ...whole, phone: '0221 1' }],
  [true, false, whole],
  [true, true, {}],
  [true, true, { ...whole, email: ' ' }],
  ...Object.keys(requiredFields).map((field): [boolean, boolean, Operator] => [
    true,
    true,
    { ...whole, phone: '0221 1', [field]: '' },
  ]),
  [false, false, {}],
])('public %s, mails %s, operator %j: accounts are taken if nothing is missing', (isPublic, mails, operator) =>
  harness(async (t) => {
    await note(t, isPublic, mails, operator)
    const missing = legalMissing(operator, mails)
    expect((await t.owner('select cardinality(private.legal_missing()) as count')).rows).toEqual([
      { count: missing.length },
    ])
    const isShut = isPublic && missing.length > 0
    expect(await asked(t)).toEqual(isShut ? { error: { http_code: 403, message: authSentences.sign_up_shut } } : {})
    expect(await arrives(t, 'email', false)).toBe(isShut ? 'sign_up_shut' : 'in')
    expect(await arrives(t, 'google', true)).toBe(isShut ? 'sign_up_shut' : 'in')
    // An operator makes an account, as `npm run admin` does.
    expect(await arrives(t, 'email', true)).toBe('in')
  })(),
)

test(
  'what admins write opens it at once, and replaces what the settings say; without a server nothing is shut',
  harness(async (t) => {
    await t.owner('delete from private.site_state')
    expect(await asked(t)).toEqual({})
    await note(t, true, true, {})
    expect(await asked(t)).toHaveProperty('error')
    const save = (operator: Operator | null) =>
      t.as(
        'admin',
        `select public.admin_save_text('operator', (public.admin_texts_page() -> 'operator' ->> 'updated_at')::timestamptz, $1)`,
        [operator && JSON.stringify(operator)],
      )
    await save(whole)
    expect(await asked(t)).toEqual({})
    await note(t, true, true, whole)
    await save({ operator: 'HoT e. V.' })
    expect(await asked(t)).toHaveProperty('error')
    await save(null)
    expect(await asked(t)).toEqual({})
  }),
)

test(
  'without any admin an account can be made where the hook is not asked, to become the first',
  harness(async (t) => {
    await note(t, true, false, {})
    await t.owner(`update public.profiles set role = 'user' where role = 'moderator'`)
    await t.owner('alter table public.profiles disable trigger profiles_40_require_another_admin')
    await t.owner(`update public.profiles set role = 'user'`)
    expect(await arrives(t, 'email', false)).toBe('in')
    expect(await arrives(t, 'google', true)).toBe('sign_up_shut')
  }),
)
