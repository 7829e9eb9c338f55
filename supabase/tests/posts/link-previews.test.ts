import { postPage } from '@hot/domain/contract/post'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const claim = async (t: Harness) => (await t.service('select public.claim_previews() as urls')).rows[0]?.urls
const settle = (t: Harness, url: string, title: string | null, site: string | null) =>
  t.service('select public.settle_preview($1, $2, $3)', [url, title, site])
async function shown(t: Harness) {
  const { rows } = await t.as(
    'guest',
    `select public.post_page(p.type, p.day::text, p.slug) as page from public.community_posts p where p.id = '${w.fresh}'`,
  )
  return postPage.parse(rows[0]?.page).previews
}
/** A discussion that the team has not decided yet. */
const write = (t: Harness, text: string) =>
  t.as('member', 'select public.create_post($1, $2, $3, $4, $5)', [
    w.fresh,
    'discussion',
    'Habt ihr das gelesen?',
    text,
    [],
  ])
const approve = (t: Harness) =>
  t.as('moderator', `update public.community_posts set status = 'approved' where id = '${w.fresh}'`)

test(
  'the link of a post is read once it is public, and its headline is shown with it',
  harness(async (t) => {
    await t.owner('delete from private.link_previews')
    await write(t, 'Steht hier: https://www.rtl.de/artikel/1). Oder https://gala.de/2')
    expect(await claim(t)).toEqual([])
    await approve(t)
    expect(await claim(t)).toEqual(['https://www.rtl.de/artikel/1'])
    expect(await claim(t), 'one server reads it').toEqual([])
    expect(await shown(t)).toEqual([])
    await settle(t, 'https://www.rtl.de/artikel/1', 'So war das', 'RTL')
    expect(await shown(t)).toEqual([{ url: 'https://www.rtl.de/artikel/1', title: 'So war das', site: 'RTL' }])
  }),
)

test(
  'a link that does not answer is asked for three times, one without a headline never again',
  harness(async (t) => {
    await t.owner('delete from private.link_previews')
    await write(t, 'https://rtl.de/weg')
    await approve(t)
    for (const hours of [1, 7, 100]) {
      expect(await claim(t)).toEqual(['https://rtl.de/weg'])
      await t.owner(`update private.link_previews set due_at = due_at - interval '${hours} hours'`)
    }
    expect(await claim(t)).toEqual([])
    await t.owner('update private.link_previews set due_at = now(), tries = 0')
    await settle(t, 'https://rtl.de/weg', null, null)
    expect(await claim(t)).toEqual([])
    expect(await shown(t)).toEqual([])
    await t.owner(`update private.link_previews set created_at = now() - interval '2 years'`)
    await claim(t)
    expect(await t.value('select count(*)::int from private.link_previews')).toBe(0)
  }),
)

test.each([
  ['what a spoiler hides', 'Da: ||https://rtl.de/wer-geht|| lest selbst', null],
  ['without https', 'http://rtl.de/ und www.rtl.de', null],
  ['up to what ends it', 'Siehe „https://rtl.de/a_(b)“, sagt er', 'https://rtl.de/a_(b)'],
  ['without a bracket around it', '(https://rtl.de/a)', 'https://rtl.de/a'],
  ['no other scheme', 'javascript:https//x', null],
])('the first link of a text: %s', (_, text, url) =>
  harness(async (t) => {
    expect(await t.value('select private.first_link($1)', [text])).toBe(url)
  })(),
)

test(
  'of a rumor its source too; nobody but the server reads or fills the list',
  harness(async (t) => {
    await t.owner('delete from private.link_previews')
    await t.owner(`update public.post_rumors set source_url = 'https://gala.de/quelle' where post_id = '${w.rumor}'`)
    expect(await claim(t)).toEqual(['https://gala.de/quelle'])
    for (const who of ['guest', 'member', 'moderator', 'admin'] as const) {
      expect((await t.attempt(who, 'select public.claim_previews()')).error?.code).toBe('42501')
      expect((await t.attempt(who, 'select * from private.link_previews')).error?.code).toBe('42501')
    }
  }),
)
