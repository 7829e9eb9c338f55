import { expect, test } from 'vitest'
import { openPglite } from '../database/pglite.ts'
import { differingTables, tableContents } from './table-contents.ts'

test.each([1, 2] as const)('two tables differ in one row, or not at all (format %i)', async (format) => {
  const engine = await openPglite(undefined)
  try {
    await engine.session((session) =>
      session.exec(`create table one (n int, word text); create table other (n int, word text);
        insert into one values (1, 'a'), (2, null), (2, null); insert into other values (2, null), (1, 'a'), (2, null)`),
    )
    const differ = async (change: string) => {
      await engine.session((session) => session.exec(change))
      const { 'public.one': one, 'public.other': other } = await engine.session((session) =>
        tableContents(session, format),
      )
      return differingTables({ it: one ?? { rows: 0, hash: '' } }, { it: other ?? { rows: 0, hash: '' } })
    }
    expect(await differ('')).toEqual([])
    expect(await differ(`update other set word = 'b' where n = 1`)).toEqual(['it'])
    expect(await differ(`update other set word = 'a' where n = 1`)).toEqual([])
    // As many rows, one of them in the place of its twin.
    expect(await differ(`update one set n = 1, word = 'a' where ctid = (select max(ctid) from one)`)).toEqual(['it'])
    expect(await differ('truncate one; truncate other')).toEqual([])
    expect((await engine.session((session) => tableContents(session, format)))['public.one']?.rows).toBe(0)
  } finally {
    await engine.close()
  }
})
