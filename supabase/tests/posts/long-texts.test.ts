import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** Cleaning would reduce it to one character; it is refused before by its bytes. */
const padded = (octets: number) => `${' '.repeat(octets - 1)}x`

const post = (title: string, content: string, source: string | null = null, options: string[] | null = null) =>
  [w.fresh, options ? 'poll' : source ? 'rumor' : 'discussion', title, content, source, options] as const
const createPost = 'select public.create_post($1, $2, $3, $4, p_source_url => $5, p_options => $6::text[])'
const report =
  'select public.report_content($1, $2, $3, $4, p_details => $5, p_good_faith => true, p_name => $6, p_email => $7)'
const reported = (details: string, name: string, email: string) =>
  [w.fresh, 'post', w.discussion, 'spam', details, name, email] as const

const tooLong: [what: string, person: Person, sql: string, params: readonly unknown[], hint: string][] = [
  ['a title', 'member', createPost, post(padded(561), 'Text'), 'title_length'],
  ['a post', 'member', createPost, post('Wer bleibt dabei?', padded(20_001)), 'content_length'],
  [
    'a source',
    'member',
    createPost,
    post('Wer bleibt dabei?', 'Text', `https://example.org/${padded(2000)}`),
    'source_url_invalid',
  ],
  ['an answer', 'member', createPost, post('Wer bleibt dabei?', 'Text', null, ['Ja', padded(321)]), 'option_length'],
  [
    'a comment',
    'member',
    'insert into public.comments (post_id, content) values ($1, $2)',
    [w.discussion, padded(8001)],
    'comment_length',
  ],
  [
    'an edited comment',
    'other',
    'update public.comments set content = $2 where id = $1',
    [w.comment, padded(8001)],
    'comment_length',
  ],
  ['details of a report', 'guest', report, reported(padded(8001), 'Gast', 'gast@example.org'), 'details_length'],
  ['a name', 'guest', report, reported('Text', padded(401), 'gast@example.org'), 'name_missing'],
  ['an address', 'guest', report, reported('Text', 'Gast', padded(1017)), 'email_invalid'],
  ['an appeal', 'member', 'select public.file_appeal($1, $2)', [w.fresh, padded(8001)], 'message_length'],
  [
    'a picture',
    'member',
    'select public.update_own_profile(null, $1)',
    [`${people.member}/${padded(2000)}`],
    'avatar_missing',
  ],
]

test.each(tooLong)(
  '%s of more than four times its limit in bytes is refused unread',
  async (_, person, sql, params, hint) => {
    await harness(async (t) => {
      const { error } = await t.attempt(person, sql, params)
      expect([error?.code, error?.hint]).toEqual(['23514', hint])
    })()
  },
)

test(
  'four bytes a character are within the limit, and one letter keeps eight marks',
  harness(async (t) => {
    const write = (content: string) =>
      t.as('member', 'insert into public.comments (post_id, content) values ($1, $2) returning content', [
        w.discussion,
        content,
      ])
    const emoji = '😀'.repeat(2000)
    expect((await write(emoji)).rows).toEqual([{ content: emoji }])
    expect((await write(`Z${'\u0316'.repeat(900)}algo`)).rows).toEqual([{ content: `Z${'\u0316'.repeat(8)}algo` }])
  }),
)
