import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildInfo, readCommit, readVersion, stampName } from './build-info.ts'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'build-info-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Mia', '-c', 'user.email=mia@hot.example', ...args], {
    cwd: folder,
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim()

function checkOut(): string {
  git('init', '--quiet')
  write('a.txt', 'a')
  git('add', '.')
  git('commit', '--quiet', '--message', 'First')
  return git('rev-parse', 'HEAD')
}

test('a checkout has the commit of git, and says when it was changed since', () => {
  const commit = checkOut()
  expect(readCommit(folder)).toBe(commit)
  write('b.txt', 'what git does not know changes nothing')
  expect(readCommit(folder)).toBe(commit)
  write('a.txt', 'b')
  expect(readCommit(folder)).toBe(`${commit}-dirty`)
})

test('what is delivered without git has its stamp', () => {
  write(stampName, `${'a'.repeat(40)}\n`)
  expect(readCommit(folder)).toBe('a'.repeat(40))
})

test.each(['', 'main', 'a'.repeat(39)])('a stamp that is no commit (»%s«) is none', (text) => {
  write(stampName, text)
  expect(readCommit(folder)).toBe('unknown')
})

test('a folder within the repository of somebody else does not take its commit', () => {
  checkOut()
  const inner = path.join(folder, 'unpacked')
  fs.mkdirSync(inner)
  expect(readCommit(inner)).toBe('unknown')
})

test('the version is that of package.json', () => {
  write('package.json', '{"version": "2.3.4"}')
  expect(readVersion(folder)).toBe('2.3.4')
  expect(buildInfo().version).toBe(readVersion())
})
