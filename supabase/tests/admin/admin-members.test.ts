import { type AdminTransparency, adminTransparency } from '@hot/domain/contract/admin/staff'
import { adminUserPage, adminUsersPage } from '@hot/domain/contract/admin/users'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

const call = async (t: Harness, person: Person, sql: string, params: unknown[] = []) => {
  const { rows, error } = await t.attempt(person, `select public.${sql} as answer`, params)
  return error ? (error.hint ?? error.code) : rows[0]?.answer
}
const logged = async (t: Harness) =>
  (
    await t.owner(
      'select action_type, admin_id, target_id, details from public.admin_actions order by created_at, action_type',
    )
  ).rows
const mayWrite = async (t: Harness, person: Person) =>
  (await t.as(person, 'select private.may_write() as answer')).rows[0]?.answer

test(
  'members are found by the beginning or middle of name and address, by role and by state',
  harness(async (t) => {
    const found = async (args: string) =>
      adminUsersPage
        .parse(await call(t, 'admin', `admin_users_page(${args})`))
        .items.map((member) => member.nickname)
        .sort()
    expect(await found(`'KARTOFFEL'`)).toEqual(['couchkartoffel'])
    expect(await found(`'other.geheim@'`)).toEqual(['couchkartoffel'])
    expect(await found(`'klarname mod'`)).toEqual(['lagerwache'])
    expect(await found(`'CO'`)).toEqual(['couchkartoffel'])
    expect(await found(`'%'`)).toEqual([])
    expect(await found(`null, 'admin'`)).toEqual(['chefin'])
    expect(await found(`null, null, 'banned'`)).toEqual(['rauswurf'])
    await t.owner(`update public.profiles set banned_until = now() - interval '1 minute' where id = $1`, [
      people.banned,
    ])
    expect(await found(`null, null, 'banned'`)).toEqual([])
  }),
)

test(
  'all that match and may be banned are named on the first page: nobody of the team, nobody who is banned',
  harness(async (t) => {
    const page = async (args: string) => adminUsersPage.parse(await call(t, 'admin', `admin_users_page(${args})`))
    const names = async (args: string) => {
      const { ids } = await page(args)
      const { rows } = await t.owner('select nickname from public.profiles where id = any($1) order by 1', [ids])
      return rows.map(({ nickname }) => nickname)
    }
    expect(await names('null')).toEqual(await names(`null, null, null, null, 1`))
    expect(await names('null')).toContain('couchkartoffel')
    expect(await names('null')).not.toContain('rauswurf')
    expect(await names(`null, 'moderator'`)).toEqual([])
    expect(await names(`'KARTOFFEL'`)).toEqual(['couchkartoffel'])
    const [first] = [await page(`null, null, null, null, 1`)]
    const second = adminUsersPage.parse(
      await call(t, 'admin', 'admin_users_page(null, null, null, $1, 1)', [first?.next]),
    )
    expect(second.ids).toBeNull()
    await t.owner(`update public.profiles set created_at = now() - interval '8 days' where id = $1`, [people.other])
    expect(await names(`null, null, 'new'`)).not.toContain('couchkartoffel')
  }),
)

test(
  'pages of the list have no gap or overlap',
  harness(async (t) => {
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = adminUsersPage.parse(await call(t, 'admin', 'admin_users_page(null, null, null, $1, 2)', [after]))
      seen.push(...page.items.map((member) => member.id))
      after = page.next
    } while (after)
    expect(seen).toHaveLength(Number(await t.value('select count(*) from public.profiles')))
    expect(new Set(seen).size).toBe(seen.length)
  }),
)

test(
  'a ban stops writing at once, tells the member why and how long, and its end allows it at once',
  harness(async (t) => {
    expect(await mayWrite(t, 'other')).toBe(true)
    expect(await call(t, 'moderator', `admin_ban_member($1, 7, '  Spam. ')`, [people.other])).toHaveProperty(
      'banned_until',
    )
    expect(await mayWrite(t, 'other')).toBe(false)
    const [notice] = (await t.as('other', `select type, message from public.notifications where type = 'warning'`)).rows
    expect(notice?.message).toContain('für 7 Tage gesperrt. Grund: Spam.')
    expect(await call(t, 'moderator', `admin_unban_member($1, 'Irrtum')`, [people.other])).toBe(true)
    expect(await mayWrite(t, 'other')).toBe(true)
    expect(await logged(t)).toMatchObject([
      {
        action_type: 'ban_member',
        admin_id: people.moderator,
        target_id: people.other,
        details: { reason: 'Spam.', days: 7 },
      },
      { action_type: 'unban_member', details: { name: 'couchkartoffel', reason: 'Irrtum' } },
    ])
    const page = adminUserPage.parse(await call(t, 'admin', 'admin_user_page($1)', [people.other]))
    expect(page?.history.map((decision) => decision.action).sort()).toEqual(['banned', 'unbanned'])
  }),
)

