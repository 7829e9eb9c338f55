import { expect, test } from 'vitest'
import { matchSitePages } from './site-pages.ts'

test.each([
  ['bewerten', ['Stars bewerten']],
  ['STARS bewert', ['Stars bewerten']],
  ['trashtalk', ['Gerüchte', 'Umfragen', 'Diskussionen']],
  ['geruechte', ['Gerüchte']],
  ['karma', ['Karma Champions']],
  ['kalender', ['Kalender']],
  ['mandy', []],
  ['   ', []],
])('%j finds %j', (query, titles) => expect(matchSitePages(query).map(({ title }) => title)).toEqual(titles))
