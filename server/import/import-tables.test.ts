import { beforeEach, describe, expect, test } from 'vitest'
import { goodFiles, useImportDatabase } from '../../tests/support/server/import-fixture.ts'

const { query, run, empty, expectNothing } = useImportDatabase()

beforeEach(empty)

describe('an import', () => {
  test('imports everything, and reports what it skipped', async () => {
    const { counts, warnings } = await run()
    expect(counts).toEqual({
      formats: { new: 2, changed: 0, unchanged: 0 },
      seasons: { new: 3, changed: 0, unchanged: 0 },
      stars: { new: 5, changed: 0, unchanged: 0 },
      participants: { new: 4, changed: 0, unchanged: 0 },
      episodes: { new: 2, changed: 0, unchanged: 0 },
    })
    expect(warnings.map(({ file, line, column }) => [file, line, column])).toEqual([
      ['seasons.csv', 3, 'end_date'],
      ['episodes.csv', 4, 'date'],
    ])
  })

  test("cleans names, writes placements from places and ignores the file's own result", async () => {
    await run()
    expect(
      await query(`select s.external_key as key, s.full_name as name, p.placement, p.sort_order from public.season_participants p
        join public.stars s on s.id = p.star_id join public.seasons n on n.id = p.season_id where n.external_key = 'IN/1' order by p.sort_order`),
    ).toEqual([
      { key: 'S1', name: 'Änne Müller', placement: 'Gewinner:in', sort_order: 1 },
      { key: 'S2', name: 'Brandon Cottom', placement: 'Platz 2', sort_order: 2 },
      { key: 'S3', name: 'Zwilling Gleich', placement: null, sort_order: 1000 },
    ])
  })

  test('creates distinct slugs for people of one name, and missing broadcasters and providers', async () => {
    await run()
    const slugs = await query<{ slug: string }>(`select slug from public.stars where last_name = 'Gleich'`)
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(2)
    for (const { slug } of slugs) expect(slug).toMatch(/^zwilling-gleich-[0-9a-f]{4}$/)
    expect(
      await query(`select f.slug, b.name as broadcaster, p.name as provider from public.formats f
        join public.broadcasters b on b.id = f.broadcaster_id join public.streaming_providers p on p.id = f.streaming_provider_id`),
    ).toEqual([{ slug: 'insel-der-probe', broadcaster: 'Sender Eins', provider: 'Strom Plus' }])
  })

  test("adds episodes to their season's calendar, at the default time", async () => {
    await run()
    expect(
      await query(`select e.title, e.event_date, e.event_time, e.duration_minutes as minutes, e.format_name, e.season_number as season, e.episode_number as episode, e.channel
        from public.calendar_events e order by e.event_date`),
    ).toEqual([
      {
        title: 'Sand, überall',
        event_date: '2024-02-29',
        event_time: '20:15:00',
        minutes: 90,
        format_name: 'Insel der Probe',
        season: 1,
        episode: 1,
        channel: 'Sender Eins',
      },
      {
        title: 'Folge 2',
        event_date: '2024-03-07',
        event_time: '20:15:00',
        minutes: null,
        format_name: 'Insel der Probe',
        season: 1,
        episode: 2,
        channel: 'Sender Eins',
      },
    ])
  })

  test('repeated, changes nothing', async () => {
    await run()
    const before = await query('select id, slug, updated_at from public.stars order by id')
    const { counts } = await run()
    expect(Object.values(counts).map(({ new: made, changed }) => [made, changed])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    expect(await query('select id, slug, updated_at from public.stars order by id')).toEqual(before)
  })

  test('updates what differs and keeps what the file does not contain', async () => {
    await run()
    await query(`update public.stars set birthdate = '1980-02-02', bio = 'Von Hand' where external_key = 'S2'`)
    const { counts } = await run({
      stars: goodFiles.stars.replace('Änne,Müller', 'Anne,Müller'),
      episodes: goodFiles.episodes.replace('2024-03-07', '2024-03-08'),
    })
    expect(counts.stars).toEqual({ new: 0, changed: 1, unchanged: 4 })
    expect(counts.episodes).toEqual({ new: 0, changed: 1, unchanged: 1 })
    expect(await query(`select first_name, birthdate, bio from public.stars where external_key = 'S2'`)).toEqual([
      { first_name: 'Brandon Cottom', birthdate: '1980-02-02', bio: 'Von Hand' },
    ])
  })

  test('uses a season that staff have created by hand', async () => {
    await run({ seasons: undefined, participants: undefined, episodes: undefined })
    await query(
      `insert into public.seasons (format_id, season_number) select id, 1 from public.formats where external_key = 'IN'`,
    )
    const { counts } = await run()
    expect(counts.seasons).toEqual({ new: 2, changed: 1, unchanged: 0 })
  })

  test('of single files may refer to earlier imports', async () => {
    await run({ participants: undefined, episodes: undefined })
    const { counts } = await run({ formats: undefined, seasons: undefined, stars: undefined })
    expect(counts).toEqual({
      participants: { new: 4, changed: 0, unchanged: 0 },
      episodes: { new: 2, changed: 0, unchanged: 0 },
    })
  })

  test('names stars and formats whose name somebody has already, with their line', async () => {
    await run()
    const { warnings } = await run({ stars: goodFiles.stars.replace('S1,Änne', 'X1,AENNE') }, true)
    expect(warnings.filter(({ file }) => file === 'stars.csv')).toEqual([
      {
        ...{ file: 'stars.csv', line: 2, column: 'first_name' },
        message: expect.stringMatching(/^„Änne Müller“ gibt es schon unter \/stars\/aenne-mueller-/),
      },
    ])
  })

  test('as a preview counts the same and stores nothing', async () => {
    const { counts } = await run({}, true)
    expect(counts.stars?.new).toBe(5)
    await expectNothing()
  })
})