const refusals: [Person, string, string][] = [
  ['moderator', `admin_ban_member('${people.admin}', 1, 'Grund')`, 'staff_by_admins'],
  ['moderator', `admin_ban_member('${people.moderator}', 1, 'Grund')`, 'own_account'],
  ['moderator', `admin_ban_member('${people.other}', 31, 'Grund')`, 'ban_too_long'],
  ['moderator', `admin_ban_member('${people.banned}', 7, 'Grund')`, 'ban_too_long'],
  ['moderator', `admin_unban_member('${people.banned}', 'Grund')`, 'ban_too_long'],
  ['moderator', `admin_set_role('${people.other}', 'admin')`, 'not_allowed'],
  ['admin', `admin_ban_member('${people.other}', 0, 'Grund')`, 'ban_days'],
  ['admin', `admin_ban_member('${people.other}', 7, E' \\n\\u00a0')`, 'reason_required'],
  ['admin', `admin_ban_member('${people.admin}', 7, 'Grund')`, 'own_account'],
  ['admin', `admin_unban_member('${people.other}', 'Grund')`, 'not_banned'],
  ['admin', `admin_set_role('${people.admin}', 'user')`, 'last_admin'],
  ['admin', `admin_set_role('${people.other}', 'root')`, 'unknown_role'],
  ['admin', `admin_set_role('${people.banned}', 'moderator')`, 'banned_member'],
  ['admin', `admin_rename_member('${people.other}', 'tvnudel', 'Grund')`, 'nickname_taken'],
  ['admin', `admin_rename_member('${people.other}', 'Admin', 'Grund')`, 'nickname_reserved'],
  ['admin', `admin_delete_member('${people.admin}', 'Grund')`, 'own_account'],
  ['admin', `admin_delete_member(gen_random_uuid(), 'Grund')`, 'member_gone'],
]
test.each(refusals)('%s: %s → %s', (person, sql, hint) =>
  harness(async (t) => {
    expect(await call(t, person, sql)).toBe(hint)
    expect(await logged(t)).toEqual([])
  })(),
)

test(
  'a role takes effect at once in both directions, and the last admin cannot be removed in any way',
  harness(async (t) => {
    const isAdmin = async (person: Person) => (await t.as(person, 'select public.is_admin() as answer')).rows[0]?.answer
    expect(await call(t, 'admin', `admin_set_role($1, 'admin')`, [people.other])).toBe('admin')
    expect(await isAdmin('other')).toBe(true)
    expect(await call(t, 'other', `admin_set_role($1, 'user', 'Pause')`, [people.admin])).toBe('user')
    expect(await isAdmin('admin')).toBe(false)
    expect(await call(t, 'other', `admin_set_role($1, 'user')`, [people.other])).toBe('last_admin')
    for (const change of [`role = 'user'`, 'is_banned = true'])
      await expect(
        t.undone(() => t.owner(`update public.profiles set ${change} where role = 'admin'`)),
      ).rejects.toMatchObject({
        hint: 'last_admin',
      })
    expect((await logged(t)).map((row) => row.details)).toEqual([
      { name: 'couchkartoffel', from: 'user', to: 'admin' },
      { name: 'chefin', from: 'admin', to: 'user', reason: 'Pause' },
    ])
  }),
)

test(
  'a renamed member is reachable at the old slug; a deleted one leaves no name in the log',
  harness(async (t) => {
    expect(await call(t, 'admin', `admin_rename_member($1, 'sofaheld', 'Wunsch')`, [people.other])).toBe('sofaheld')
    expect(
      await t.value(`select old_slug from public.profile_slug_history where profile_id = $1`, [people.other]),
    ).toBe('couchkartoffel')
    expect(await call(t, 'admin', `admin_delete_member($1, 'Wunsch')`, [people.other])).toBe(true)
    expect(await t.value('select count(*)::int from auth.users where id = $1', [people.other])).toBe(0)
    // All of a test has one time, so that the log has no order.
    expect(await logged(t)).toContainEqual(
      expect.objectContaining({ action_type: 'delete_member', details: { reason: 'Wunsch', role: 'user' } }),
    )
    expect(await call(t, 'admin', 'admin_user_page($1)', [people.other])).toBe(null)
  }),
)

