import { ownFollows } from '@hot/domain/contract/account/ties'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
type Name = keyof typeof people

const follow = (t: Harness, who: Name, type: string, id: string, channel = 'usual') =>
  t.attempt(who, 'select public.set_follow($1, $2, $3) as answer', [type, id, channel])
const comment = (t: Harness, who: Name, content: string, post: string = w.discussion, parent: string | null = null) =>
  t.as(who, 'insert into public.comments (post_id, parent_id, content) values ($1, $2, $3)', [post, parent, content])
/** A post by `who`, approved by the team. */
async function publish(
  t: Harness,
  who: Name,
  tags: string[],
  id: string = w.fresh,
  title = 'Mandy packt aus',
  text = 'Was haltet ihr davon?',
) {
  await t.as(who, 'select public.create_post($1, $2, $3, $4, $5)', [id, 'discussion', title, text, tags])
  await t.as('moderator', `update public.community_posts set status = 'approved' where id = '${id}'`)
}
/** `type channel: message` of everything a person was told. */
async function told(t: Harness, who: Name): Promise<string[]> {
  await t.settled()
  const { rows } = await t.owner(
    'select type, channel, message from public.notifications where user_id = $1 order by created_at, type',
    [people[who]],
  )
  return rows.map(({ type, channel, message }) => `${type} ${channel}: ${message}`)
}
const aboutMandy = 'tagged_post app: Neu zu Mandy Pfefferkorn: „Mandy packt aus“.'

test(
  'what is followed is listed with name and address for whoever follows, and nobody else',
  harness(async (t) => {
    await follow(t, 'member', 'format', w.format)
    await follow(t, 'member', 'post', w.discussion, 'off')
    await follow(t, 'member', 'member', people.other, 'push')
    const listed = ownFollows.parse((await t.as('member', 'select public.own_follows() as answer')).rows[0]?.answer)
    expect(listed.map(({ type, channel, title }) => [type, channel, title]).sort()).toEqual([
      ['format', null, 'Sommerhaus der Stars'],
      ['member', 'push', 'couchkartoffel'],
      ['post', 'off', 'Wer zieht dieses Jahr ein?'],
    ])
    expect((await t.as('other', 'select public.own_follows() as answer')).rows[0]?.answer).toEqual([])
    expect((await t.attempt('other', 'select * from private.follows')).error?.code).toBe('42501')
    await follow(t, 'member', 'format', w.format, 'none')
    expect((await t.as('member', 'select public.own_follows() as answer')).rows[0]?.answer).toHaveLength(2)
  }),
)

test.each([
  ['oneself', 'member', people.member, 'usual', 'own_account'],
  ['a post that waits for approval', 'post', w.pendingPost, 'usual', 'target_gone'],
  ['a hidden format', 'format', w.inactiveFormat, 'usual', 'target_gone'],
  ['an unknown kind', 'season', w.season, 'usual', 'unknown_type'],
  ['an unknown channel', 'format', w.format, 'fax', 'unknown_type'],
])('%s cannot be followed', (_, type, id, channel, hint) =>
  harness(async (t) => {
    expect((await follow(t, 'member', type, id, channel)).error?.hint).toBe(hint)
  })(),
)

test(
  'whom a post mentions is told when it is published, instead of all else that it means to them, and only if they want it',
  harness(async (t) => {
    await follow(t, 'admin', 'member', people.member)
    await t.owner(
      `insert into public.notification_preferences (user_id, type, enabled) values ('${people.other}', 'mention', false)`,
    )
    await follow(t, 'other', 'member', people.member)
    const { rows } = await t.owner('select nickname from public.public_profiles where id = any($1) order by id', [
      [people.admin, people.other],
    ])
    const names = rows.map(({ nickname }) => `@${String(nickname)}`).join(' und ')
    await publish(t, 'member', [w.star], w.fresh, 'Mandy packt aus', `${names}, was meint ihr? @niemand auch?`)
    expect(await told(t, 'admin')).toEqual(['mention push: tvnudel hat dich bei „Mandy packt aus“ erwähnt.'])
    expect(await told(t, 'other')).toEqual(['member_post push: tvnudel hat „Mandy packt aus“ geschrieben.'])
  }),
)

