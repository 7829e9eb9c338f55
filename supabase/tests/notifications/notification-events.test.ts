import { notificationsPage } from '@hot/domain/contract/community'
import { notificationText } from '@hot/domain/notification/text'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const answer = '40000000-0000-4000-8000-000000000001'
const title = 'Wer zieht dieses Jahr ein?'

const comment = (content: string, post: string = w.discussion, parent: string | null = null, id = w.fresh) =>
  `insert into public.comments (id, post_id, parent_id, content)
   values ('${id}', '${post}', ${parent ? `'${parent}'` : 'null'}, '${content}')`
const react = (reaction: string) =>
  `insert into public.post_reactions (post_id, reaction) values ('${w.discussion}', '${reaction}')
   on conflict (post_id, user_id) do update set reaction = excluded.reaction`

/** Notifications as `person type: message`. */
const told = async (t: Harness): Promise<string[]> => {
  const { rows } = await t.owner('select user_id::text as id, type, message from public.notifications')
  const nameOf = (id: unknown) => Object.entries(people).find(([, value]) => value === id)?.[0]
  return rows.map(({ id, type, message }) => `${nameOf(id)} ${type}: ${message}`)
}

type Deed = [who: keyof typeof people, sql: string]
const cases: [what: string, deeds: Deed[], expected: string[]][] = [
  [
    'a comment tells the author',
    [['member', comment('Na')]],
    [`other comment_on_post: tvnudel hat deinen Beitrag „${title}“ kommentiert.`],
  ],
  [
    'own comments, votes and reactions tell nobody',
    [
      ['other', comment('Ich')],
      ['other', react('heart')],
    ],
    [],
  ],
  [
    'two people in one day are one row that names the latest',
    [
      ['member', comment('Eins')],
      ['admin', comment('Zwei', w.discussion, null, answer)],
    ],
    [
      `member subsequent_comment: chefin hat nach dir zu „${title}“ geschrieben.`,
      `other comment_on_post: chefin und eine weitere Person haben deinen Beitrag „${title}“ kommentiert.`,
    ],
  ],
  [
    'several reactions are one row that names none of them',
    [
      ['member', react('heart')],
      ['admin', react('poop')],
    ],
    [`other reaction_on_post: chefin und eine weitere Person haben auf deinen Beitrag „${title}“ reagiert.`],
  ],
  [
    'an answer tells who is answered, the author and whoever commented before, each once',
    [
      ['member', comment('Eins')],
      ['admin', comment('Drei', w.discussion, null, w.draft)],
      ['moderator', comment('Antwort', w.discussion, w.fresh, answer)],
    ],
    [
      `member reply_to_comment: lagerwache hat auf deinen Kommentar zu „${title}“ geantwortet.`,
      `member subsequent_comment: lagerwache hat auf deinen Kommentar zu „${title}“ geantwortet.`,
      `admin subsequent_comment: lagerwache hat nach dir zu „${title}“ geschrieben.`,
      `member subsequent_comment: chefin hat nach dir zu „${title}“ geschrieben.`,
      `other comment_on_post: lagerwache und 2 weitere haben deinen Beitrag „${title}“ kommentiert.`,
    ],
  ],
  [
    'who is mentioned is told of that only, without case, once, and nobody by an address',
    [['member', comment('@Couchkartoffel und @chefin. @CHEFIN, frag bert@lagerwache.de @tvnudel @niemand')]],
    [
      `admin mention: tvnudel hat dich bei „${title}“ erwähnt.`,
      `other mention: tvnudel hat dich bei „${title}“ erwähnt.`,
    ],
  ],
  [
    'an edit tells only whom it mentions anew',
    [
      ['member', comment('Hey @chefin')],
      ['member', `update public.comments set content = 'Hey @chefin und @lagerwache' where id = '${w.fresh}'`],
    ],
    [
      `other comment_on_post: tvnudel hat deinen Beitrag „${title}“ kommentiert.`,
      `admin mention: tvnudel hat dich bei „${title}“ erwähnt.`,
      `moderator mention: tvnudel hat dich bei „${title}“ erwähnt.`,
    ],
  ],
  [
    'a reaction changed and taken back and given again is one notification',
    [
      ['member', react('heart')],
      ['member', react('poop')],
      ['member', 'delete from public.post_reactions where user_id = auth.uid()'],
      ['member', react('heart')],
    ],
    [`other reaction_on_post: tvnudel hat auf deinen Beitrag „${title}“ mit ❤️ reagiert.`],
  ],
  [
    'reactions on comments, votes on rumors and polls',
    [
      ['member', `insert into public.comment_reactions (comment_id, reaction) values ('${w.comment}', 'poop')`],
      ['member', `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'disagree')`],
      ['member', `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.option}')`],
    ],
    [
      `other reaction_on_comment: tvnudel hat auf deinen Kommentar zu „${title}“ mit 💩 reagiert.`,
      'other vote_on_poll: tvnudel hat in deiner Umfrage „Wer gewinnt die Staffel?“ abgestimmt.',
      'other vote_on_rumor: tvnudel hat über dein Gerücht „Mandy zieht ins Sommerhaus“ abgestimmt: Stimmt nicht.',
    ],
  ],
  [
    'who has switched mentions off is told of the comment as of any other',
    [
      ['other', `insert into public.notification_preferences (type, enabled) values ('mention', false)`],
      ['member', comment('@couchkartoffel')],
    ],
    [`other comment_on_post: tvnudel hat deinen Beitrag „${title}“ kommentiert.`],
  ],
]

