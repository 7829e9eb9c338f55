import { expect, test } from 'vitest'
import { noFigures } from './api.ts'
import { stepsLeft } from './first-steps.ts'

const titles = (given: Partial<typeof noFigures>, lacksLegal = false) =>
  stepsLeft({ ...noFigures, total_users: 1, ...given }, lacksLegal).map(({ title }) => title)

test('a new site has all steps before it, and each disappears once its figure says so', () => {
  const all = titles({})
  expect(all).toEqual([
    'Erstes Format anlegen',
    'Ersten Star anlegen',
    'Ersten Sendetermin eintragen',
    'Ersten Beitrag schreiben',
    'Die Ersten einladen',
  ])
  const figures = ['total_formats', 'total_stars', 'total_events', 'total_posts'] as const
  for (const [place, figure] of figures.entries())
    expect(titles({ [figure]: 1 })).toEqual(all.filter((_, at) => at !== place))
  expect(titles({}, true)).toEqual(['Impressum vervollständigen', ...all])
  expect(titles({ total_users: 2 })).toEqual(all.slice(0, -1))
})

test('a site that has all of it has none left', () => {
  const had = { total_formats: 3, total_stars: 9, total_events: 20, total_posts: 5, total_users: 40 }
  expect(titles(had)).toEqual([])
  expect(titles(had, true)).toEqual(['Impressum vervollständigen'])
})
