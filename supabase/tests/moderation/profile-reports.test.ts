import { adminTransparency } from '@hot/domain/contract/admin/staff'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { cases, confirm, decide, told } from './report-steps.ts'

const harness = useHarness(async (t) => {
  await createWorld(t)
  await t.owner(`update public.profiles set bio = 'Alles Idioten', avatar_url = 'https://hot.example/bild.webp'
    where id = '${people.other}'`)
})

const report = (t: Harness, person: 'member' | 'other' | 'guest', target: string = people.other) =>
  t.attempt(
    person,
    `select public.report_content(null, 'profile', '${target}', 'insult', 'Der Text', true, 'Gisela Gast', 'gisela@example.org') as answer`,
  )
const profile = async (t: Harness) =>
  (await t.as('guest', `select nickname, bio, avatar_url from public.public_profiles where id = '${people.other}'`))
    .rows[0]

test(
  'members and guests report a profile; their reports are one case that shows it; nobody reports themselves or nobody',
  harness(async (t) => {
    expect((await report(t, 'member')).rows[0]?.answer).toEqual({ state: 'open' })
    expect((await report(t, 'member')).rows[0]?.answer).toEqual({ state: 'known' })
    expect((await report(t, 'guest')).rows[0]?.answer).toEqual({ state: 'confirm' })
    expect(await t.value('select data ->> $1 from private.mail_outbox', ['target'])).toBe('Profil')
    await confirm(t)
    expect((await report(t, 'other')).error).toMatchObject({ hint: 'own_content', message: 'Das bist du selbst.' })
    expect((await report(t, 'member', w.fresh)).error?.hint).toBe('target_gone')
    expect((await cases(t)).items).toMatchObject([
      {
        target_type: 'profile',
        target_id: people.other,
        count: 2,
        content: null,
        profile: { member: { nickname: 'couchkartoffel' }, bio: 'Alles Idioten' },
        author: { member: { nickname: 'couchkartoffel' } },
      },
    ])
    expect((await cases(t, `'open', 'post'`)).items).toEqual([])
    expect((await cases(t, `'open', 'profile'`)).items).toHaveLength(1)
  }),
)

test(
  'staff reset what they choose, and must choose something',
  harness(async (t) => {
    await report(t, 'member')
    const [item] = (await cases(t)).items
    const nothing = await t.attempt(
      'moderator',
      `select public.moderate_case('${item?.report_id}', '${people.other}', 'profile', 'delete', 'Regel 1')`,
    )
    expect(nothing.error).toMatchObject({ hint: 'case_parts', message: 'Wähl aus, was am Profil zurückgesetzt wird.' })
    await decide(t, item, 'delete', `, p_parts => '{bio}'`)
    const { rows } = await t.owner(
      'select target_profile_id, good_faith, resolved_by, action_reason from public.reports',
    )
    expect(rows).toEqual([
      { target_profile_id: people.other, good_faith: true, resolved_by: people.moderator, action_reason: 'Regel 1' },
    ])
    expect(await profile(t)).toMatchObject({ nickname: 'couchkartoffel', bio: null })
    expect((await profile(t))?.avatar_url).not.toBeNull()
    const [news] = await told(t, 'other')
    expect(String(news?.message)).toContain(
      'Wir haben dein Profil zurückgesetzt. Es geht um dein Profil: „couchkartoffel: Alles Idioten“.',
    )
    expect(await told(t, 'member')).toMatchObject([{ message: expect.stringContaining('das Profil zurückgesetzt') }])
    expect((await cases(t, `'closed'`)).items).toMatchObject([
      { target_type: 'profile', decision: { action: 'deleted' } },
    ])
  }),
)

test(
  'nickname and picture go, with the files; a lifted decision brings the nickname back unless another was chosen',
  harness(async (t) => {
    await t.owner(
      `insert into storage.objects (bucket_id, name, owner) values ('avatars', '${people.other}/a.webp', '${people.other}')`,
    )
    await report(t, 'member')
    const [item] = (await cases(t)).items
    await decide(t, item, 'delete', `, p_parts => '{nickname,bio,avatar}'`)
    expect(await profile(t)).toMatchObject({
      nickname: expect.stringMatching(/^Mitglied_[0-9a-f]{8}$/),
      bio: null,
      avatar_url: null,
    })
    expect(await t.value(`select count(*)::int from storage.objects where bucket_id = 'avatars'`)).toBe(0)
    const decision = await t.value(`select id from public.moderation_actions where action = 'deleted'`)
    const appeal = `select public.file_appeal('${decision}', 'Das war ein Zitat') ->> 'id' as id`
    await t.as('other', appeal)
    const id = await t.value('select id from public.appeals')
    await t.as('admin', `select public.admin_decide_appeal('${id}', 'overturned', 'Stimmt')`)
    expect(await profile(t)).toMatchObject({ nickname: 'couchkartoffel', bio: 'Alles Idioten', avatar_url: null })
  }),
)

test(
  'warning and ban work as for content, and may reset too; moderators do not reset the team',
  harness(async (t) => {
    await report(t, 'member')
    const [item] = (await cases(t)).items
    await decide(t, item, 'warn', `, 'high', p_remove => true, p_parts => '{bio}'`)
    expect(await profile(t)).toMatchObject({ bio: null })
    expect((await told(t, 'other')).map(({ title }) => title)).toContain('Verwarnung (Schwerwiegend)')
    await report(t, 'member', people.admin)
    const [ofAdmin] = (await cases(t)).items
    const refused = await t.attempt(
      'moderator',
      `select public.moderate_case('${ofAdmin?.report_id}', '${people.admin}', 'profile', 'delete', 'Regel 1', p_parts => '{bio}')`,
    )
    expect(refused.error).toMatchObject({ code: '42501', hint: 'staff_profile' })
  }),
)

test(
  'the transparency figures count them; reports of a deleted account are purged',
  harness(async (t) => {
    await report(t, 'member')
    const figures = async () =>
      adminTransparency.parse(
        (await t.as('moderator', 'select public.admin_transparency(current_date - 1, current_date + 1) as a')).rows[0]
          ?.a,
      ).notices
    expect(await figures()).toMatchObject({ total: 1, on_profiles: 1, on_posts: 0 })
    await t.platform(`delete from auth.users where id = '${people.other}'`)
    expect((await cases(t)).items).toEqual([])
    expect((await t.as('moderator', 'select public.admin_purge_orphan_reports() as a')).rows[0]?.a).toEqual({
      purged: 1,
    })
  }),
)
