import { expect, test } from 'vitest'
import { sectionsOf } from './changelog.ts'
import { releaseState, wrongInRelease } from './check-release.ts'

type State = Parameters<typeof wrongInRelease>[0]

const migration = (file: string, checksum = 'a') => ({ file, checksum })
const [one, two] = [migration('20260101000000_one.sql'), migration('20260201000000_two.sql')]
const changelog = (...headings: string[]) =>
  sectionsOf(headings.map((line) => `## ${line}\n\n- Something.`).join('\n\n'))
const versions = (version: string, other = version) =>
  new Map([
    ['package.json', version],
    ['web/package.json', other],
  ])

const between: State = {
  versions: versions('1.1.0-dev'),
  sections: changelog('Unreleased', '1.0.0 – 2026-01-01'),
  locked: [one],
  migrations: [one, two],
  stored: ['1.0.0'],
}
const release: State = {
  versions: versions('1.1.0'),
  sections: changelog('1.1.0 – 2026-02-01', '1.0.0 – 2026-01-01'),
  locked: [one, two],
  migrations: [one, two],
  stored: ['1.0.0', '1.1.0'],
}

test('this checkout, a release and what is between two belong together', () => {
  expect(wrongInRelease(releaseState())).toEqual([])
  expect(wrongInRelease(between)).toEqual([])
  expect(wrongInRelease(release)).toEqual([])
})

const edited = { ...two, checksum: 'b' }
test.each<[string, State, string]>([
  [
    'a workspace of another version',
    { ...between, versions: versions('1.1.0-dev', '1.0.0') },
    'web/package.json says 1.0.0',
  ],
  ['a locked migration that was edited', { ...release, migrations: [one, edited] }, 'is locked and has changed'],
  [
    'a migration of a release that is not locked',
    { ...release, locked: [one] },
    'is released with 1.1.0 and not locked',
  ],
  ['a release without stored installation', { ...release, stored: ['1.0.0'] }, 'no installation of 1.1.0'],
  [
    'a release without notes',
    { ...release, sections: between.sections, stored: ['1.0.0', '1.1.0'] },
    'not that of 1.1.0',
  ],
  ['a development version without notes to come', { ...between, sections: release.sections }, '"Unreleased" on top'],
  ['one that is over already', { ...between, versions: versions('1.0.0-dev') }, '1.0.0-dev does not come after 1.0.0'],
  ['another name of one', { ...between, versions: versions('1.1.0-beta') }, 'neither a release nor'],
  [
    'notes out of order',
    { ...between, sections: changelog('Unreleased', '1.0.0 – 2026-01-01', '1.0.1 – 2025-01-01') },
    '1.0.0 does not come after 1.0.1',
  ],
])('%s is noticed', (_what, state, message) => {
  expect(wrongInRelease(state).join('\n')).toContain(message)
})

test('a heading of another form is refused', () => {
  expect(() => changelog('1.1.0 (2026-02-01)')).toThrow('neither')
})
