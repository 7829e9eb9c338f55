import { eventTypeLabels } from '@hot/domain/calendar/event-kind'
import { exportTables, importChanges, importKeys, importNew, importOutcome } from '@hot/domain/contract/admin/imports'
import { checkTables } from '@hot/domain/import/check-tables'
import { exportFiles } from '@hot/domain/import/export-files'
import { prepareTables } from '@hot/domain/import/prepare-tables'
import { readTables } from '@hot/domain/import/read-tables'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Harness } from '../support/harness.ts'

/** What people write: quotes, separators, formulas, what merely looks like one, emoji, marks, odd spaces. */
const letter = fc.constantFrom(
  ...'aäßØđñ7"\';,=+-@|\t\u00a0\u2009\u200b.:/ 😀e\u0301'.split('').filter((one) => !/[\ud800-\udfff]/.test(one)),
  '😀',
  ' ',
)
const word = (most: number) =>
  fc
    .array(letter, { minLength: 1, maxLength: Math.min(most, 14) })
    .map((letters) => letters.join('').replaceAll('\t', ' '))
    // A name of nothing but spaces is none, for the editors as well.
    .filter((text) => /[\p{L}\p{N}]/u.test(text) && text.trim() === text)
const key = fc.option(
  fc.constantFrom('insel', 'IN', 'IN/1/1', 'insel/1/1', 'anna-1', 'A  B', 'a', '=b', "'c", '17', 'zwei-2'),
)
const lines = fc.array(word(14), { minLength: 1, maxLength: 3 }).map((all) => all.join('\n'))

const day = fc.integer({ min: 1, max: 28 }).map((n) => `2030-02-${String(n).padStart(2, '0')}`)
const kinds = fc.constantFrom(...Object.keys(eventTypeLabels), 'live_special')

const site = fc.record({
  channels: fc.uniqueArray(fc.constantFrom('RTL', 'rtl', 'Sat.1', '-eins', 'Ärger'), { maxLength: 4 }),
  formats: fc.array(
    fc.record({
      name: word(14),
      short: fc.option(word(9)),
      about: fc.option(lines),
      key,
      channel: fc.nat(3),
      seasons: fc.uniqueArray(
        fc.record({
          number: fc.nat(3),
          title: fc.option(word(14)),
          key,
          start: fc.option(day),
          cast: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
          placement: fc.option(
            fc.constantFrom('Gewinner:in', 'Platz 2', 'Platz 1', 'Platz 017', 'Platz 1000', 'Halbfinale'),
          ),
          order: fc.nat(40),
          episodes: fc.array(
            fc.record({
              number: fc.option(fc.nat(2)),
              title: word(14),
              key,
              day,
              time: fc.constantFrom('20:15', '22:15:30', '00:00'),
              kind: kinds,
              minutes: fc.option(fc.integer({ min: 1, max: 1440 })),
              cancelled: fc.boolean(),
            }),
            { maxLength: 4 },
          ),
        }),
        { selector: ({ number }) => number, maxLength: 2 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  stars: fc.array(
    fc.record({ first: fc.option(word(9)), last: word(9), nick: fc.option(word(9)), born: fc.option(day), key }),
    { minLength: 4, maxLength: 4 },
  ),
})

type Site = typeof site extends fc.Arbitrary<infer S> ? S : never

/** A key stands once in its table. */
function unique(): (given: string | null) => string | null {
  const seen = new Set<string>()
  return (given) => {
    if (given === null || seen.has(given)) return null
    seen.add(given)
    return given
  }
}

async function build(t: Harness, { channels, formats, stars }: Site): Promise<void> {
  const one = async (sql: string, values: unknown[]) => String(await t.value(`${sql} returning id`, values))
  const channelIds: string[] = []
  for (const name of channels)
    channelIds.push(
      await one(
        'insert into public.broadcasters (name) values ($1) on conflict (name) do update set name = excluded.name',
        [name],
      ),
    )
  const keys = { format: unique(), season: unique(), star: unique(), event: unique() }
  const starIds: string[] = []
  for (const { first, last, nick, born, key: given } of stars)
    starIds.push(
      await one(
        'insert into public.stars (first_name, last_name, nickname, birthdate, external_key) values ($1, $2, $3, $4, $5)',
        [first ?? '', last, nick, born, keys.star(given)],
      ),
    )
  for (const format of formats) {
    const id = await one(
      'insert into public.formats (name, short_name, description, broadcaster_id, external_key) values ($1, $2, $3, $4, $5)',
      [format.name, format.short, format.about, channelIds[format.channel] ?? null, keys.format(format.key)],
    )
    for (const { number, title, key: given, start, cast, placement, order, episodes } of format.seasons) {
      const season = await one(
        'insert into public.seasons (format_id, season_number, title, start_date, external_key) values ($1, $2, $3, $4, $5)',
        [id, number, title, start, keys.season(given)],
      )
      for (const star of cast)
        await t.owner('insert into public.season_participants values ($1, $2, $3, $4)', [
          ...[season, starIds[star], placement, order],
        ])
      for (const episode of episodes)
        await t.owner(
          `insert into public.calendar_events (season_id, episode_number, title, external_key, event_date, event_time, event_type,
             duration_minutes, is_cancelled) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [
            ...[season, episode.number, episode.title, keys.event(episode.key), episode.day, episode.time],
            ...[episode.kind, episode.minutes, episode.cancelled],
          ],
        )
    }
  }
}

/** Exported as files, read as files: nothing is new, nothing changes, nothing is missing, nothing is asked. */
async function comesBack(t: Harness, format: string | null, season: string | null): Promise<void> {
  const ask = async (sql: string, values: unknown[]) => (await t.as('moderator', sql, values)).rows[0]?.answer
  const tables = exportTables.parse(await ask('select public.admin_export_tables($1, $2) as answer', [format, season]))
  const read = readTables(
    exportFiles(tables).map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) })),
  )
  checkTables(read, importKeys.parse(await ask('select public.admin_import_keys() as answer', [])))
  const prepared = JSON.stringify(prepareTables(read))
  const changes = importChanges.parse(await ask('select public.admin_import_changes($1::jsonb) as answer', [prepared]))
  expect([changes.items, changes.absent.items]).toEqual([[], []])
  const made = importNew.parse(await ask('select public.admin_import_new($1::jsonb) as answer', [prepared]))
  expect(made).toEqual({ rows: {}, doubles: [], times: [] })
  const counts = importOutcome.parse(
    await ask(`select public.admin_apply_import($1::jsonb, false, '{}', $2) as answer`, [prepared, changes.seen]),
  )
  for (const { new: fresh, changed } of Object.values(counts)) expect([fresh, changed]).toEqual([0, 0])
}

const ids = async (t: Harness, table: string) =>
  (await t.owner(`select id from public.${table} order by created_at desc, id limit 1`)).rows.map(({ id }) =>
    String(id),
  )

export async function exportsComeBack(t: Harness, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(site, (given) =>
    t.undone(async () => {
      await build(t, given)
      await comesBack(t, null, null)
      const [season] = await ids(t, 'seasons')
      const [format] = await ids(t, 'formats')
      if (season) await comesBack(t, null, season)
      else await comesBack(t, format ?? null, null)
    }),
  )
  await fc.assert(property, {
    numRuns,
    endOnFailure: true,
    ...(process.env.SEED && { seed: Number(process.env.SEED) }),
  })
}
