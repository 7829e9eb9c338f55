import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const nothing = '\u200b\u2060\u3164 \u00ad\ufe0f\u{e0041}'

const write = (t: Harness, content: string, parent: string | null = null, id: string | null = null) =>
  t.attempt(
    'member',
    'insert into public.comments (id, post_id, parent_id, content) values (coalesce($4, gen_random_uuid()), $1, $2, $3)',
    [w.discussion, parent, content, id],
  )
const createdAgo = (t: Harness, age: string) =>
  t.owner('update public.profiles set created_at = now() - $2::interval where id = $1', [people.member, age])

test(
  'text that shows nothing is no text, wherever members write',
  harness(async (t) => {
    expect((await write(t, nothing)).error).toMatchObject({ code: '23514', hint: 'comment_empty' })
    const post = (title: string, options: string[]) =>
      t.attempt('member', `select public.create_post($1, 'poll', $2, '', '{}', null, $3)`, [w.fresh, title, options])
    expect((await post(nothing.repeat(3), ['Ja', 'Nein'])).error).toMatchObject({ hint: 'title_length' })
    expect((await post('Wer zieht aus?', ['Ja', nothing])).error).toMatchObject({ hint: 'option_length' })
    await t.as('member', 'select public.update_own_profile($1, null)', [nothing])
    expect(await t.value('select bio from public.profiles where id = $1', [people.member])).toBeNull()
    expect((await t.attempt('member', 'select public.set_nickname($1)', [nothing])).error?.code).toBe('23514')
  }),
)

test(
  'of two thousand empty lines two are stored, in comments, posts and biographies',
  harness(async (t) => {
    const tower = `Oben${'\n \u200b'.repeat(900)}\nUnten`
    expect((await write(t, `Oben${'\n'.repeat(1900)}Unten`)).error).toBeUndefined()
    await t.as('member', `select public.create_post($1, 'discussion', 'Wer zieht aus?', $2)`, [w.fresh, tower])
    await t.as('member', 'select public.update_own_profile($1, null)', [`Oben${'\n'.repeat(400)}Unten`])
    expect(
      (
        await t.owner(
          `select content from public.comments where author_id = $1
           union all select content from public.community_posts where id = $2 union all select bio from public.profiles where id = $1`,
          [people.member, w.fresh],
        )
      ).rows.map(({ content }) => content),
    ).toEqual(Array(3).fill('Oben\n\n\nUnten'))
  }),
)

test(
  'on its first day an account writes ten comments a minute, then 429 with the seconds to wait',
  harness(async (t) => {
    await createdAgo(t, '2 hours')
    for (let n = 0; n < 10; n += 1) expect((await write(t, `Nummer ${n}`)).error).toBeUndefined()
    await t.owner(`update public.comments set created_at = now() - interval '12.5 seconds' where author_id = $1`, [
      people.member,
    ])
    const { error } = await write(t, 'Nummer elf')
    expect(JSON.parse(error?.message ?? '{}')).toMatchObject({ code: 'PT429', hint: 'rate_limited_new' })
    expect(JSON.parse(error?.detail ?? '{}')).toEqual({ status: 429, headers: { 'Retry-After': '48' } })
    await createdAgo(t, '25 hours')
    expect((await write(t, 'Nummer elf')).error).toBeUndefined()
    await createdAgo(t, '2 hours')
    await t.owner(`update public.comments set created_at = now() - interval '61 seconds' where author_id = $1`, [
      people.member,
    ])
    expect((await write(t, 'Nummer zwölf')).error).toBeUndefined()
  }),
)

test(
  'the same text again in a thread is refused; a short one may answer several, and a retry is no repetition',
  harness(async (t) => {
    const spam = 'Kauft alle bei mir im Laden!'
    const repeated = { code: '23514', hint: 'comment_repeated' }
    expect((await write(t, 'Genau', null, w.fresh)).error).toBeUndefined()
    expect((await write(t, ' Genau\n')).error).toMatchObject(repeated)
    expect((await write(t, 'Genau', null, w.fresh)).error).toMatchObject({ code: '23505' })
    expect((await write(t, 'Genau', w.comment)).error).toBeUndefined()
    expect((await write(t, spam)).error).toBeUndefined()
    expect((await write(t, spam, w.comment)).error).toMatchObject(repeated)
    await t.as('other', 'insert into public.comments (post_id, content) values ($1, $2)', [w.discussion, spam])
    await t.owner(`update public.comments set created_at = now() - interval '25 hours' where content = $1`, [spam])
    expect((await write(t, spam)).error).toBeUndefined()
    // What was deleted may be written again.
    await t.as('member', 'delete from public.comments where id = $1', [w.fresh])
    expect((await write(t, 'Genau')).error).toBeUndefined()
  }),
)