test(
  'whoever is renamed is told why, may appeal, and has the name back',
  harness(async (t) => {
    const told = async () =>
      (await t.owner(`select data from public.notifications where type = 'warning' and user_id = '${people.other}'`))
        .rows
    await call(t, 'admin', `admin_rename_member($1, 'sofaheld', 'Name einer echten Person', 'privacy')`, [people.other])
    expect(await told()).toEqual([
      {
        data: expect.objectContaining({
          action: 'deleted',
          rule: 'privacy',
          target_type: 'profile',
          reason: 'Name einer echten Person',
          content_excerpt: 'couchkartoffel',
          decided_by: 'human',
          decision_id: expect.any(String),
        }),
      },
    ])
    const decision = await t.value(`select id from public.moderation_actions where target_user_id = $1`, [people.other])
    const renamed = 'select renamed_to from private.removed_profiles where member_id = $1'
    expect(await t.value(renamed, [people.other])).toBe('sofaheld')
    expect(await call(t, 'admin', `admin_take_back($1, 'Ein Irrtum')`, [decision])).toMatchObject({
      effect: 'Dein Profil steht wieder da, wie es war.',
    })
    const name = 'select nickname from public.profiles where id = $1'
    expect(await t.value(name, [people.other])).toBe('couchkartoffel')

    // A name that the member has chosen since is theirs.
    await call(t, 'admin', `admin_rename_member($1, 'sofaheld', 'Name einer echten Person')`, [people.other])
    await t.owner(`update public.profiles set nickname = 'ganzneu' where id = '${people.other}'`)
    const again = await t.value(
      `select id from public.moderation_actions where target_user_id = $1 and action = 'deleted' and id <> $2`,
      [people.other, decision],
    )
    await call(t, 'admin', `admin_take_back($1, 'Ein Irrtum')`, [again])
    expect(await t.value(name, [people.other])).toBe('ganzneu')
  }),
)

const deletions = ({ decisions }: AdminTransparency) =>
  decisions.by_kind.filter(({ kind }) => kind === 'account_deleted').map(({ total }) => total)

test(
  'whoever is deleted has by mail why, by which rule, and how long a ban goes on; the transparency report counts it',
  harness(async (t) => {
    const letter = async (mailTo: unknown) =>
      t.value(
        `select data ->> 'statement' from private.mail_outbox where template = 'account_deleted' and recipient = $1`,
        [mailTo],
      )
    const address = (id: string) => t.value('select email from public.profiles where id = $1', [id])
    const today = `(now() at time zone 'Europe/Berlin')::date`
    const report = async () => adminTransparency.parse(await call(t, 'admin', `admin_transparency(${today}, ${today})`))

    const wisher = await address(people.member)
    await call(t, 'admin', `admin_delete_member($1, 'Auf eigenen Wunsch.', p_wished => true)`, [people.member])
    expect(await letter(wisher)).toMatch(
      /^Es geht um das Konto „.+“\. Grund: Auf eigenen Wunsch\. Du hast darum gebeten\.$/,
    )
    expect(deletions(await report())).toEqual([])

    const banned = await address(people.other)
    await t.owner('update auth.users set email_confirmed_at = now() where id = $1', [people.other])
    await call(t, 'admin', `admin_ban_member($1, null, 'Werbung', 'content')`, [people.other])
    await call(t, 'admin', `admin_delete_member($1, 'Werbung unter vielen Namen', 'content')`, [people.other])
    const until = await t.value(`select private.german_day(private.berlin_day(now() + interval '3 years'))`)
    expect(await letter(banned)).toBe(
      'Es geht um das Konto „couchkartoffel“. Grund: Werbung unter vielen Namen. Regel: 4. Was sonst nicht geht. ' +
        'Entschieden hat ein Mensch aus dem Team. Deine Sperre bleibt: ' +
        `Registrierst du dich bis zum ${until} wieder mit dieser Adresse, bist du von Neuem dauerhaft gesperrt.`,
    )
    expect(deletions(await report())).toEqual([1])
    expect(
      (
        await t.owner(
          `select target_user_id, rule, reason from public.moderation_actions where action = 'account_deleted'`,
        )
      ).rows,
    ).toEqual([{ target_user_id: null, rule: 'content', reason: 'Werbung unter vielen Namen' }])
  }),
)

test(
  "an admin's direct change of a profile is logged, without the real name",
  harness(async (t) => {
    await t.as('admin', `update public.profiles set bio = 'Vom Team gekürzt' where id = '${people.other}'`)
    const rows = await logged(t)
    expect(rows).toMatchObject([{ action_type: 'update_profile', details: { changed: ['bio'] } }])
    expect(JSON.stringify(rows)).not.toContain('Klarname')
  }),
)
