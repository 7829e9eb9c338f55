import { expect, test } from 'vitest'
import { claimsOfAccount, type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const write = (t: Harness, content: string, parent: string | null = null, id = w.fresh) =>
  t.attempt('member', 'insert into public.comments (id, post_id, parent_id, content) values ($1, $2, $3, $4)', [
    id,
    w.discussion,
    parent,
    content,
  ])

test(
  'comments have two levels, text, and no answers to deleted ones',
  harness(async (t) => {
    expect((await write(t, '   ')).error?.code).toBe('23514')
    expect((await write(t, 'x'.repeat(2001))).error?.code).toBe('23514')
    expect((await write(t, 'x'.repeat(2000), w.comment)).error).toBeUndefined()
    expect((await write(t, 'tiefer', w.fresh, w.draft)).error?.hint).toBe('comment_too_deep')
    const elsewhere = await t.attempt(
      'member',
      `insert into public.comments (post_id, parent_id, content) values ('${w.rumor}', '${w.comment}', 'x')`,
    )
    expect(elsewhere.error?.code).toBe('23503')
    await t.as('other', `delete from public.comments where id = '${w.comment}'`)
    expect((await write(t, 'zu spät', w.comment, w.draft)).error?.hint).toBe('reply_closed')
  }),
)

test(
  'an edit is marked, and possible for 15 minutes unless the comment is deleted',
  harness(async (t) => {
    await write(t, 'Ertser')
    const edit = () => t.attempt('member', `update public.comments set content = 'Erster' where id = '${w.fresh}'`)
    expect((await edit()).affected).toBe(1)
    expect(await t.value(`select edited_at = now() from public.comments where id = '${w.fresh}'`)).toBe(true)
    await t.owner(`update public.comments set created_at = now() - interval '15 minutes' where id = '${w.fresh}'`)
    expect((await edit()).error).toMatchObject({ code: '42501', hint: 'edit_window_over' })
  }),
)

test(
  'after a lost answer the repeated comment is refused by its id and the repeated vote changes nothing',
  harness(async (t) => {
    expect((await write(t, 'Einmal')).error).toBeUndefined()
    expect((await write(t, 'Einmal')).error?.code).toBe('23505')
    const vote = `insert into public.rumor_votes (post_id, user_id, vote) values ('${w.rumor}', auth.uid(), 'agree')
      on conflict (post_id, user_id) do update set post_id = excluded.post_id, user_id = excluded.user_id, vote = excluded.vote`
    for (let i = 0; i < 5; i++) await t.as('member', vote)
    expect(
      await t.value(`select agree_count || '-' || disagree_count from public.post_rumors where post_id = '${w.rumor}'`),
    ).toBe('1-0')
  }),
)

test(
  'a poll closes at its end: no vote, no change, no withdrawal',
  harness(async (t) => {
    const vote = (option: string) =>
      t.attempt(
        'member',
        `insert into public.poll_votes (post_id, user_id, option_id) values ('${w.poll}', auth.uid(), '${option}')
        on conflict (post_id, user_id) do update set option_id = excluded.option_id`,
      )
    expect((await vote(w.option)).error).toBeUndefined()
    expect((await vote(w.secondOption)).error).toBeUndefined()
    await t.owner(`update public.community_posts set poll_ends_at = now() - interval '1 second' where id = '${w.poll}'`)
    expect((await vote(w.option)).error?.code).toBe('42501')
    expect((await t.as('member', 'delete from public.poll_votes where user_id = auth.uid()')).affected).toBe(0)
    const counts = await t.as(
      'guest',
      `select votes_count from public.poll_options where post_id = '${w.poll}' order by position`,
    )
    expect(counts.rows).toEqual([{ votes_count: 0 }, { votes_count: 1 }])
  }),
)

test(
  'the options of a poll are fixed after the first vote, belong to polls only, and are eight at most',
  harness(async (t) => {
    await t.owner('update public.app_settings set auto_approve_after_posts = 1')
    const answers = (options: string[], post: string = w.poll) =>
      t.attempt('other', `select public.update_post('${post}', 'Wer gewinnt die Staffel?', 'x', p_options => $1)`, [
        options,
      ])
    expect((await t.undone(() => answers(['Mandy', 'Rico', 'Noch eine']))).error).toBeUndefined()
    expect((await answers([...'abcdefghi'])).error?.hint).toBe('option_count')
    expect((await answers(['a', 'b'], w.discussion)).error?.hint).toBe('not_a_poll')
    await t.as('member', `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.option}')`)
    expect((await answers(['Mandy', 'Rico', 'Noch eine'])).error?.hint).toBe('options_fixed')
    const elsewhere = await t.attempt(
      'moderator',
      `insert into public.poll_votes (post_id, option_id) values ('${w.rumor}', '${w.option}')`,
    )
    expect(elsewhere.error?.code).toBe('23503')
  }),
)

test(
  'posting and commenting need a nickname, voting does not',
  harness(async (t) => {
    await t.platform(
      `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
       values ('${w.fresh}', 'neu@web.de', '{"provider": "email"}', '{"age_text": 1}', now())`,
    )
    const newcomer = await claimsOfAccount(t, w.fresh)
    const comment = await t.attempt(
      'member',
      `insert into public.comments (post_id, content) values ('${w.discussion}', 'Hallo')`,
      [],
      newcomer,
    )
    expect(comment.error).toMatchObject({ code: '23514', hint: 'nickname_required' })
    const post = await t.attempt(
      'member',
      `insert into public.community_posts (title, type) values ('Hallo zusammen', 'discussion')`,
      [],
      newcomer,
    )
    expect(post.error).toMatchObject({ code: '23514', hint: 'nickname_required' })
    expect(
      (await t.as('member', `insert into public.star_fans (star_id) values ('${w.star}')`, [], newcomer)).affected,
    ).toBe(1)
    expect(people.member).not.toBe(w.fresh)
  }),
)
