import { adminStar, adminStarsPage, savedStar, similarStars } from '@hot/domain/contract/admin/stars'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const one = async (t: Harness, person: 'moderator' | 'admin', sql: string, params: unknown[] = []) =>
  (await t.as(person, `select ${sql} as answer`, params)).rows[0]?.answer

type Fields = Partial<Record<'first' | 'last' | 'nick' | 'slug' | 'bio' | 'born' | 'picture', string | null>>
const save = (t: Harness, id: string | null, expected: string | null, fields: Fields = {}, active = true) =>
  t.attempt('moderator', 'select public.admin_save_star($1, $2, $3) as answer', [
    id,
    expected,
    {
      ...{ first_name: fields.first ?? '', last_name: fields.last ?? '', nickname: fields.nick ?? '' },
      ...{ slug: fields.slug ?? '', bio: fields.bio ?? '', birthdate: fields.born ?? '' },
      ...{ avatar_url: fields.picture ?? null, is_active: active },
    },
  ])
const log = async (t: Harness) =>
  (await t.owner('select action_type, target_id, details from public.admin_actions order by action_type')).rows

test(
  'a star is created with its own slug and changed, with one log row each',
  harness(async (t) => {
    const made = savedStar.parse((await save(t, null, null, { first: ' Rico ', last: 'Reh' })).rows[0]?.answer)
    expect(made.slug).toBe(`rico-reh-${made.id.slice(-4)}`)
    const moved = savedStar.parse(
      (await save(t, made.id, made.updated_at, { first: 'Rico', last: 'Reh', slug: 'Rico Reh' })).rows[0]?.answer,
    )
    expect(moved.slug).toBe('rico-reh')
    expect(adminStar.parse(await one(t, 'moderator', 'public.admin_star($1)', [made.id]))).toMatchObject({
      first_name: 'Rico',
      old_slugs: [made.slug],
    })
    expect((await t.as('guest', 'select public.star_page($1) as page', [made.slug])).rows[0]?.page).toMatchObject({
      slug: 'rico-reh',
    })
    expect((await log(t)).map((row) => [row.action_type, row.target_id])).toEqual([
      ['create_star', made.id],
      ['update_star', made.id],
    ])
    expect((await log(t))[0]?.details).toEqual({ name: 'Rico Reh' })
  }),
)

test(
  'the second of two editors is refused',
  harness(async (t) => {
    const seen = adminStar.parse(await one(t, 'moderator', 'public.admin_star($1)', [w.star]))
    await t.owner(`update public.stars set bio = 'Neu', updated_at = now() + interval '1 second' where id = $1`, [
      w.star,
    ])
    const late = await save(t, w.star, seen.updated_at, { first: 'Mandy' })
    expect(late.error).toMatchObject({ code: '23514', hint: 'changed_meanwhile' })
    expect((await save(t, w.fresh, seen.updated_at, { first: 'X' })).error?.hint).toBe('target_gone')
  }),
)

test.each([
  [{ first: ' \u00a0 ' }, 'name_missing'],
  [{ first: 'x'.repeat(101) }, 'name_too_long'],
  [{ first: 'Rico', bio: 'x'.repeat(10_001) }, 'bio_too_long'],
  [{ first: 'Rico', born: '2999-01-01' }, 'birthdate_invalid'],
  [{ first: 'Rico', born: '2020-02-30' }, 'birthdate_invalid'],
  [{ first: 'Rico', slug: 'Voting' }, 'slug_reserved'],
  [{ first: 'Rico', slug: 'mandy-pfefferkorn-0001' }, 'slug_taken'],
  [{ first: 'Rico', picture: 'https://elsewhere.example/x.png' }, 'picture_missing'],
  [{ first: 'Rico', picture: `/storage/v1/object/public/pictures/stars/${w.fresh}.webp` }, 'picture_missing'],
] as [Fields, string][])('%o is refused: %s', (fields, hint) =>
  harness(async (t) => expect((await save(t, null, null, fields)).error?.hint).toBe(hint))(),
)

test(
  'only staff add and remove pictures of the site, under unique names',
  harness(async (t) => {
    const put = (person: 'member' | 'moderator', name: string) =>
      t.attempt(person, `insert into storage.objects (bucket_id, name) values ('pictures', $1)`, [name])
    const name = `stars/${w.fresh}.webp`
    expect((await put('member', name)).error?.code).toBe('42501')
    expect((await put('moderator', `../${name}`)).error?.code).toBe('42501')
    expect((await put('moderator', name)).error).toBeUndefined()
    const address = `/storage/v1/object/public/pictures/${name}`
    expect((await save(t, null, null, { first: 'Rico', picture: address })).error).toBeUndefined()
  }),
)

