import { expect, test } from 'vitest'
import { buildName, developmentNote, isDevelopment, releaseName } from './build-name.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

test.each([
  [commit, '1.1.0-dev, Commit 0123456789ab', '1.1.0-dev+0123456789ab'],
  [`${commit}-dirty`, '1.1.0-dev, Commit 0123456789ab (geändert)', '1.1.0-dev+0123456789ab.dirty'],
  ['unknown', '1.1.0-dev, Commit unbekannt', '1.1.0-dev+unknown'],
])('people and error reports are told version and commit (%s)', (found, name, release) => {
  expect(buildName({ version: '1.1.0-dev', commit: found })).toBe(name)
  expect(releaseName({ version: '1.1.0-dev', commit: found })).toBe(release)
})

test('between releases it is a development version', () => {
  expect(['1.1.0', '1.2.0-dev', '2.0.0-rc.1'].map((version) => isDevelopment({ version }))).toEqual([false, true, true])
})

test('a development version says in one line what that means and how the data leave it', () => {
  const note = developmentNote({ version: '1.1.0-dev', commit })
  expect(note).not.toContain('\n')
  for (const part of [
    '1.1.0-dev, Commit 0123456789ab',
    'npm run backup -- --portable',
    'npm run restore -- DATEI --replace',
  ])
    expect(note).toContain(part)
})