test(
  'a new post of a star, a format or a member is told once to each follower, when it is approved for the first time',
  harness(async (t) => {
    await t.owner(`insert into public.star_fans (star_id, user_id) values ('${w.star}', '${people.admin}')`)
    await follow(t, 'banned', 'format', w.format)
    await follow(t, 'other', 'member', people.member)
    await follow(t, 'other', 'format', w.format)
    await publish(t, 'member', [w.star, w.format])
    expect(await told(t, 'admin')).toEqual([aboutMandy])
    expect(await told(t, 'banned')).toEqual(['tagged_post app: Neu zu Sommerhaus der Stars: „Mandy packt aus“.'])
    expect(await told(t, 'other')).toEqual(['member_post push: tvnudel hat „Mandy packt aus“ geschrieben.'])
    // Not again after a change.
    await t.owner(`update public.community_posts set status = 'pending' where id = '${w.fresh}'`)
    await t.as('moderator', `update public.community_posts set status = 'approved' where id = '${w.fresh}'`)
    expect(await told(t, 'admin')).toEqual([aboutMandy])
  }),
)

test(
  'several posts within a day are one unread notification; one that was read stays',
  harness(async (t) => {
    await t.owner(`insert into public.star_fans (star_id, user_id) values ('${w.star}', '${people.admin}')`)
    await publish(t, 'member', [w.star])
    await t.settled()
    await publish(t, 'member', [w.star], w.draft, 'Mandy schweigt wieder')
    expect(await told(t, 'admin')).toEqual([
      'tagged_post app: 2 neue Beiträge zu Mandy Pfefferkorn, zuletzt „Mandy schweigt wieder“.',
    ])
    await t.owner('update public.notifications set read = true')
    await publish(t, 'member', [w.star], w.news, 'Mandy redet doch noch')
    expect(await told(t, 'admin')).toHaveLength(2)
  }),
)

test(
  'silence is kept: a star, a member who is muted or blocked, a type that is off, one’s own post, imports',
  harness(async (t) => {
    await t.owner(`insert into public.star_fans (star_id, user_id) select '${w.star}', id from public.profiles`)
    await follow(t, 'admin', 'star', w.star, 'off')
    await t.as('other', `select public.set_block('${people.member}', 'mute')`)
    await t.as('banned', `insert into public.notification_preferences (type, enabled) values ('tagged_post', false)`)
    await t.owner(`insert into public.community_posts (id, title, type, author_id, status, tags)
      values ('${w.draft}', 'Aus einem Import', 'discussion', '${people.admin}', 'approved', array['${w.star}'::uuid])`)
    await publish(t, 'member', [w.star])
    for (const person of ['admin', 'other', 'banned', 'member'] as const)
      expect((await told(t, person)).filter((line) => line.startsWith('tagged_post'))).toEqual([])
    expect(await told(t, 'moderator')).toEqual([aboutMandy])
  }),
)

test(
  'whoever is blocked follows as before, or anew, with the answer of everybody, and hears nothing until the block ends',
  harness(async (t) => {
    const own = async (who: Parameters<typeof follow>[1]) =>
      (await t.as(who, 'select public.own_follows() as answer')).rows[0]?.answer as { id: string }[]
    const ids = async (who: Parameters<typeof follow>[1]) => (await own(who)).map(({ id }) => id)
    await follow(t, 'other', 'member', people.member)
    await follow(t, 'member', 'member', people.other)
    await t.as('member', `select public.set_block('${people.other}', 'block')`)
    expect([await ids('other'), await ids('member')]).toEqual([[people.member], []])
    for (const wish of ['none', 'usual', 'app'])
      expect((await follow(t, 'other', 'member', people.member, wish)).error).toBeUndefined()
    expect(await ids('other')).toEqual([people.member])
    await publish(t, 'member', [])
    expect(await told(t, 'other')).toEqual([])
    // The blocker knows of it: refused as for a banned member.
    const refusals = [
      await follow(t, 'member', 'member', people.other),
      await follow(t, 'other', 'member', people.banned),
    ].map(({ error }) => [error?.code, error?.hint, error?.message])
    expect(refusals[0]?.slice(0, 2)).toEqual(['42501', 'follow_closed'])
    expect(refusals[1]).toEqual(refusals[0])
    await t.as('member', `select public.set_block('${people.other}', null)`)
    await publish(t, 'member', [], crypto.randomUUID(), 'Wieder da')
    expect((await told(t, 'other')).length).toBe(1)
  }),
)

