import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { everything } from '../../test/backup-places.ts'
import { copyMost, copyRest } from './copy-database.ts'

let scratch: string
let source: string
let target: string
const put = (name: string, text: string, ageMs = 0) => {
  const file = path.join(source, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
  fs.utimesSync(file, new Date(), new Date(Date.now() - ageMs))
}
beforeEach(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-tree-'))
  ;[source, target] = [path.join(scratch, 'source'), path.join(scratch, 'target')]
})
afterEach(() => fs.rmSync(scratch, { recursive: true, force: true }))

test('the second pass copies what was written, created, truncated and dropped since the first', async () => {
  for (const name of ['old', 'changed', 'shorter', 'dropped/1', 'base/5/1']) put(name, 'erster Stand', 60_000)
  fs.mkdirSync(path.join(source, 'empty'))
  const copied = await copyMost(source, target)
  expect(everything(target)).toEqual(everything(source))
  put('changed', 'andrer Stand')
  put('shorter', 'kurz', 60_000)
  put('base/6/new', 'neu')
  fs.rmSync(path.join(source, 'dropped'), { recursive: true })
  await copyRest(source, target, copied)
  expect(everything(target)).toEqual(everything(source))
})

test('a file changed in this moment is copied again, even with the same size and time', async () => {
  put('rows', 'erster Stand', 500)
  put('old', 'alter Stand', 60_000)
  const { mtime } = fs.statSync(path.join(source, 'rows'))
  const copied = await copyMost(source, target)
  fs.writeFileSync(path.join(source, 'rows'), 'andrer Stand')
  fs.utimesSync(path.join(source, 'rows'), mtime, mtime)
  fs.writeFileSync(path.join(target, 'old'), 'bleibt')
  await copyRest(source, target, copied)
  expect(fs.readFileSync(path.join(target, 'rows'), 'utf8')).toBe('andrer Stand')
  expect(fs.readFileSync(path.join(target, 'old'), 'utf8')).toBe('bleibt')
})
