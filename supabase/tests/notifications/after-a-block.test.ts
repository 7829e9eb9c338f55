import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { aMinuteLater, claim, withPhone } from './push-steps.ts'

const harness = useHarness(createWorld)

const ownPost = w.fresh
const ownComment = 'c0000000-0000-4000-8000-000000000001'
const withdrawn = 'c0000000-0000-4000-8000-000000000002'

/** `member`, on a phone and with a digest, has written, and is followed by `other` and by the admin. */
async function isThere(t: Harness, rhythm: string): Promise<void> {
  await withPhone(t)
  await t.platform(`update auth.users set email_confirmed_at = now() where id = '${people.member}'`)
  await t.as('member', 'select public.set_digest($1)', [rhythm])
  await t.owner(
    `insert into public.community_posts (id, title, type, author_id, status) values ('${ownPost}', 'Mein Gerücht', 'rumor', '${people.member}', 'approved')`,
  )
  await t.owner(
    `insert into public.comments (id, post_id, author_id, content) values ('${ownComment}', '${ownPost}', '${people.member}', 'Sagt, was ihr denkt')`,
  )
  for (const fan of ['other', 'admin'] as const)
    await t.as(fan, `select public.set_follow('member', '${people.member}')`)
  await t.as('member', `select public.set_follow('member', '${people.other}')`)
}

/** All that one member can do so that another one is told. */
async function doEverything(t: Harness, who: 'other' | 'admin'): Promise<void> {
  const write = (content: string, parent: string | null) =>
    t.attempt(who, 'insert into public.comments (post_id, parent_id, content) values ($1, $2, $3)', [
      ownPost,
      parent,
      content,
    ])
  await write(`Hallo @tvnudel, ${who}`, null)
  await write(`Antwort von ${who}`, ownComment)
  await t.attempt(
    who,
    `insert into public.comments (post_id, content) values ('${w.discussion}', 'Sieh mal, @tvnudel')`,
  )
  await t.attempt(
    who,
    `insert into public.post_reactions (post_id, reaction) values ('${ownPost}', 'heart')
    on conflict (post_id, user_id) do update set reaction = 'poop'`,
  )
  await t.attempt(
    who,
    `insert into public.comment_reactions (comment_id, reaction) values ('${ownComment}', 'heart')
    on conflict (comment_id, user_id) do update set reaction = 'poop'`,
  )
  await t.attempt(
    who,
    `insert into public.rumor_votes (post_id, vote) values ('${ownPost}', 'agree')
    on conflict (post_id, user_id) do update set vote = 'disagree'`,
  )
  const { rows } = await t.attempt(
    who,
    `select public.create_post(gen_random_uuid(), 'discussion', 'Von ${who} für @tvnudel', 'Text') ->> 'id' as id`,
  )
  await t.owner(`update public.community_posts set status = 'approved' where id = $1`, [rows[0]?.id])
  await t.settled()
}

/** What reaches the member, by each way. */
async function reaches(t: Harness): Promise<Record<string, unknown>> {
  const answer = async (sql: string) => (await t.as('member', `select ${sql} as answer`)).rows[0]?.answer
  await t.owner('update private.push_queue set next_try_at = now(), sent_at = null, tries = 0')
  await t.owner('update private.mail_outbox set next_try_at = now(), tries = 0')
  return {
    list: await answer('public.notifications_page(p_limit => 50)'),
    older: await answer(`public.notifications_page('', 50, true)`),
    account: await answer(`public.account_page() -> 'notifications'`),
    pushes: await claim(t),
    mails: (await t.service('select public.claim_mails(100) as mails')).rows[0]?.mails,
  }
}
const naming = (what: Record<string, unknown>) =>
  Object.keys(what).filter((way) => JSON.stringify(what[way]).includes('couchkartoffel'))

/** The evening comes: the digest is written, but not sent yet. */
const eveningComes = async (t: Harness) => {
  await aMinuteLater(t)
  await t.owner(
    `update private.digests set next_at = now() - interval '1 minute', seen_until = now() - interval '1 day'`,
  )
  await t.value('select private.queue_digests()')
}
const unread = async (t: Harness) =>
  (await t.as('member', 'select public.get_unread_notification_count(auth.uid()) as n')).rows[0]?.n
const seenByOther = async (t: Harness) => {
  const { rows } = await t.as(
    'other',
    'select public.notifications_page(p_limit => 50) as list, public.own_blocks() as blocks, public.own_moderation_status() as status',
  )
  // `aMinuteLater` moves what everybody was told, and votes change karma, whoever has blocked whom.
  return JSON.stringify(rows[0]).replace(/"(created_at|karma)":("[^"]*"|\d+)/g, '')
}

test.each(['daily', 'weekly'])(
  'after a block nothing of the other arrives by list, badge, push or %s mail, not even what was under way, and they do not notice',
  (rhythm) =>
    harness(async (t) => {
      await isThere(t, rhythm)
      await doEverything(t, 'other')
      await eveningComes(t)
      expect(naming(await reaches(t))).toEqual(['list', 'older', 'account', 'pushes', 'mails'])
      await t.as(
        'member',
        `insert into public.comments (post_id, content) values ('${w.discussion}', 'Ja, @couchkartoffel')`,
      )
      await t.settled()
      const before = await seenByOther(t)
      expect(before).toContain('tvnudel')

      await t.as('member', `select public.set_block('${people.other}', 'block')`)
      expect(naming(await reaches(t))).toEqual([])
      expect(await unread(t)).toBe(0)
      expect(await seenByOther(t)).toEqual(before)

      await doEverything(t, 'other')
      await eveningComes(t)
      expect(naming(await reaches(t))).toEqual([])
      expect(await unread(t)).toBe(0)
      expect(await t.value('select count(*)::int from private.mail_outbox')).toBe(0)
      expect(await seenByOther(t)).toEqual(before)
    })(),
)

test(
  'what others did as well is told without the one who is blocked, in the mail that waits too, and rings no second time',
  harness(async (t) => {
    await isThere(t, 'daily')
    await doEverything(t, 'admin')
    await doEverything(t, 'other')
    await eveningComes(t)
    const rung = async () => t.value('select count(*)::int from private.push_queue where sent_at is null and tries < 8')
    await t.owner('update private.push_queue set sent_at = now()')
    const badge = Number(await unread(t))
    await t.as('member', `select public.set_block('${people.other}', 'block')`)
    expect(await rung()).toBe(0)
    const now = await reaches(t)
    expect(naming(now)).toEqual([])
    for (const way of ['list', 'mails']) expect(JSON.stringify(now[way]), way).toContain('chefin')
    expect(Number(await unread(t))).toBeLessThanOrEqual(badge)
    const [mail] = (now.mails as { mails: { data: { items: string; total: string } }[] }).mails
    expect(Number(mail?.data.total)).toBe(await unread(t))
  }),
)

test(
  'what was withdrawn since the mail was written is not in it',
  harness(async (t) => {
    await isThere(t, 'daily')
    await t.as(
      'admin',
      `insert into public.comments (id, post_id, content) values ('${withdrawn}', '${ownPost}', 'Das war nichts')`,
    )
    await t.settled()
    await eveningComes(t)
    expect(await t.value('select count(*)::int from private.mail_outbox')).toBe(1)
    await t.as('admin', `delete from public.comments where id = '${withdrawn}'`)
    await t.settled()
    expect(JSON.stringify((await reaches(t)).mails)).not.toContain('chefin')
  }),
)
