import { adminNewsItem, savedNews } from '@hot/domain/contract/admin/news'
import { pictureLine } from '@hot/domain/news/article'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

const nameOf = (n: number) => `news/20000000-0000-4000-8000-00000000000${n}.webp`
const lineOf = (n: number) =>
  pictureLine({
    src: `/storage/v1/object/public/pictures/${nameOf(n)}`,
    width: 1200,
    height: 800,
    alt: 'Der Cast am Pool',
    credit: 'RTL',
  })
const upload = (t: Harness, n: number, daysAgo = 40) =>
  t.owner(
    `insert into storage.objects (bucket_id, name, created_at) values ('pictures', $1, now() - make_interval(days => $2))`,
    [nameOf(n), daysAgo],
  )
const save = async (t: Harness, body: string, before?: { id: string; updated_at: string }) => {
  const { rows, error } = await t.attempt('moderator', 'select public.admin_save_news($1, $2, $3) as saved', [
    before?.id ?? null,
    before?.updated_at ?? null,
    { title: 'Der Cast', body },
  ])
  return error ? { hint: error.hint } : savedNews.parse(rows?.[0]?.saved)
}
const saved = async (t: Harness, body: string, before?: { id: string; updated_at: string }) =>
  savedNews.parse(await save(t, body, before))
const stored = async (t: Harness) =>
  (
    await t.owner(`select name from storage.objects where bucket_id = 'pictures' and name like 'news/%' order by name`)
  ).rows.map(({ name }) => name)
const tidy = (t: Harness) => t.owner('select private.apply_retention()')

test(
  'a text keeps its pictures; one that was never uploaded is refused',
  harness(async (t) => {
    await upload(t, 1)
    expect(await save(t, `Text\n\n${lineOf(2)}`)).toEqual({ hint: 'picture_missing' })
    const news = await saved(t, `Text\n\n${lineOf(1)}`)
    const { rows } = await t.as('moderator', 'select public.admin_news_item($1) as item', [news.id])
    expect(adminNewsItem.parse(rows[0]?.item).body).toBe(`Text\n\n${lineOf(1)}`)
    await tidy(t)
    expect(await stored(t)).toEqual([nameOf(1)])
    // Gone for a reason of the law, it does not keep the rest of the text from being mended.
    await t.owner(`delete from storage.objects where name = '${nameOf(1)}'`)
    expect(await save(t, `Text, berichtigt\n\n${lineOf(1)}`, news)).toMatchObject({ id: news.id })
  }),
)

test(
  'a picture that nothing shows is deleted after 30 days, with the earlier texts that had it',
  harness(async (t) => {
    for (const n of [1, 2]) await upload(t, n)
    await upload(t, 3, 29)
    const news = await saved(t, lineOf(1))
    await saved(t, 'Ohne Bild', news)
    await tidy(t)
    expect(await stored(t), 'of an abandoned form, and one too young to tell').toEqual([nameOf(1), nameOf(3)])
    await t.owner(`update private.news_versions set replaced_at = now() - interval '30 days'`)
    await tidy(t)
    expect(await stored(t)).toEqual([nameOf(3)])
  }),
)

test(
  'an article in the bin keeps its pictures',
  harness(async (t) => {
    await upload(t, 1)
    const news = await saved(t, lineOf(1))
    await t.as('admin', 'select public.admin_delete_news($1)', [news.id])
    await tidy(t)
    expect(await stored(t)).toEqual([nameOf(1)])
    const [binned] = (await t.owner('select id from private.bin')).rows
    await t.as('admin', 'select public.admin_restore_from_bin($1)', [binned?.id])
    await tidy(t)
    expect(await stored(t)).toEqual([nameOf(1)])
    await t.as('admin', 'select public.admin_delete_news($1)', [news.id])
    await t.owner(`update private.bin set removed_at = now() - interval '30 days'`)
    await tidy(t)
    expect(await stored(t)).toEqual([])
  }),
)
