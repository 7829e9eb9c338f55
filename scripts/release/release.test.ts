import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../node-program.js'
import { datedChangelog, notesOf, openedChangelog, sectionsOf } from './changelog.ts'
import { following, obstacles } from './release.ts'
import { setVersion, versionsIn } from './version.ts'

const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-release-'))
afterAll(() => fs.rmSync(copy, { recursive: true }))

const changelog = '# Changelog\n\nWhat this is.\n\n## Unreleased\n\n- New.\n\n## 1.0.0 – 2026-11-23\n\n- First.\n'

test('the notes of a version are what was unreleased, and the next one begins empty', () => {
  const released = datedChangelog(changelog, '1.1.0', '2026-12-01')
  expect(released).toContain('What this is.\n\n## 1.1.0 – 2026-12-01\n\n- New.\n\n## 1.0.0 – 2026-11-23')
  expect(notesOf(released, '1.1.0')).toBe('- New.')
  const opened = openedChangelog(released)
  expect(sectionsOf(opened).map(({ version }) => version)).toEqual([undefined, '1.1.0', '1.0.0'])
  expect(notesOf(opened, '1.1.0')).toBe('- New.')
  expect(() => notesOf(opened, '1.2.0')).toThrow('no section')
})

test.each([
  ['nothing to release', changelog.replace('- New.', ''), '1.1.0', 'says nothing'],
  ['a version that is released', changelog, '1.0.0', 'has 1.0.0 already'],
])('%s is refused', (_what, text, version, message) => {
  expect(() => datedChangelog(text, version, '2026-12-01')).toThrow(message)
})

test('a version stands wherever npm looks for it', () => {
  for (const name of [
    'package-lock.json',
    ...['', 'domain', 'native', 'server', 'web'].map((room) => path.join(room, 'package.json')),
  ]) {
    fs.mkdirSync(path.dirname(path.join(copy, name)), { recursive: true })
    fs.copyFileSync(path.join(root, name), path.join(copy, name))
  }
  const before = versionsIn(copy)
  setVersion(copy, '7.8.9')
  expect([...versionsIn(copy).keys()]).toEqual([...before.keys()])
  expect(new Set(versionsIn(copy).values())).toEqual(new Set(['7.8.9']))
  setVersion(copy, [...before.values()][0] ?? '')
  for (const name of ['package-lock.json', 'web/package.json'])
    expect(fs.readFileSync(path.join(copy, name), 'utf8')).toBe(fs.readFileSync(path.join(root, name), 'utf8'))
})

test('what is not ready is not released', () => {
  expect(obstacles('1.1.0', '1.2.0', '1.1.0-dev', '')).toEqual([])
  expect(obstacles('1.2.0', '1.3.0', '1.1.0-dev', '')).toEqual(['This checkout leads to 1.1.0-dev, not to 1.2.0.'])
  expect(obstacles('1.1.0', '1.2.0', '1.1.0-dev', ' M README.md').join()).toContain('README.md')
  expect(obstacles('v1.1', '1.2.0', 'v1.1-dev', '')).toEqual(['»v1.1« is no version like 1.2.0.'])
  expect(following('1.1.3')).toBe('1.2.0')
})
