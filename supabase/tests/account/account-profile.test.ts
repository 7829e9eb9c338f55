import { nicknameAvailability, ownSearchListing } from '@hot/domain/contract/account/account'
import { sitemapEntries } from '@hot/domain/contract/feed'
import { profilePage } from '@hot/domain/contract/member'
import { nicknameSchema } from '@hot/domain/member/nickname'
import { cleanLine } from '@hot/domain/text/sanitize-text'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world } from '../support/world.ts'

const harness = useHarness(createWorld)
const picture = `${people.member}/40000000-0000-4000-8000-000000000001.webp`

const upload = (t: Harness, name: string, person: keyof typeof people = 'member') =>
  t.attempt(person, `insert into storage.objects (bucket_id, name, owner_id) values ('avatars', $1, $2)`, [
    name,
    people[person],
  ])
const update = (t: Harness, bio: string | null, avatar: string | null) =>
  t.attempt('member', 'select public.update_own_profile($1, $2) as profile', [bio, avatar])

const typed = [
  'ab',
  'abc',
  'Anna.Lena_1',
  'Jürgen',
  'GROẞ',
  'Jürgen'.normalize('NFD'),
  '  mit rand  ',
  '  rand ',
  'mit leer',
  'a'.repeat(20),
  'a'.repeat(21),
  'пётр',
  '...',
  '_._',
  'Ａｄｍｉｎ',
  'admin™',
  '™™™',
  'A.d_min',
  'h.o.t',
  'Hot_Team',
  'service_role',
  'Admin1',
  'a-b-c',
  '😀😀😀',
  'null',
  '',
]

test(
  'database and form refuse the same nicknames',
  harness(async (t) => {
    for (const text of typed) {
      const { rows } = await t.as('member', 'select public.nickname_available($1) as answer', [cleanLine(text)])
      const { reason } = nicknameAvailability.parse(rows[0]?.answer)
      expect({ text, fits: reason === null }).toEqual({ text, fits: nicknameSchema.safeParse(text).success })
    }
  }),
)

test(
  'a nickname of another member is taken, in any case; one’s own is not',
  harness(async (t) => {
    const ask = async (nickname: string) =>
      (await t.as('member', 'select public.nickname_available($1) as answer', [nickname])).rows[0]?.answer
    expect(await ask('CouchKartoffel')).toEqual({ available: false, reason: 'taken' })
    expect(await ask('TvNudel')).toEqual({ available: true, reason: null })
    const set = (nickname: string) => t.attempt('member', 'select public.set_nickname($1)', [nickname])
    expect((await set('CouchKartoffel')).error).toMatchObject({ code: '23505', hint: 'nickname_taken' })
    expect((await set('admin')).error).toMatchObject({ code: '23514', hint: 'nickname_reserved' })
    expect((await set('x')).error).toMatchObject({ code: '23514', hint: 'nickname_form' })
    expect((await set(' Neue_Nudel ')).error).toBeUndefined()
    const { rows } = await t.as('guest', `select public.profile_page('tvnudel') ->> 'slug' as slug`)
    expect(rows).toEqual([{ slug: 'neue-nudel' }])
  }),
)

test(
  'checking nicknames ends with 429 after a hundred requests',
  harness(async (t) => {
    const ask = () => t.attempt('member', `select public.nickname_available('frei')`)
    for (let n = 0; n < 100; n++) expect((await ask()).error).toBeUndefined()
    expect(JSON.parse((await ask()).error?.message ?? '{}')).toMatchObject({ hint: 'rate_limited' })
  }),
)

test(
  'pictures: own folder, expected name, ten at most; only their owner can list them',
  harness(async (t) => {
    expect((await upload(t, picture)).error).toBeUndefined()
    for (const name of [
      picture.replace(people.member, people.other),
      `${people.member}/x.webp`,
      `${picture}/../x`,
      'x.webp',
    ])
      expect({ name, code: (await upload(t, name)).error?.code }).toEqual({ name, code: '42501' })
    for (let n = 2; n <= 10; n++)
      expect((await upload(t, picture.replace(/1\.webp$/, `${n % 10}.webp`))).error).toBeUndefined()
    expect((await upload(t, picture.replace(/01\.webp$/, '11.webp'))).error?.code).toBe('42501')
    const seen = async (person: 'member' | 'other') =>
      (await t.as(person, 'select name from storage.objects')).rows.length
    expect([await seen('member'), await seen('other')]).toEqual([10, 0])
    const remove = (person: 'member' | 'other') =>
      t.as(person, 'delete from storage.objects where name = $1', [picture])
    expect((await remove('other')).affected).toBe(0)
    expect((await remove('member')).affected).toBe(1)
  }),
)

