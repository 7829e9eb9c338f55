import { linkParts } from '@hot/domain/url/links'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const write = (t: Harness, content: string, person: Person = 'member') =>
  t.attempt(person, 'insert into public.comments (post_id, content) values ($1, $2) returning id', [
    w.discussion,
    content,
  ])
const settle = async (t: Harness) => {
  for (const text of ['Eins, ohne Link', 'Zwei, ohne Link', 'Drei, ohne Link']) await write(t, text)
}
const young = (t: Harness) =>
  t.owner(`update public.profiles set created_at = now() - interval '6 days 23 hours' where id = $1`, [people.member])

test(
  'a link needs a week and three contributions; the words alone go online',
  harness(async (t) => {
    expect((await write(t, 'Kauft bei https://geheim.example')).error).toMatchObject({
      hint: 'links_too_early',
      code: '42501',
    })
    await settle(t)
    expect((await write(t, 'Steht auf https://www.rtl.de/a')).error).toBeUndefined()
    await young(t)
    expect((await write(t, 'Steht auf https://www.rtl.de/b')).error?.hint).toBe('links_too_early')
    expect((await write(t, 'Steht bei RTL')).error).toBeUndefined()
  }),
)

test(
  'what was removed does not count, and nobody slips a link in by editing',
  harness(async (t) => {
    await settle(t)
    const made = await write(t, 'Vier, noch ohne')
    await t.owner(`update public.comments set deleted_at = now(), content = '' where author_id = $1 and id <> $2`, [
      people.member,
      made.rows[0]?.id,
    ])
    expect((await write(t, 'www.geheim.example')).error?.hint).toBe('links_too_early')
    const edited = await t.attempt(
      'member',
      `update public.comments set content = 'Jetzt www.geheim.example' where id = $1`,
      [made.rows[0]?.id],
    )
    expect(edited.error?.hint).toBe('links_too_early')
  }),
)

test(
  'staff link at once; posts are read by the team anyway',
  harness(async (t) => {
    expect((await write(t, 'Regeln: https://hot.example/community-guidelines', 'moderator')).error).toBeUndefined()
    const post = await t.attempt(
      'member',
      `insert into public.community_posts (title, type, content) values ('Ein weiterer Beitrag', 'discussion', 'Auf https://www.rtl.de') returning status`,
    )
    expect(post.rows[0]?.status).toBe('pending')
  }),
)

const texts = [
  'https://a.de',
  'HTTP://A.DE/x',
  'siehe www.rtl.de.',
  '(www.rtl.de)',
  '„https://a.de“',
  'www.rtl.de/x?y',
  'a@www.rtl.de',
  'xwww.rtl.de',
  'www.',
  'https://',
  'rtl.de',
  'http',
  'Höhle der www-Löwen',
  'a.www.rtl.de',
  '_www.rtl.de',
  'ähttps://a.de',
]
test(
  'everything that a page shows as a link is one for the database',
  harness(async (t) => {
    for (const text of texts) {
      const shown = linkParts(text).some(({ kind }) => kind === 'link')
      const found = await t.value('select private.shows_link($1)', [text])
      if (shown) expect(found, text).toBe(true)
    }
    for (const text of ['rtl.de', 'http', 'www.', 'Höhle der www-Löwen', 'a@www.rtl.de'])
      expect(await t.value('select private.shows_link($1)', [text]), text).toBe(false)
  }),
)
