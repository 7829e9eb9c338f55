import { expect, test } from 'vitest'
import { dice } from '../support/dice.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'
import { liveLife } from './account-life.ts'

const harness = useHarness(createWorld)

/**
 * Do not grow with the members: settings, questions about stars, and what happened since the charts were last counted. The
 * audit log is GoTrue's own, which may not be given an index.
 */
const small = ['app_settings', 'star_vote_means', 'karma_changes', 'audit_log_entries']

/** Rows that this transaction has read in scans of whole tables. */
async function scanned(t: Harness): Promise<Map<string, number>> {
  const { rows } = await t.platform('select relname, seq_tup_read from pg_stat_xact_user_tables where seq_tup_read > 0')
  return new Map(rows.map(({ relname, seq_tup_read }) => [String(relname), Number(seq_tup_read)]))
}

test(
  'deleting an account reads no growing table whole',
  harness(async (t) => {
    await liveLife(t)
    // The planner takes them for tables of a million rows, so that it uses an index wherever there is one.
    await t.platform(`update pg_class set reltuples = 1000000, relpages = 1
      where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage')`)
    const before = await scanned(t)
    await t.platform(`delete from auth.users where id = '${people.member}'`)
    const after = [...(await scanned(t))].filter(([name, scans]) => scans > (before.get(name) ?? 0))
    expect(after.map(([name]) => name).filter((name) => !small.includes(name))).toEqual([])
  }),
)

test(
  'every text in which a mention is masked is found by the names in it',
  harness(async (t) => {
    const luck = dice(11)
    const parts = ['@', 'mia', 'Mia', 'ÜBER', 'über', '.', '..', '_', 'x', ' ', ', ', '@@', '-', 'ß', '9', '\n']
    const word = (length: number) => Array.from({ length }, () => luck.pick(parts)).join('')
    const texts = Array.from({ length: 400 }, () => `${word(2)} @${word(5)}`)
    const names = ['mia', 'mia.', '.mia', 'mia..', 'mia.x', 'über', 'ÜBER9', 'miamia', 'mia_über', 'ßßß']
    const { rows } = await t.owner(
      `select count(*)::int as matched, count(*) filter (where not private.names_in(text) @> array[private.nickname_key(name)])::int as missed
       from unnest($1::text[]) text cross join unnest($2::text[]) name where text ~* private.mention_pattern(name)`,
      [texts, names],
    )
    expect(rows[0]).toMatchObject({ missed: 0 })
    expect(Number(rows[0]?.matched)).toBeGreaterThan(20)
  }),
)
