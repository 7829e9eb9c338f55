import { adminStarsPage } from '@hot/domain/contract/admin/stars'
import { starPage } from '@hot/domain/contract/star'
import { licenseOf, pictureLicenses } from '@hot/domain/picture/credit'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const picture = 'https://hot.example/storage/v1/object/public/pictures/stars/a.webp'
const withPicture = (t: Harness) => t.owner('update public.stars set avatar_url = $1 where id = $2', [picture, w.star])
const credit = { avatar_author: ' Ana Foto ', avatar_source: 'https://example.org/foto', avatar_license: 'cc_by_sa_4' }

const save = async (t: Harness, values: Record<string, string | null>) =>
  t.attempt('moderator', 'select public.admin_save_star($1, $2, $3) as answer', [
    w.star,
    await t.value('select updated_at from public.stars where id = $1', [w.star]),
    { first_name: 'Mandy', last_name: 'Müller', ...values },
  ])
const lacking = async (t: Harness) =>
  adminStarsPage
    .parse((await t.as('moderator', `select public.admin_stars_page(p_gap => 'credit') as page`)).rows[0]?.page)
    .items.map(({ id }) => id)
const uncredited = async (t: Harness) =>
  t.value(`select private.dashboard_figures() -> 'uncredited_stars'`).then(Number)

test(
  'a star’s picture says who made it on the star’s page, and is missed until it does',
  harness(async (t) => {
    expect([await lacking(t), await uncredited(t)]).toEqual([[], 0])
    await withPicture(t)
    expect([await lacking(t), await uncredited(t)]).toEqual([[w.star], 1])
    expect((await save(t, credit)).error).toBeUndefined()
    const slug = await t.value('select slug from public.stars where id = $1', [w.star])
    const { rows } = await t.as('guest', 'select public.star_page($1) as page', [slug])
    expect(starPage.parse(rows[0]?.page)).toMatchObject({ ...credit, avatar_author: 'Ana Foto' })
    expect([await lacking(t), await uncredited(t)]).toEqual([[], 0])
  }),
)

test(
  'the credit goes with its picture',
  harness(async (t) => {
    await withPicture(t)
    await save(t, credit)
    await save(t, { avatar_url: null })
    const { rows } = await t.owner(
      'select avatar_author, avatar_source, avatar_license from public.stars where id = $1',
      [w.star],
    )
    expect(rows).toEqual([{ avatar_author: null, avatar_source: null, avatar_license: null }])
  }),
)

test(
  'of two stars that become one, a credit comes with its picture only',
  harness(async (t) => {
    await withPicture(t)
    await t.owner(
      `insert into public.stars (id, first_name, avatar_url, avatar_author, avatar_license)
        values ('${w.fresh}', 'Zwilling', '${picture}', 'Somebody else', 'press')`,
    )
    await t.as('admin', 'select public.admin_merge_stars($1, $2)', [w.star, w.fresh])
    expect(await t.value('select avatar_author from public.stars where id = $1', [w.star])).toBeNull()
  }),
)

test.each([
  ['CC BY-SA without a source', { ...credit, avatar_source: null }],
  ['CC BY-SA of nobody', { ...credit, avatar_author: null }],
  ['a press picture of nobody', { avatar_author: null, avatar_source: null, avatar_license: 'press' }],
  ['a licence that nobody knows', { ...credit, avatar_license: 'wtfpl' }],
  ['a source that is no address', { ...credit, avatar_source: 'javascript:alert(1)' }],
  ['an author of 201 letters', { ...credit, avatar_author: 'x'.repeat(201) }],
])('%s is not stored', (_, values) =>
  harness(async (t) => {
    await withPicture(t)
    expect((await save(t, values)).error).toMatchObject({ code: '23514' })
  })(),
)

test(
  'the database knows the same licences, and which of them need nobody’s name',
  harness(async (t) => {
    for (const [table, column] of [
      ['stars', 'avatar_license'],
      ['news', 'image_license'],
    ]) {
      const check = await t.value(
        `select pg_get_constraintdef(oid) from pg_constraint where conname = '${table}_${column}_check'`,
      )
      expect([...String(check).matchAll(/'([^']+)'/g)].map(([, key]) => key)).toEqual([...pictureLicenses])
    }
    for (const license of [null, ...pictureLicenses])
      for (const author of [null, 'Ana'])
        expect(await t.value('select private.is_credited($1, $2)', [author, license])).toBe(
          Boolean(author) || licenseOf(license ?? '')?.needs.length === 0,
        )
  }),
)

test(
  'news keeps source and licence beside its credit, shows them, and is missed without',
  harness(async (t) => {
    const save = (values: object) =>
      t.attempt('moderator', 'select public.admin_save_news(null, null, $1, true) as answer', [
        { title: 'Neu', body: 'Text', ...values },
      ])
    const values = { image_credit: 'Ana', image_source: 'https://example.org/foto', image_license: 'cc_by_4' }
    expect((await save({ ...values, image_source: '' })).error).toMatchObject({ code: '23514' })
    expect((await save({ ...values, image_source: 'foto' })).error).toMatchObject({ hint: 'image_source_invalid' })
    expect((await save(values)).error).toBeUndefined()
    const slug = await t.value(`select slug from public.news where image_license = 'cc_by_4'`)
    const { rows } = await t.as('guest', 'select public.news_article($1) as page', [slug])
    expect(rows[0]?.page).toMatchObject(values)
    await t.owner(`update public.news set image_url = '${picture}', image_credit = null, image_license = null`)
    expect(await t.value(`select (private.dashboard_figures() -> 'uncredited_news')::int`)).toBeGreaterThan(0)
  }),
)