test(
  'whoever follows a post hears of comments; whoever has commented hears of them once',
  harness(async (t) => {
    await follow(t, 'member', 'post', w.discussion)
    await follow(t, 'moderator', 'post', w.discussion)
    await comment(t, 'moderator', 'Erster')
    await t.settled()
    await t.owner('delete from public.notifications')
    await comment(t, 'admin', 'Zweite')
    expect((await told(t, 'member')).map((line) => line.split(' ')[0])).toEqual(['followed_comment'])
    expect((await told(t, 'moderator')).map((line) => line.split(' ')[0])).toEqual(['subsequent_comment'])
    expect((await told(t, 'other')).map((line) => line.split(' ')[0])).toEqual(['comment_on_post'])
  }),
)

test(
  'a silenced post tells its author and its commenters nothing but mentions',
  harness(async (t) => {
    await comment(t, 'member', 'Erster')
    await t.settled()
    await t.owner('delete from public.notifications')
    await follow(t, 'other', 'post', w.discussion, 'off')
    await follow(t, 'member', 'post', w.discussion, 'off')
    await comment(t, 'admin', 'Zweite', w.discussion, w.comment)
    await t.as('admin', `insert into public.post_reactions (post_id, reaction) values ('${w.discussion}', 'heart')`)
    expect(await told(t, 'other')).toEqual([])
    expect(await told(t, 'member')).toEqual([])
    await comment(t, 'admin', 'Hallo @tvnudel')
    expect((await told(t, 'member')).map((line) => line.split(' ')[0])).toEqual(['mention'])
  }),
)

test(
  'a silenced topic silences threads about it that one has commented, but not one’s own post',
  harness(async (t) => {
    await comment(t, 'member', 'Erster')
    await t.settled()
    await t.owner('delete from public.notifications')
    for (const person of ['member', 'other'] as const) await follow(t, person, 'star', w.star, 'off')
    await comment(t, 'admin', 'Zweite')
    expect(await told(t, 'member')).toEqual([])
    expect((await told(t, 'other')).map((line) => line.split(' ')[0])).toEqual(['comment_on_post'])
  }),
)

test(
  'only what goes to devices is queued for them; the channel of a post comes before that of the type',
  harness(async (t) => {
    await t.owner(`insert into public.push_devices (id, user_id, kind, token, environment)
      values ('${w.fresh}', '${people.other}', 'ios', repeat('a1', 32), 'production')`)
    const queued = () => t.value('select count(*)::int from private.push_queue')
    await t.as('other', `select public.set_notification_setting('comment_on_post', true, 'app')`)
    await comment(t, 'member', 'Eins')
    expect((await told(t, 'other'))[0]).toMatch(/^comment_on_post app/)
    expect(await queued()).toBe(0)
    await follow(t, 'other', 'post', w.discussion, 'push')
    await t.owner(`update public.notifications set created_at = now() - interval '1 hour'`)
    await comment(t, 'admin', 'Zwei')
    expect((await told(t, 'other'))[0]).toMatch(/^comment_on_post push/)
    expect(await queued()).toBe(1)
  }),
)

test(
  'a broadcast today is told once, to followers of its format, in the app until they choose otherwise',
  harness(async (t) => {
    // In a moment, whatever time it is; rounded to seconds it must not be now.
    await t.owner(`update public.calendar_events set format_id = '${w.format}', channel = 'RTL',
      event_date = (private.berlin_now() + interval '2 seconds')::date, event_time = (private.berlin_now() + interval '2 seconds')::time
      where id = '${w.event}'`)
    const time = await t.value(
      `select to_char(event_time, 'HH24:MI') from public.calendar_events where id = '${w.event}'`,
    )
    await follow(t, 'member', 'format', w.format)
    await follow(t, 'admin', 'format', w.format)
    await follow(t, 'other', 'format', w.format)
    await t.as('member', `select public.set_notification_setting('format_today', true, 'push')`)
    await t.as('other', `select public.set_notification_setting('format_today', false)`)
    await t.owner('select private.announce_broadcasts()')
    await t.owner('select private.announce_broadcasts()')
    const said = (channel: string) => [
      expect.stringMatching(
        `^format_today ${channel}: Sommerhaus der Stars läuft heute( Nacht)? um ${time} bei RTL\\.$`,
      ),
    ]
    expect(await told(t, 'member')).toEqual(said('push'))
    expect(await told(t, 'admin')).toEqual(said('app'))
    expect(await told(t, 'other')).toEqual([])
  }),
)

