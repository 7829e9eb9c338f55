import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const question = 'Wer gewinnt die Staffel?'
const reverse = 'Wer verliert die Staffel?'

/** `other` wrote the poll and publishes at once. */
const trust = (t: Harness) => t.owner('update public.app_settings set auto_approve_after_posts = 1')
const vote = (t: Harness, person: Person = 'member') =>
  t.as(person, `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.option}')`)
const ask = async (t: Harness, title: string, content = '', ends: string | null = null) =>
  (
    await t.as('other', `select public.update_post('${w.poll}', $1, $2, p_poll_ends_at => $3) as post`, [
      title,
      content,
      ends,
    ])
  ).rows[0]?.post as { revision: string | null }
const title = (t: Harness) => t.value(`select title from public.community_posts where id = '${w.poll}'`)
type History = {
  current: { title: string }
  version_of_choice: number | null
  versions: { id: number; text: { title: string } }[]
} | null
const history = async (t: Harness, person: Person) =>
  (await t.as(person, `select public.post_history('${w.poll}') as history`)).rows[0]?.history as History
const told = async (t: Harness) => {
  await t.settled()
  return (
    await t.owner(`select user_id, message from public.notifications where type = 'rumor_changed' order by created_at`)
  ).rows
}
const decide = async (t: Harness) => {
  const at = await t.value(`select updated_at::text from private.post_revisions where post_id = '${w.poll}'`)
  return (
    await t.as(
      'moderator',
      `select public.admin_decide_posts(array['${w.poll}'::uuid], array[$1::timestamptz], 'approve') #>> '{0,outcome}' as outcome`,
      [at],
    )
  ).rows[0]?.outcome
}

test.each([
  ['title', reverse, ''],
  ['text', question, 'Gemeint ist: wer verliert.'],
])('from the first vote on, the %s of a poll changes only through the team, and voters are told', (_, asked, content) =>
  harness(async (t) => {
    await trust(t)
    expect(await ask(t, `${question} Na?`)).toMatchObject({ revision: null })
    expect(await ask(t, question)).toMatchObject({ revision: null })
    expect(await told(t)).toEqual([])
    await vote(t)
    expect(await ask(t, asked, content)).toMatchObject({ revision: 'pending' })
    expect(await title(t)).toBe(question)
    expect(await told(t)).toEqual([])
    expect(await decide(t)).toBe('done')
    expect(await title(t)).toBe(asked)
    expect(await told(t)).toEqual([
      {
        user_id: people.member,
        message: expect.stringContaining(`die Umfrage „${asked}“ geändert, in der du abgestimmt hast.`),
      },
    ])
  })(),
)

test(
  'tags change as before, and the one way that changes a text refuses what comes past the team',
  harness(async (t) => {
    await trust(t)
    await vote(t)
    const tagged = await t.as(
      'other',
      `select public.update_post('${w.poll}', $1, '', array['${w.star}'::uuid]) as post`,
      [question],
    )
    expect(tagged.rows[0]?.post).toMatchObject({ revision: null })
    const past = t.undone(() =>
      t.owner(
        `select private.change_post('${w.poll}', jsonb_populate_record(private.text_of('${w.poll}'), '{"title": "${reverse}"}'), '${people.other}', false)`,
      ),
    )
    await expect(past).rejects.toMatchObject({ hint: 'question_fixed' })
    const direct = await t.attempt(
      'other',
      `update public.community_posts set title = '${reverse}' where id = '${w.poll}'`,
    )
    expect(direct.error?.code).toBe('42501')
  }),
)

test(
  'a change that the classifier read waits for the team if somebody voted meanwhile',
  harness(async (t) => {
    await vote(t)
    await t.owner(`insert into private.post_revisions (post_id, title, content, tags, options)
      values ('${w.poll}', '${reverse}', '', '{}', array['Mandy', 'Rico'])`)
    await t.owner(`insert into private.classifications (post_id) values ('${w.poll}')`)
    await t.owner(
      `select private.settle_classification('${w.poll}', (select version from private.to_classify('${w.poll}')), '{}')`,
    )
    expect(await title(t)).toBe(question)
    expect(await decide(t)).toBe('done')
    expect(await title(t)).toBe(reverse)
  }),
)