test(
  'the list finds hidden stars, missing data and similar names, and has pages',
  harness(async (t) => {
    await t.owner(
      `insert into public.stars (first_name, last_name) select 'Anna', 'Nummer ' || n from generate_series(1, 7) n`,
    )
    const page = async (args: string) =>
      adminStarsPage.parse(await one(t, 'moderator', `public.admin_stars_page(${args})`))
    expect((await page(`p_state => 'inactive'`)).items.map((star) => star.id)).toEqual([w.inactiveStar])
    expect((await page(`p_query => 'pfeffer man'`)).items.map((star) => star.id)).toEqual([w.star])
    expect((await page(`p_gap => 'social', p_query => 'mandy'`)).items).toEqual([])
    for (const sort of ['name', 'new']) {
      const seen: string[] = []
      let after: string | null = null
      do {
        const next: Awaited<ReturnType<typeof page>> = await page(
          `p_sort => '${sort}', p_limit => 4, p_after => ${after ? `'${after}'` : 'null'}`,
        )
        seen.push(...next.items.map((star) => star.id))
        after = next.next
      } while (after)
      expect(seen).toHaveLength(9)
      expect(new Set(seen).size).toBe(9)
    }
    const near = similarStars.parse(await one(t, 'moderator', `public.admin_similar_stars('Mandi Pfefferkorn')`))
    expect(near.map((star) => star.id)).toEqual([w.star])
  }),
)

test(
  'merging moves votes, fans, seasons, accounts and tags, fills empty fields, and redirects the old slug',
  harness(async (t) => {
    const { id: gone, slug } = savedStar.parse(
      (await save(t, null, null, { first: 'Mandi', last: 'Pfefferkorn', bio: 'Aus dem Osten' })).rows[0]?.answer,
    )
    const vote = (person: 'member' | 'other', star: string, value: number) =>
      t.as(person, `insert into public.demand_votes (star_id, value) values ($1, $2)`, [star, value])
    await vote('member', w.star, 1)
    await vote('other', gone, 4)
    await vote('member', gone, 5)
    // All votes of one transaction have the same time, so the vote on the surviving star is made older, without its trigger.
    await t.owner('alter table public.demand_votes disable trigger user')
    await t.owner(`update public.demand_votes set updated_at = now() - interval '1 day' where star_id = $1`, [w.star])
    await t.owner('alter table public.demand_votes enable trigger user')
    for (const star of [w.star, gone])
      await t.as('member', 'insert into public.star_fans (star_id) values ($1)', [star])
    await t.as('other', 'insert into public.star_fans (star_id) values ($1)', [gone])
    await t.owner(
      `insert into public.season_participants (season_id, star_id, placement) values ($1, $2, 'Platz 2'), ($3, $2, null)`,
      [...[w.season, gone, w.hiddenSeason]],
    )
    await t.owner(
      `insert into public.star_social_accounts (star_id, platform, handle, url, followers) values
       ($1, 'instagram', 'mandi', 'https://instagram.com/mandi', 5), ($1, 'x', 'mandi', 'https://x.com/mandi', 7)`,
      [gone],
    )
    await t.owner(`update public.community_posts set tags = array[$1::uuid] where id = $2`, [gone, w.rumor])
    const both = `array['${w.star}', '${gone}']::uuid[]`
    await t.owner(`update public.community_posts set tags = ${both} where id = $1`, [w.poll])

    const refused = await t.attempt('moderator', 'select public.admin_merge_stars($1, $2)', [w.star, gone])
    expect(refused.error).toMatchObject({ code: '42501', hint: 'not_allowed' })
    expect((await t.attempt('admin', 'select public.admin_merge_stars($1, $1)', [w.star])).error?.hint).toBe(
      'same_star',
    )
    await t.as('admin', 'select public.admin_merge_stars($1, $2)', [w.star, gone])

    const star = adminStar.parse(await one(t, 'admin', 'public.admin_star($1)', [w.star]))
    expect(star).toMatchObject({ bio: 'Aus dem Osten', votes: 2, fans: 2, posts: 3, old_slugs: [slug] })
    expect(new Set(star.seasons.map((season) => season.placement))).toEqual(new Set(['Platz 2', null]))
    expect(await t.value('select value from public.demand_votes where user_id = $1', [people.member])).toBe(5)
    expect(await t.value(`select demand_sum from public.star_scores where star_id = $1`, [w.star])).toBe(9)
    const handles = `select string_agg(handle, ' ' order by platform) from public.star_social_accounts where star_id = $1`
    expect(await t.value(handles, [w.star])).toBe('mandy mandi')
    expect(await t.value('select tags::text from public.community_posts where id = $1', [w.poll])).toBe(`{${w.star}}`)
    const page = (await t.as('guest', 'select public.star_page($1) as page', [slug])).rows[0]?.page
    expect(page).toMatchObject({ id: w.star })
    expect((await log(t)).filter((row) => row.action_type !== 'create_star')).toMatchObject([
      { action_type: 'merge_star', target_id: w.star, details: { merged: 'Mandi Pfefferkorn', merged_slug: slug } },
    ])
  }),
)

test(
  'admins delete a star with its dependent rows, once; posts lose the tag',
  harness(async (t) => {
    const remove = (person: 'moderator' | 'admin') => t.attempt(person, 'select public.admin_delete_star($1)', [w.star])
    expect((await remove('moderator')).error).toMatchObject({ code: '42501', hint: 'not_allowed' })
    expect((await remove('admin')).error).toBeUndefined()
    expect((await remove('admin')).error?.hint).toBe('target_gone')
    expect(await t.value('select tags::text from public.community_posts where id = $1', [w.discussion])).toBe('{}')
    expect((await log(t)).map((row) => row.action_type)).toEqual(['delete_star'])
  }),
)
