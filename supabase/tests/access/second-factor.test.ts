import { expect, test } from 'vitest'
import { type Claims, type Harness, useHarness } from '../support/harness.ts'
import { mailOf, people, sessionIdOf } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const addFactor = (t: Harness) =>
  t.platform(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'Handy', 'totp', 'verified', now(), now())`,
    [people.member],
  )
const setSession = (t: Harness, aal: string) =>
  t.platform('update auth.sessions set aal = $1 where id = $2', [aal, sessionIdOf('member')])

const avatar = `${people.member}/00000000-0000-4000-8000-000000000001.webp`

/** Rows of the member that policies protect, as REST, storage and realtime read and write them. */
const attempts: readonly (readonly [string, string])[] = [
  ['profile', 'select email from public.profiles where id = auth.uid()'],
  ['rename', `update public.profiles set nickname = 'neuer_name' where id = auth.uid()`],
  ['vote', `insert into public.demand_votes (user_id, star_id, value) values (auth.uid(), '${w.star}', 5)`],
  ['comment', `insert into public.comments (post_id, content) values ('${w.discussion}', 'Da bin ich')`],
  ['notifications', 'select 1 from public.notifications where user_id = auth.uid()'],
  ['mark as read', 'update public.notifications set read = true where user_id = auth.uid()'],
  ['own pending post', `select 1 from public.community_posts where id = '${w.pendingPost}'`],
  ['list files', `select 1 from storage.objects where bucket_id = 'avatars'`],
  [
    'upload',
    `insert into storage.objects (bucket_id, name) values ('avatars', '${avatar.replace('1.webp', '2.webp')}')`,
  ],
]

async function reached(t: Harness, claims: Claims = {}): Promise<string[]> {
  const yes: string[] = []
  await t.undone(async () => {
    await t.platform(`insert into storage.objects (bucket_id, name) values ('avatars', $1)`, [avatar])
    await t.platform(
      `insert into public.notifications (user_id, type, title, message) values ($1, 'warning', 'x', 'y')`,
      [people.member],
    )
    await t.platform('update public.community_posts set author_id = $1 where id = $2', [people.member, w.pendingPost])
    for (const [name, sql] of attempts) {
      const { error, rows, affected } = await t.attempt('member', sql, [], claims)
      if (!error && (rows.length > 0 || affected > 0)) yes.push(name)
    }
  })
  return yes
}
const all = attempts.map(([name]) => name)

test(
  'a password alone opens nothing of an account with a second factor; the code opens all of it',
  harness(async (t) => {
    expect(await reached(t)).toEqual(all)
    await addFactor(t)
    expect(await reached(t)).toEqual([])
    await setSession(t, 'aal2')
    expect(await reached(t), 'a token from before the code').toEqual([])
    expect(await reached(t, { aal: 'aal2' })).toEqual(all)
    await setSession(t, 'aal1')
    expect(await reached(t, { aal: 'aal2' }), 'a factor that was removed, beside another one').toEqual([])
    await t.platform('delete from auth.mfa_factors where user_id = $1', [people.member])
    expect(await reached(t), 'without a factor again').toEqual(all)
  }),
)

test(
  'an unverified factor asks for nothing, and the factor of one member not for that of another',
  harness(async (t) => {
    await addFactor(t)
    await t.platform(`update auth.mfa_factors set status = 'unverified'`)
    expect(await reached(t)).toEqual(all)
    await t.platform(`update auth.mfa_factors set status = 'verified', user_id = $1`, [people.other])
    expect(await reached(t)).toEqual(all)
  }),
)

test(
  'what is public stays readable',
  harness(async (t) => {
    await addFactor(t)
    for (const sql of [
      'select 1 from public.stars',
      `select 1 from public.community_posts where id = '${w.discussion}'`,
      `select 1 from public.comments where id = '${w.comment}'`,
      `select 1 from public.public_profiles where id = '${people.member}'`,
      `select public.profile_page('tvnudel')`,
    ])
      expect((await t.as('member', sql)).rows.length, sql).toBeGreaterThan(0)
  }),
)

test.each([
  'export_own_data()',
  'own_profile()',
  `set_nickname('neuer_name')`,
  'account_sessions()',
  'own_moderation_status()',
  'own_moderation_page()',
  `own_decision(gen_random_uuid()::text)`,
  'record_consent(true, now())',
  `redeem_invite('HTHT2345')`,
  `get_unread_notification_count('${people.member}')`,
  `mark_all_notifications_read('${people.member}')`,
  `register_push_device(gen_random_uuid(), 'android', 'aaaaaaaaaaaaaaaaaaaaa')`,
  `create_post(gen_random_uuid(), 'discussion', 'Wer bleibt dabei?', 'Text')`,
  `set_star_votes('${w.star}', 5, null, 0)`,
  'voting_page()',
  'own_recovery_codes()',
  'own_blocks()',
  `set_block('${people.other}', 'block')`,
  'renew_recovery_codes()',
])('%s says that the second factor is missing', async (call) => {
  await harness(async (t) => {
    await addFactor(t)
    expect((await t.attempt('member', `select public.${call}`)).error).toMatchObject({
      code: '42501',
      hint: 'mfa_needed',
    })
  })()
})

test(
  'functions that answer nevertheless say nothing of the account',
  harness(async (t) => {
    await t.as('member', `insert into public.star_fans (star_id) values ('${w.star}')`)
    await t.as(
      'member',
      `insert into public.post_reactions (post_id, user_id, reaction) values ('${w.rumor}', auth.uid(), 'heart')`,
    )
    const calls = [
      'own_posts()',
      'own_comments()',
      'notifications_page()',
      'karma_page()',
      `viewer_posts(array['${w.rumor}']::uuid[])`,
      `viewer_comments('${w.discussion}')`,
    ]
    const answers = async (claims: Claims = {}) => {
      const texts: string[] = []
      for (const call of calls)
        texts.push(JSON.stringify((await t.as('member', `select public.${call} as a`, [], claims)).rows))
      return texts.join(' ')
    }
    expect(await answers()).toContain('heart')
    await addFactor(t)
    const shown = await answers()
    for (const own of ['heart', mailOf('member'), 'tvnudel', people.member]) expect(shown).not.toContain(own)
  }),
)
