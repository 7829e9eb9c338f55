import { expect, test } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { errorText, wordsOfPath } from './error-screens.tsx'

test.each([
  ['an unknown error', new Error('boom'), true, 'Etwas ist schiefgelaufen'],
  ['no backend configured', new Error('Supabase nicht konfiguriert'), true, 'Supabase nicht konfiguriert'],
  ['no backend configured, offline', new Error('Supabase nicht konfiguriert'), false, 'Supabase nicht konfiguriert'],
  ['no answer while offline', new DataError('', 0, 'Failed to fetch'), false, 'Offline'],
  ['no answer while online', new DataError('', 0, 'Failed to fetch'), true, 'Etwas ist schiefgelaufen'],
  ['an answer of the server', new DataError('XX000', 500, 'x'), false, 'Etwas ist schiefgelaufen'],
])('%s', (_name, error, online, title) => expect(errorText(error, online).title).toBe(title))

test.each([
  ['/stars/mandy-peper-pfeferkorn', 'mandy peper pfeferkorn'],
  ['/formate/Dschungelcamp_2027/', 'Dschungelcamp 2027'],
  ['/stars/j%C3%B6rg-m%C3%BCller', 'jörg müller'],
  ['/stars/100%', '100'],
  ['/', ''],
])('of the address %s the search has %j', (path, words) => expect(wordsOfPath(path)).toBe(words))
