import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people, sessionIdOf } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const ends: [what: string, sql: string][] = [
  ['a sign-out', `delete from auth.sessions where id = '${sessionIdOf('member')}'`],
  ['a session that may not last', `update auth.sessions set not_after = now() - interval '1 second'`],
  ['the ban of the account', `update auth.users set banned_until = now() + interval '1 day'`],
  ['an account marked as deleted', 'update auth.users set deleted_at = now()'],
]

/** Results of one token: over REST, with policies alone (storage and realtime on hosted Supabase), and for writes. */
async function reached(t: Harness): Promise<string[]> {
  const avatar = `${people.member}/00000000-0000-4000-8000-000000000001.webp`
  const attempts: [string, string][] = [
    ['request', 'select private.check_request()'],
    ['vote', `insert into public.demand_votes (user_id, star_id, value) values (auth.uid(), '${w.star}', 5)`],
    ['comment', `insert into public.comments (post_id, content) values ('${w.discussion}', 'Da bin ich')`],
    ['notifications', 'select 1 from public.notifications where user_id = auth.uid()'],
    ['list files', `select 1 from storage.objects where bucket_id = 'avatars'`],
    [
      'upload',
      `insert into storage.objects (bucket_id, name) values ('avatars', '${avatar.replace(/1\.webp/, '2.webp')}')`,
    ],
  ]
  await t.platform(`insert into storage.objects (bucket_id, name) values ('avatars', $1)`, [avatar])
  await t.platform(
    `insert into public.notifications (user_id, type, title, message) values ($1, 'warning', 'x', 'y')`,
    [people.member],
  )
  const yes: string[] = []
  for (const [name, sql] of attempts) {
    const { error, rows, affected } = await t.attempt('member', sql)
    if (!error && (rows.length > 0 || affected > 0)) yes.push(name)
  }
  return yes
}

test(
  'a session that has not ended passes all of them',
  harness(async (t) => {
    expect(await reached(t)).toEqual(['request', 'vote', 'comment', 'notifications', 'list files', 'upload'])
  }),
)

test.each(ends)('%s ends the token', async (_, sql) => {
  await harness(async (t) => {
    await t.platform(sql)
    expect(await reached(t)).toEqual([])
    expect((await t.attempt('member', 'select private.check_request()')).error).toMatchObject({
      code: 'PT401',
      hint: 'session_ended',
    })
  })()
})

test(
  'a token needs a session of the same person; guests and the server need none',
  harness(async (t) => {
    for (const session_id of [sessionIdOf('other'), 'x', undefined])
      expect((await t.attempt('member', 'select private.check_request()', [], { session_id })).error?.code).toBe(
        'PT401',
      )
    await t.as('guest', 'select private.check_request()')
    await t.service('select private.check_request()')
  }),
)

test(
  'an expired ban and a lifted one sign nobody out',
  harness(async (t) => {
    await t.platform(`update auth.users set banned_until = now() - interval '1 day'`)
    await t.platform('update auth.users set banned_until = null')
    await t.as('member', 'select private.check_request()')
  }),
)

test(
  'if the account has a second factor, a session without it ends only itself',
  harness(async (t) => {
    const other = '30000000-0000-4000-8000-000000000009'
    await t.platform(`insert into auth.sessions (id, user_id, created_at, aal) values ($1, $2, now(), 'aal2')`, [
      other,
      people.member,
    ])
    await t.platform(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [people.member],
    )
    const end = (id: string, aal: string) =>
      t.attempt('member', 'select public.end_session($1) as ended', [id], { aal })
    expect((await end(other, 'aal1')).error).toMatchObject({ code: '42501', hint: 'mfa_needed' })
    expect((await t.undone(() => end(other, 'aal2'))).rows).toEqual([{ ended: true }])
    expect((await end(sessionIdOf('member'), 'aal1')).rows).toEqual([{ ended: true }])
  }),
)