test(
  'followers of a format are told once that a broadcast is cancelled; of a whole series only of the next one',
  harness(async (t) => {
    const cancel = (cancelled: boolean) =>
      t.as('moderator', 'update public.calendar_events set is_cancelled = $1 where format_id = $2', [
        cancelled,
        w.format,
      ])
    await t.owner(`update public.calendar_events set format_id = '${w.format}', event_date = '2027-03-02', event_time = '20:15'
      where id = '${w.event}'`)
    await t.owner(`insert into public.calendar_events (title, format_id, event_date) values
      ('Später', '${w.format}', '2027-03-09'), ('Vorbei', '${w.format}', '2020-01-01')`)
    await follow(t, 'member', 'format', w.format)
    await follow(t, 'admin', 'format', w.format, 'off')
    await cancel(true)
    expect(await told(t, 'member')).toEqual([
      'broadcast_cancelled app: Sommerhaus der Stars fällt am 2.3. um 20:15 aus.',
    ])
    expect(await told(t, 'admin')).toEqual([])
    await cancel(false)
    await cancel(true)
    expect(await told(t, 'member')).toHaveLength(1)
  }),
)

test(
  'nobody is told of a broadcast that was cancelled by mistake for a moment, nor in the morning of one that is',
  harness(async (t) => {
    await t.owner(
      `update public.calendar_events set format_id = '${w.format}', event_date = '2027-03-02' where id = '${w.event}'`,
    )
    await follow(t, 'member', 'format', w.format)
    const set = (part: string) => t.owner(`update public.calendar_events set ${part} where id = '${w.event}'`)
    await set('is_cancelled = true')
    await set('is_cancelled = false')
    expect(await told(t, 'member')).toEqual([])
    await set(`is_cancelled = true, event_date = (private.berlin_now() + interval '2 seconds')::date,
      event_time = (private.berlin_now() + interval '2 seconds')::time`)
    await t.owner('select private.announce_broadcasts()')
    expect((await told(t, 'member')).filter((line) => line.startsWith('format_today'))).toEqual([])
  }),
)

test(
  'a thousand fans are told in portions, each once, although the job stops in between',
  harness(async (t) => {
    await t.platform(`insert into auth.users (id, email, created_at)
      select gen_random_uuid(), 'fan' || n || '@gmail.com', now() from generate_series(1, 1000) n`)
    await t.owner(
      `insert into public.star_fans (star_id, user_id) select '${w.star}', id from public.profiles where email like 'fan%'`,
    )
    await publish(t, 'member', [w.star])
    const told = () => t.value(`select count(*)::int from public.notifications where type = 'tagged_post'`)
    expect(await t.value('select private.deliver_announcements(400)')).toBe(400)
    expect(await told()).toBe(400)
    await t.settled()
    expect(await told()).toBe(1000)
    expect(
      await t.value(`select count(distinct user_id)::int from public.notifications where type = 'tagged_post'`),
    ).toBe(1000)
    // Nobody of them is left as the last one.
    expect(
      await t.value(`select bool_and(done_at is not null and told_up_to::text ~ '^[0-]+$') from private.announcements`),
    ).toBe(true)
  }),
)

test(
  'what is gone is no longer followed',
  harness(async (t) => {
    await follow(t, 'member', 'post', w.discussion)
    await follow(t, 'member', 'member', people.other)
    await t.owner(`delete from public.community_posts where id = '${w.discussion}'`)
    await t.platform(`delete from auth.users where id = '${people.other}'`)
    expect(await t.value('select count(*)::int from private.follows')).toBe(0)
  }),
)

test.each([
  ['of a kind that no noun tells', `('nonsense', '${w.discussion}', null)`, 'announcements_kind_is_told'],
  [
    'of a function that is no kind',
    `('post(uuid,uuid,integer) --', '${w.discussion}', null)`,
    'announcements_kind_is_told',
  ],
  ['of two things at once', `('post', '${w.discussion}', '${w.season}')`, 'announcements_one_subject'],
  ['of nothing', `('post', null, null)`, 'announcements_one_subject'],
])('an announcement %s is refused', (_, row, constraint) =>
  harness(async (t) => {
    const told = t.owner(`insert into private.announcements (kind, post_id, subject_id) values ${row}`)
    await expect(told).rejects.toMatchObject({ code: '23514', message: expect.stringContaining(constraint) })
  })(),
)