test.each(cases)('%s', (_, deeds, expected) =>
  harness(async (t) => {
    for (const [who, sql] of deeds) await t.as(who, sql)
    await t.settled()
    expect((await told(t)).sort()).toEqual([...expected].sort())
  })(),
)

/** What a member's list shows, as the app words it, and the number on the bell. */
const listed = async (t: Harness, who: keyof typeof people) => {
  const { rows } = await t.as(who, 'select public.notifications_page() as page')
  const { items } = notificationsPage.parse(rows[0]?.page)
  const unread = await t.as(who, `select public.get_unread_notification_count('${people[who]}') as n`)
  return { texts: items.map((item) => notificationText(item).text), unread: Number(unread.rows[0]?.n) }
}
const switchOff = (type: string) =>
  `insert into public.notification_preferences (type, enabled) values ('${type}', false)`

test(
  'who is answered sees it in list and badge, once, also as the author of the post; several answers are one row',
  harness(async (t) => {
    await t.as('member', comment('Eins'))
    await t.as('admin', comment('Antwort', w.discussion, w.fresh, answer))
    await t.as('moderator', comment('Noch eine', w.discussion, w.fresh, w.draft))
    await t.settled()
    expect(await listed(t, 'member')).toEqual({
      texts: [`lagerwache und eine weitere Person haben auf deinen Kommentar zu „${title}“ geantwortet`],
      unread: 1,
    })
    await t.as('other', 'update public.notifications set read = true')
    await t.as('member', comment('Zu deinem', w.discussion, w.comment, '40000000-0000-4000-8000-000000000009'))
    await t.settled()
    const author = await listed(t, 'other')
    // All of a test has one time, so their order is open.
    expect(author.texts).toContain(`tvnudel hat auf deinen Kommentar zu „${title}“ geantwortet`)
    expect(author.unread).toBe(1)
  }),
)

test.each<[off: string[], unread: number]>([
  [['subsequent_comment'], 1],
  [['reply_to_comment'], 0],
])('with %j off, an answer is told %i times', (off, unread) =>
  harness(async (t) => {
    for (const type of off) await t.as('member', switchOff(type))
    await t.as('member', comment('Eins'))
    await t.as('admin', comment('Antwort', w.discussion, w.fresh, answer))
    await t.settled()
    expect((await listed(t, 'member')).unread).toBe(unread)
  })(),
)

test(
  'an author who wants no answers is told of a comment on the post',
  harness(async (t) => {
    await t.as('other', switchOff('reply_to_comment'))
    await t.as('member', comment('Zu deinem', w.discussion, w.comment, answer))
    await t.settled()
    expect((await listed(t, 'other')).texts).toEqual([`tvnudel hat deinen Beitrag „${title}“ kommentiert`])
  }),
)

test(
  'a notification links to the exact place and quotes the comment, until it is deleted',
  harness(async (t) => {
    await t.as('member', comment('x'.repeat(150)))
    await t.settled()
    const read = async () =>
      (await t.as('other', 'select post_id::text, comment_id::text, actor_id::text, data from public.notifications'))
        .rows[0]
    expect(await read()).toMatchObject({
      post_id: w.discussion,
      comment_id: w.fresh,
      actor_id: people.member,
      data: { post_title: title, post_type: 'discussion', comment_excerpt: 'x'.repeat(100) },
    })
    await t.as('member', `delete from public.comments where id = '${w.fresh}'`)
    expect((await read())?.data).not.toHaveProperty('comment_excerpt')
  }),
)

test(
  'a read reaction stays read when it is only changed, and only the author learns the direction of a vote',
  harness(async (t) => {
    await t.as('member', react('heart'))
    await t.settled()
    await t.as('other', 'update public.notifications set read = true')
    await t.as('member', react('poop'))
    await t.settled()
    expect((await t.as('other', 'select read from public.notifications')).rows).toEqual([{ read: true }])
    await t.as('member', `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'agree')`)
    await t.settled()
    const { rows } = await t.as(
      'other',
      `select data ->> 'vote' as vote from public.notifications where type = 'vote_on_rumor'`,
    )
    expect(rows).toEqual([{ vote: 'agree' }])
    expect((await t.as('admin', 'select 1 from public.notifications')).rows).toEqual([])
  }),
)

test(
  'of a hundred earlier commenters the fifty latest are notified',
  harness(async (t) => {
    await t.platform(
      `insert into auth.users (id, email, raw_app_meta_data, created_at)
       select ('50000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'n' || n || '@web.de', '{"provider": "email"}', now() from generate_series(1, 100) n`,
    )
    await t.owner(`update public.profiles set nickname = 'gast' || right(id::text, 3) where id::text like '50000000%'`)
    await t.owner(
      `insert into public.comments (post_id, author_id, content, created_at)
       select '${w.rumor}', id, 'Da', now() - interval '1 day' + right(id::text, 3)::integer * interval '1 minute' from public.profiles where id::text like '50000000%'`,
    )
    expect(await t.value('select count(*)::int from public.notifications')).toBe(0)
    await t.as('member', comment('Ich auch', w.rumor))
    await t.settled()
    const { rows } = await t.owner(
      `select min(right(user_id::text, 3)) as first, count(*)::int as people from public.notifications where type = 'subsequent_comment'`,
    )
    expect(rows).toEqual([{ first: '051', people: 50 }])
  }),
)
