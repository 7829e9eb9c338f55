import { plainText } from '@hot/domain/text/plain-text'
import { expect, test } from 'vitest'
import { dice } from '../support/dice.ts'
import { useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const secret = 'GEHEIM'
const text = `Vorn ||${secret}\n> **${secret}**|| hinten`

test(
  'plain_text equals plainText() of domain/',
  harness(async (t) => {
    const pieces = ['||', '|', '*', '**', '_', '> ', '- ', '\n', ' ', 'a', 'ß', '. ', '„', '“', ')', '(', '@b_c']
    const { pick, roll } = dice(5)
    const texts = Array.from({ length: 1500 }, () => Array.from({ length: 1 + roll(14) }, () => pick(pieces)).join(''))
    const { rows } = await t.owner(
      'select text, private.plain_text(text) as plain from unnest($1::text[]) as g (text)',
      [[...texts, text, 'Nur Text', '']],
    )
    for (const row of rows) expect(row).toEqual({ text: row.text, plain: plainText(String(row.text)) })
  }),
)

test(
  'what a spoiler hides is in no list, feed, notification, push or answer of a profile’s posts',
  harness(async (t) => {
    const { rows } = await t.owner(
      `update public.community_posts set content = $2 where id = $1 returning to_char(created_at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day`,
      [w.discussion, text],
    )
    expect(rows).toHaveLength(1)
    await t.as('member', 'insert into public.comments (id, post_id, content) values ($1, $2, $3)', [
      w.fresh,
      w.discussion,
      text,
    ])
    await t.as('admin', 'insert into public.comment_reactions (comment_id, reaction) values ($1, $2)', [
      w.fresh,
      'heart',
    ])
    await t.as('moderator', 'insert into public.comments (post_id, parent_id, content) values ($1, $2, $3)', [
      w.discussion,
      w.fresh,
      `Antwort ${text}`,
    ])
    await t.settled()
    await t.as('member', 'update public.comments set content = $2 where id = $1', [w.fresh, `Neu ${text}`])
    const answers = [
      'public.posts_page(null)',
      'public.trashtalk_page()',
      'public.posts_aside()',
      'public.home_page()',
      'public.posts_feed()',
      `public.profile_posts('${people.other}')`,
      `public.profile_comments('${people.member}')`,
      'public.own_posts()',
      'public.notifications_page()',
      'public.account_page()',
      `public.search_all('zieht')`,
      'public.popular_content()',
    ]
    for (const who of ['other', 'member'] as const)
      for (const answer of answers) {
        const { rows: said } = await t.as(who, `select ${answer}::text as said`)
        expect(said[0]?.said, answer).not.toContain(secret)
      }
    const listed = await t.as('member', 'select public.posts_page(null)::text as said')
    expect(listed.rows[0]?.said).toContain('Vorn [Spoiler] hinten')
    const stored = await t.value('select string_agg(concat(title, message, data), chr(10)) from public.notifications')
    expect(stored).toContain('[Spoiler]')
    expect(stored).not.toContain(secret)
  }),
)