test(
  'the team may edit; voters are told, and what it took out is readable for nobody',
  harness(async (t) => {
    await vote(t)
    const at = await t.value(`select updated_at::text from public.community_posts where id = '${w.poll}'`)
    await t.as('moderator', `select public.admin_edit_post('${w.poll}', $1, '${reverse}', '', '{}', 'Tippfehler')`, [
      at,
    ])
    expect(await title(t)).toBe(reverse)
    expect(await told(t)).toEqual([
      { user_id: people.member, message: `Das Team hat die Umfrage „${reverse}“ geändert, in der du abgestimmt hast.` },
    ])
    expect(await history(t, 'member')).toMatchObject({ version_of_choice: null, versions: [] })
  }),
)

const ends = [
  ['moves', `now() + interval '1 day'`],
  ['is removed', 'null'],
] as const
test.each(ends)(
  'a poll that has ended does not open again: its end neither by author nor by the database %s',
  (_, end) =>
    harness(async (t) => {
      await trust(t)
      await vote(t)
      await t.owner(
        `update public.community_posts set poll_ends_at = now() - interval '1 minute' where id = '${w.poll}'`,
      )
      const to = (await t.value(`select (${end})::text`)) as string | null
      const asked = await t.attempt(
        'other',
        `select public.update_post('${w.poll}', '${question}', '', p_poll_ends_at => $1)`,
        [to],
      )
      expect(asked.error?.hint).toBe('poll_ended')
      const set = `update public.community_posts set poll_ends_at = ${end} where id = '${w.poll}'`
      await expect(t.undone(() => t.owner(set))).rejects.toMatchObject({ hint: 'poll_ended' })
    })(),
)

test(
  'a poll that ends while a change of it waits keeps its end',
  harness(async (t) => {
    const end = await t.value(`select (now() + interval '2 days')::text`)
    expect(await ask(t, question, 'Mit Text', end as string)).toMatchObject({ revision: 'pending' })
    await t.owner(`update public.community_posts set poll_ends_at = now() - interval '1 minute' where id = '${w.poll}'`)
    expect(await decide(t)).toBe('done')
    expect(
      await t.value(
        `select poll_ends_at < now() and content = 'Mit Text' from public.community_posts where id = '${w.poll}'`,
      ),
    ).toBe(true)
  }),
)

test(
  'everybody reads what a published post said before, and who reacted reads what it said then',
  harness(async (t) => {
    await trust(t)
    await t.owner(`insert into public.post_reactions (post_id, user_id, reaction, created_at, updated_at)
      values ('${w.poll}', '${people.member}', 'heart', now() - interval '1 hour', now() - interval '1 hour')`)
    await ask(t, reverse)
    await ask(t, 'Wer bleibt am Ende übrig?')
    for (const who of ['guest', 'member', 'admin'] as const) {
      const read = await history(t, who)
      expect(read?.current.title).toBe('Wer bleibt am Ende übrig?')
      expect(read?.versions.map(({ text }) => text.title)).toEqual([reverse, question])
      const then = read?.versions.find(({ id }) => id === read.version_of_choice)?.text.title
      expect(then).toBe(who === 'member' ? question : undefined)
    }
    // What nobody could read stays with its author, and so does everything once the post is no longer there for everybody.
    await t.owner(`update private.post_versions set was_public = false where title = '${question}'`)
    expect((await history(t, 'guest'))?.versions).toHaveLength(1)
    expect((await history(t, 'other'))?.versions).toHaveLength(2)
    await t.owner(
      `update public.community_posts set status = 'rejected', rejection_reason = 'Nein' where id = '${w.poll}'`,
    )
    expect(await history(t, 'guest')).toBeNull()
    expect((await history(t, 'other'))?.versions).toHaveLength(2)
  }),
)