test(
  'a profile shows only an existing picture of its own',
  harness(async (t) => {
    expect((await update(t, 'Hallo', picture)).error?.hint).toBe('avatar_missing')
    await upload(t, picture)
    const foreign = picture.replace(people.member, people.other)
    await upload(t, foreign, 'other')
    expect((await update(t, 'Hallo', foreign)).error?.hint).toBe('avatar_not_own')
    expect((await update(t, 'x'.repeat(501), picture)).error?.hint).toBe('bio_too_long')
    expect((await update(t, ' Hallo\n', picture)).rows[0]?.profile).toMatchObject({
      bio: 'Hallo',
      avatar_url: `/storage/v1/object/public/avatars/${picture}`,
    })
    for (const url of [
      'https://evil.example/x.webp',
      `//evil.example/${picture}`,
      picture,
      `/storage/v1/object/public/avatars/${foreign}`,
    ])
      expect(
        (await t.attempt('member', 'update public.profiles set avatar_url = $1 where id = auth.uid()', [url])).error
          ?.hint,
      ).toBe('avatar_not_own')
    expect((await update(t, null, null)).rows[0]?.profile).toMatchObject({ bio: null, avatar_url: null })
  }),
)

test(
  'every notification type can be switched off, except warnings, rejections and staff roles',
  harness(async (t) => {
    const settings = async () =>
      (await t.as('member', 'select public.notification_settings() as answer')).rows[0]?.answer as {
        type: string
        enabled: boolean
        changeable: boolean
      }[]
    const set = (type: string) => t.attempt('member', 'select public.set_notification_setting($1, false)', [type])
    for (const { type, changeable } of await settings()) {
      const { error } = await set(type)
      expect({ type, hint: error?.hint }).toEqual({ type, hint: changeable ? undefined : 'not_changeable' })
    }
    expect((await settings()).filter(({ enabled }) => enabled).map(({ type }) => type)).toEqual([
      'post_rejected',
      'warning',
      'team_role',
    ])
    expect((await set('gibt_es_nicht')).error?.hint).toBe('not_changeable')
    expect(await t.value(`select private.notify('${people.member}', 'mention', 'x', 'y')`)).toBeNull()
    expect(await t.value(`select private.notify('${people.member}', 'warning', 'x', 'y')`)).not.toBeNull()
  }),
)

test(
  'all can rest at once, except what is always told; what was chosen for each type comes back with it',
  harness(async (t) => {
    const told = async (type: string) =>
      (await t.value(`select private.notify('${people.member}', '${type}', 'x', 'y')`)) !== null
    const set = (type: string, enabled: boolean) =>
      t.as('member', 'select public.set_notification_setting($1, $2)', [type, enabled])
    await set('report_outcome', false)
    await set('all', false)
    expect([await told('mention'), await told('report_outcome'), await told('warning')]).toEqual([false, false, true])
    const { rows } = await t.as('member', 'select public.notification_settings() as answer')
    const answer = rows[0]?.answer as { type: string; enabled: boolean }[]
    expect(answer[0]).toEqual({ type: 'all', changeable: true, enabled: false, channel: 'push' })
    expect(answer.find(({ type }) => type === 'mention')?.enabled).toBe(true)
    await set('all', true)
    expect([await told('mention'), await told('report_outcome')]).toEqual([true, false])
  }),
)

test(
  'a nickname cannot end like a web address; existing ones are kept',
  harness(async (t) => {
    const nickname = (name: string) => t.attempt('member', 'select public.set_nickname($1)', [name])
    expect((await nickname('web.de')).error).toMatchObject({ code: '23514', hint: 'nickname_form' })
    const asked = await t.as('member', `select public.nickname_available('gmail.com') as answer`)
    expect(asked.rows).toEqual([{ answer: { available: false, reason: 'form' } }])
    const direct = `update public.profiles set nickname = 'gmx.net' where id = auth.uid()`
    expect((await t.attempt('member', direct)).error?.hint).toBe('nickname_form')
    await t.owner('alter table public.profiles disable trigger profiles_20_slug')
    await t.owner(`update public.profiles set nickname = 'web.de' where id = '${people.member}'`)
    await t.owner('alter table public.profiles enable trigger profiles_20_slug')
    expect((await t.attempt('member', `update public.profiles set bio = 'neu' where id = auth.uid()`)).affected).toBe(1)
    expect((await nickname('web.de')).error).toBeUndefined()
  }),
)

