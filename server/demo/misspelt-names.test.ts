import { transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../supabase/tests/support/database.ts'
import { demoFormats } from './content/formats.ts'
import { demoStars } from './content/stars.ts'
import { demoRandom } from './demo-rows.ts'
import { seedDemo } from './seed.ts'

let database: TestDatabase
const query = <T>(sql: string, values: unknown[] = []) =>
  transaction(database.engine, database.owner, async (session) => (await session.query(sql, values)).rows as T[])

beforeAll(async () => {
  database = await openTestDatabase()
  await query(`update public.app_settings set extra_mail_domains = '{hot.example}'`)
  await seedDemo({
    transaction: (work) =>
      transaction(database.engine, database.owner, (session) =>
        work(async <R>(sql: string, params: unknown[] = []) => (await session.query(sql, params)).rows as R[]),
      ),
  })
})
afterAll(() => database.close())

const random = demoRandom('misspelt names')
const pick = <T>(list: readonly T[]): T => list[random.whole(0, list.length - 1)] as T

const rows = ['qwertzuiop', 'asdfghjkl', 'yxcvbnm']
const neighbour = (letter: string): string => {
  const row = rows.find((keys) => keys.includes(letter.toLowerCase())) ?? 'en'
  const at = row.indexOf(letter.toLowerCase())
  return row[at + 1] ?? row[at - 1] ?? 'e'
}

/** What people do to a word. `at` is the place of a letter that has one after it. */
const mistakes: Record<string, (word: string, at: number) => string> = {
  swapped: (word, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  missing: (word, at) => word.slice(0, at) + word.slice(at + 1),
  doubled: (word, at) => word.slice(0, at + 1) + word.slice(at),
  wrong: (word, at) => word.slice(0, at) + neighbour(word.charAt(at)) + word.slice(at + 1),
  plain: (word, at) => mistakes.missing?.(word.normalize('NFD').replace(/\p{M}/gu, ''), at) ?? word,
}

type Misspelt = { typed: string; name: string; mistake: string }

function misspell(name: string): Misspelt {
  const words = name.split(' ')
  const long = words.flatMap((word, index) => (/^\p{L}{4,}$/u.test(word) ? [index] : []))
  const index = pick(long)
  const word = words[index] ?? ''
  const mistake = pick(Object.keys(mistakes))
  const changed = mistakes[mistake]?.(word, random.whole(0, word.length - 2)) ?? word
  return { typed: words.with(index, changed).join(' '), name, mistake }
}

const names = [
  ...demoStars.flatMap(({ firstName, lastName }) => [`${firstName} ${lastName}`.trim(), lastName || firstName]),
  ...demoFormats.flatMap(({ name }) => [name, name]),
].filter((name) => name.split(' ').some((word) => /^\p{L}{4,}$/u.test(word)))

type Found = { stars: { first_name: string; last_name: string }[]; formats: { name: string }[] }

async function find(typed: string): Promise<string[]> {
  const [row] = await query<{ found: Found }>('select public.search_all($1, 5) as found', [typed])
  const { stars = [], formats = [] } = row?.found ?? {}
  return [
    ...stars.flatMap((star) => [`${star.first_name} ${star.last_name}`.trim(), star.last_name || star.first_name]),
    ...formats.map(({ name }) => name),
  ]
}

test('of 200 misspelt names at least 95 of 100 are among the first five', async () => {
  const list = Array.from({ length: 200 }, () => misspell(pick(names)))
  const missed: Misspelt[] = []
  for (const one of list) if (!(await find(one.typed)).includes(one.name)) missed.push(one)
  expect(new Set(list.map(({ mistake }) => mistake)).size).toBe(5)
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(10)
})

test('a name that is spelt right finds what it found before, and nothing that is only similar', async () => {
  for (const name of new Set(names)) {
    const [row] = await query<{ exact: number; found: number }>(
      `select (select count(*)::int from private.star_search s where s.search_key like all (private.like_patterns(private.search_words($1))))
          + (select count(*)::int from private.format_refs f where f.search_key like all (private.like_patterns(private.search_words($1)))) as exact,
        jsonb_array_length(a -> 'stars') + jsonb_array_length(a -> 'formats') as found
       from public.search_all($1, 50) a`,
      [name],
    )
    expect(row?.found, name).toBe(row?.exact)
    expect(row?.exact, name).toBeGreaterThan(0)
  }
})
