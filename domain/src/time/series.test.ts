import { describe, expect, it, test } from 'vitest'
import { maxSeriesEpisodes, type Series, seriesDays } from './series.ts'

describe('seriesDays', () => {
  test.each<[Series, string]>([
    [{ start: '2026-03-24', until: '2026-04-07' }, '2026-03-24 2026-03-31 2026-04-07'],
    [{ start: '2026-10-24', until: '2026-10-26', frequency: 'daily' }, '2026-10-24 2026-10-25 2026-10-26'],
    [{ start: '2026-12-22', until: '2027-01-18', frequency: 'biweekly' }, '2026-12-22 2027-01-05'],
    [{ start: '2026-01-31', until: '2026-05-30', frequency: 'monthly' }, '2026-01-31 2026-02-28 2026-03-31 2026-04-30'],
    [{ start: '2024-01-30', until: '2024-03-30', frequency: 'monthly' }, '2024-01-30 2024-02-29 2024-03-30'],
    [{ start: '2026-11-15', until: '2027-01-15', frequency: 'monthly' }, '2026-11-15 2026-12-15 2027-01-15'],
    [{ start: '2026-11-21', until: '2026-11-21' }, '2026-11-21'],
    [{ start: '2026-11-21', until: null }, '2026-11-21'],
    [{ start: '2026-11-21', until: '2026-11-20' }, ''],
  ])('%o', (series, days) => expect(seriesDays(series).join(' ')).toBe(days))

  it('refuses impossible days and ends too far away', () => {
    expect(() => seriesDays({ start: '2026-02-30', until: null })).toThrow(RangeError)
    expect(() => seriesDays({ start: '2026-02-03', until: 'bald' })).toThrow(RangeError)
    expect(() => seriesDays({ start: '2026-01-01', until: '2062-01-01', frequency: 'daily' })).toThrow(RangeError)
    expect(seriesDays({ start: '2026-01-01', until: '2027-02-04', frequency: 'daily' })).toHaveLength(maxSeriesEpisodes)
  })
})