test(
  'of two forms that are open at once none takes back what the other has stored, unless that was seen',
  harness(async (t) => {
    const save = (bio: string | null, seen: object) =>
      t.attempt('member', 'select public.update_own_profile($1, null, $2) as profile', [bio, seen])
    const stored = async () => (await t.as('member', `select public.own_profile() ->> 'bio' as bio`)).rows[0]?.bio
    await update(t, 'Alt', null)
    expect((await save('Neu', { bio: 'Alt', avatar_path: null })).error).toBeUndefined()
    // The other form only changes the picture, and has the bio of before.
    expect((await save('Alt', { bio: 'Alt', avatar_path: null })).error).toBeUndefined()
    expect(await stored()).toBe('Neu')
    expect((await save('Ganz anders', { bio: 'Alt' })).error?.hint).toBe('changed_meanwhile')
    expect(await stored()).toBe('Neu')
    expect((await save('Neu', { bio: 'Alt' })).error).toBeUndefined()
    expect((await save('Ganz anders', { bio: 'Neu' })).error).toBeUndefined()
    expect(await stored()).toBe('Ganz anders')
  }),
)

test(
  'a bio saved by a form with an old picture keeps the new one',
  harness(async (t) => {
    await t.owner(`update public.profiles set avatar_url = 'https://example.de/neu.webp' where id = $1`, [
      people.member,
    ])
    const seen = { bio: null, avatar_path: `${people.member}/alt.webp` }
    const { rows, error } = await t.attempt('member', 'select public.update_own_profile($1, $2, $3) as profile', [
      'Text',
      seen.avatar_path,
      seen,
    ])
    expect(error).toBeUndefined()
    expect(rows[0]?.profile).toMatchObject({ bio: 'Text', avatar_url: 'https://example.de/neu.webp' })
  }),
)

test(
  'search engines list a profile with something public, unless its member is banned or does not want it',
  harness(async (t) => {
    const state = async (who: 'member' | 'other') => {
      const slug = await t.value(`select slug from public.profiles where id = '${people[who]}'`)
      const page = profilePage.parse((await t.as('guest', 'select public.profile_page($1) as a', [slug])).rows[0]?.a)
      const { rows } = await t.as('guest', `select public.sitemap_entries('member') as a`)
      const isNamed = sitemapEntries.parse(rows[0]?.a).items.some(({ path }) => path === `/user/${slug}`)
      const own = ownSearchListing.parse((await t.as(who, 'select public.own_search_listing() as a')).rows[0]?.a)
      expect([isNamed, own.listed], 'page, sitemap and settings agree').toEqual([page.listed, page.listed])
      return page.listed
    }
    const choose = (wanted: boolean) => t.as('other', 'select public.set_search_listing($1)', [wanted])

    expect(await state('other')).toBe(true)
    expect(await state('member'), 'nothing written').toBe(false)
    await t.owner(
      `insert into public.community_posts (title, type, author_id) values ('Das liest noch keiner', 'discussion', '${people.member}')`,
    )
    expect(await state('member'), 'a post that waits').toBe(false)
    await t.as('member', `insert into public.comments (post_id, content) values ('${world.discussion}', 'Endlich!')`)
    expect(await state('member')).toBe(true)
    await t.owner(`update public.comments set deleted_at = now(), content = '' where author_id = '${people.member}'`)
    expect(await state('member'), 'the only comment is deleted').toBe(false)

    await choose(false)
    expect(await state('other'), 'unwanted').toBe(false)
    await choose(true)
    await t.owner(`update public.profiles set is_banned = true where id = '${people.other}'`)
    expect(await state('other'), 'banned').toBe(false)
    await choose(false)
    await t.owner(`update public.profiles set banned_until = now() - interval '1 minute' where id = '${people.other}'`)
    expect(await state('other'), 'chosen while banned').toBe(false)
    await choose(true)
    expect(await state('other'), 'the ban is over').toBe(true)
    expect((await t.attempt('guest', 'select in_search_engines from public.profiles')).error?.code).toBe('42501')
    expect(
      (await t.attempt('other', `update public.profiles set in_search_engines = false`)).error?.code,
      'only by the RPC',
    ).toBe('42501')
  }),
)
