import { expect, test } from 'vitest'
import { type RegisteredStar, registeredStars, type StarOrder } from '../../../tests/support/oracles/star-register.ts'
import { idOf, insertRows } from '../counters/random-people.ts'
import { dice } from '../support/dice.ts'
import { type Harness, useHarness } from '../support/harness.ts'

const firsts = ['Mandy', 'Änne', 'Zoë', 'Al', 'Gina-Lisa', 'gina', 'Ömer', '50% Rabatt', 'Ж', '7']
const lasts = ['Müller', 'Mueller-Süß', '', 'de la Cruz', "O'Hara", 'Sturm_Höfel', 'Al', 'Manning']

/** Few names and fewer instants: ties for every order; some hidden, half with a rank. */
async function randomRegister(t: Harness): Promise<void> {
  const luck = dice(1_984)
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  await insertRows(
    t,
    'public.stars (id, first_name, last_name, nickname, is_active, created_at)',
    Array.from({ length: 160 }, (_, n) => {
      const nickname = luck.chance(30) ? text(luck.pick(['Pepper', 'al', 'Die Ma'])) : 'null'
      const at = `date_trunc('hour', now()) - interval '${luck.roll(4)} days'`
      return `'${idOf(3, n + 1)}', ${text(luck.pick(firsts))}, ${text(luck.pick(lasts))}, ${nickname}, ${luck.chance(90)}, ${at}`
    }),
  )
  await t.owner(`update public.star_scores set demand_count = 5, demand_sum = 5 + right(star_id::text, 2)::int % 7
    where right(star_id::text, 1)::int % 2 = 0`)
  await t.owner('select private.rank_stars()')
}

const harness = useHarness(randomRegister)

const register = async (t: Harness) =>
  (
    await t.owner(`select s.id::text, s.first_name, s.last_name, s.nickname, s.is_active,
      (extract(epoch from s.created_at) * 1000)::float8 as created_at, x.rank
      from public.stars s join public.star_scores x on x.star_id = s.id`)
  ).rows as RegisteredStar[]

type Page = { items: { id: string }[]; next: string | null; total: number }

/** All stars of a list, `limit` at a time, with the total from the first page. */
async function walked(t: Harness, sort: StarOrder, letter: string | null, query: string, limit: number) {
  const ids: string[] = []
  let total: number | undefined
  let next: string | null = null
  do {
    const { rows } = await t.as('guest', 'select public.stars_page($1, $2, $3, $4, $5) as page', [
      sort,
      letter,
      query,
      next,
      limit,
    ])
    const page = rows[0]?.page as Page
    ids.push(...page.items.map(({ id }) => id))
    total ??= page.total
    next = page.next
  } while (next !== null)
  return { ids, total }
}

const queries = [
  '',
  'ma',
  'man',
  'müll',
  'al',
  'al al',
  'a',
  'ü',
  'gina li',
  '50%',
  '_',
  'sturm_h',
  "o'h",
  'la de',
  '-',
  'zz',
]

test.each(['hot', 'name', 'new'] as const)('stars by %s, by letter and query, equal the reference', (sort) =>
  harness(async (t) => {
    const stars = await register(t)
    let found = 0
    for (const letter of [null, 'M', 'A', '#'])
      for (const query of queries) {
        const expected = registeredStars(stars, sort, letter, query)
        const list = await walked(t, sort, letter, query, 13)
        expect({ letter, query, ...list }).toEqual({ letter, query, ids: expected, total: expected.length })
        found += expected.length
      }
    expect(found).toBeGreaterThan(500)
  })(),
)

test(
  'the search follows names, hiding, ranks and deletions',
  harness(async (t) => {
    const expectSame = async () => {
      const stars = await register(t)
      for (const query of ['man', 'xaver'])
        expect((await walked(t, 'hot', null, query, 100)).ids).toEqual(registeredStars(stars, 'hot', null, query))
      const stored = `select star_id::text, search_key, sort_key, letter, created_at, place from private.star_search`
      const meant = `select s.id::text, s.search_key, s.sort_key, s.letter, s.created_at, coalesce(x.rank, 2147483647)
        from public.stars s join public.star_scores x on x.star_id = s.id where s.is_active`
      expect((await t.owner(`(${stored} except ${meant}) union all (${meant} except ${stored})`)).rows).toEqual([])
    }
    for (const step of [
      `select 1`,
      `update public.stars set first_name = 'Xaver', nickname = null where id in ('${idOf(3, 2)}', '${idOf(3, 5)}')`,
      `update public.stars set is_active = not is_active where right(id::text, 1) in ('2', '3')`,
      `update public.star_scores set demand_sum = 25 where star_id = '${idOf(3, 4)}'`,
      `select private.rank_stars()`,
      `update public.star_scores set demand_count = 0, demand_sum = 0 where star_id = '${idOf(3, 6)}'`,
      `select private.rescore_all_stars()`,
      `delete from public.stars where id = '${idOf(3, 8)}'`,
    ]) {
      await t.owner(step)
      await expectSame()
    }
  }),
)
