import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS, OPENS_A_DATABASE } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'

let dir: string

beforeEach(async () => {
  dir = scratchDirectory()
  await copyPreparedDatabase(path.join(dir, 'pg'), MIGRATIONS)
})
afterEach(() => fs.rmSync(dir, { recursive: true }))

/** What the libraries below fail by before the database is asked. */
const unreadable: readonly string[] = [
  'GET /rest/v1/books?id=eq(any).geheim',
  'GET /rest/v1/books?id=eq(all).{geheim',
  'GET /rest/v1/books?title=like(any).geheim',
  'GET /rest/v1/books?tags=ov.geheim',
  'GET /rest/v1/books?tags=cs.{geheim',
  'GET /rest/v1/books?data=cs.geheim',
  'GET /rest/v1/books?id=in.geheim',
  'GET /rest/v1/books?select=%22',
  'GET /rest/v1/books?select=%22geheim',
  'GET /rest/v1/books?select=geheim(',
  'GET /rest/v1/books?select=title::geheim',
  'GET /rest/v1/books?select=title->geheim',
  'GET /rest/v1/books?order=%22geheim',
  'GET /rest/v1/books?order=title.geheim',
  'GET /rest/v1/books?limit=geheim',
  'GET /rest/v1/books?offset=geheim',
  'GET /rest/v1/books?title=match.[geheim',
  'GET /rest/v1/books?title=fts(geheim).x',
  'GET /rest/v1/books?and=(title.eq.%22geheim)',
  'GET /rest/v1/rpc/%ED%A0%80',
  'GET /rest/v1/%ED%A0%80',
  'GET /rest/v1/%22geheim',
  'GET /rest/v1/rpc/geheim?geheim=1',
  'POST /rest/v1/rpc/greet {"p_name":"geheim"',
  'POST /rest/v1/rpc/greet {"geheim":1}',
  'POST /rest/v1/rpc/greet "geheim"',
  'POST /rest/v1/books {"geheim":1}',
  'POST /rest/v1/books [1,"geheim"]',
  'POST /rest/v1/books {"id":["geheim"]}',
  'POST /rest/v1/books?columns=%22geheim {"title":"x"}',
  'POST /rest/v1/books?on_conflict=geheim {"title":"geheim"}',
  'PATCH /rest/v1/books?id=eq.1 {"added_at":"geheim"}',
  'PUT /rest/v1/books?id=eq.1 {"geheim":1}',
  'DELETE /rest/v1/books?geheim=eq.1',
]

/** What a separate process answers and writes to stderr. */
async function answered(requests: string[]): Promise<{ statuses: string[]; errors: string[] }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'answer-requests.ts'), dir, MIGRATIONS])
  child.stdin.end(requests.join('\n'))
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { statuses: out.trim().split('\n'), errors: errors.trim().split('\n') }
}

test('a server error is logged to stderr in one line without anything a person typed', OPENS_A_DATABASE, async () => {
  const { statuses, errors } = await answered([
    'POST /rest/v1/rpc/raise_error {"p_code":"XX000","p_hint":"geheim"}',
    'POST /rest/v1/rpc/raise_error {"p_code":"P0001","p_hint":"geheim"}',
    'POST /rest/v1/rpc/refuse_by_itself {"p_text":"geheim"}',
    'POST /rest/v1/authors {"id":1,"name":"geheim"}',
    'GET /rest/v1/books?id=eq.geheim',
    'GET /rest/v1/books?geheim=is.geheim',
    'GET /rest/v1/books?or=(geheim',
    'GET /rest/v1/geheim',
    'POST /storage/v1/object/list/bilder {"geheim',
    'POST /storage/v1/object/bilder/geheim.webp {"geheim":1}',
  ])
  expect(statuses).toEqual(['500', '400', '429', '409', '400', '400', '400', '404', '400', '400'])
  expect(errors.filter((line) => !line.startsWith('Log: '))).toEqual([])
  expect(errors.filter((line) => line.includes('answered with'))).toEqual([
    'Log: POST /rest/v1/rpc/raise_error answered with 500: SQLSTATE XX000',
  ])
  expect(errors.join('\n')).not.toContain('geheim')
})

test('requests that nobody can read leave nothing of themselves behind', OPENS_A_DATABASE, async () => {
  const { statuses, errors } = await answered([...unreadable])
  expect(unreadable.filter((_, at) => !/^[24]\d\d$/.test(statuses[at] ?? ''))).toEqual([])
  expect(errors.filter((line) => !line.startsWith('Log: '))).toEqual([])
  expect(errors.join('\n')).not.toMatch(/geheim|answered with/)
})
