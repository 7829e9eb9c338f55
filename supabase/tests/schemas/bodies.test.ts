import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SchemaStatement, schemaStatements, schemasFolder } from '../../../scripts/schemas/schema-files.ts'
import { bodyFaults, missingChecker, prepareChecker } from '../support/body-faults.ts'
import type { TestDatabase } from '../support/database.ts'
import { openSchemaDatabase } from '../support/schema-database.ts'

const server = process.env.TEST_DATABASE_URL

// PGlite has no such extension; both engines run the same bodies.
describe.runIf(server)('bodies in PL/pgSQL', () => {
  let statements: SchemaStatement[]
  let truth: TestDatabase
  let missing: string | null
  beforeAll(async () => {
    statements = await schemaStatements(schemasFolder)
    truth = await openSchemaDatabase(statements)
    missing = await truth.engine.session(missingChecker)
    if (missing && process.env.CI) throw new Error(missing)
    if (missing) console.warn(`${missing} Die Tests der Funktionskörper werden übersprungen.`)
    else await truth.engine.session(prepareChecker)
  })
  afterAll(() => truth?.close())

  beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))

  test('name what there is, and use what they declare', async () => {
    expect(await truth.engine.session((session) => bodyFaults(session))).toEqual([])
  })

  /** What is found once the body of a function says something else. */
  const faultsWith = (name: string, from: string, to: string) =>
    truth.engine.session(async (session) => {
      const { code } = statements.find(({ object }) => object.kind === 'function' && object.name === name) ?? {
        code: '',
      }
      if (!code.includes(from)) throw new Error(`nothing to edit in ${name}`)
      await session.exec('begin')
      try {
        await session.exec(code.replace(/^create function/, 'create or replace function').replace(from, () => to))
        return (await bodyFaults(session, name)).map(({ message }) => message)
      } finally {
        await session.exec('rollback')
      }
    })

  test.each([
    ['a column', 'private.require_option_count(uuid)', 'p.type', 'p.kind', 'column p.kind does not exist'],
    [
      'a table',
      'private.require_option_count(uuid)',
      'poll_options',
      'answers',
      'relation "public.answers" does not exist',
    ],
    [
      'a function',
      'private.clean_post()',
      'clean_line(new',
      'clean_lines(new',
      'function private.clean_lines(text) does not exist',
    ],
    [
      'a field of the row',
      'private.check_options_left()',
      'old.post_id',
      'old.post',
      'record "old" has no field "post"',
    ],
    ['rows of before', 'private.count_hits()', 'old_rows', 'former_rows', 'relation "former_rows" does not exist'],
    ['a use', 'private.check_options_left()', 'begin', 'declare spare text; begin', 'unused variable "spare"'],
    ['an answer', 'private.check_options_left()', 'return null;', '', 'control reached end of function without RETURN'],
    [
      'the type',
      'private.as_text(text,text,uuid[],text,text[],timestamptz)',
      'made.options := options',
      'made.options := poll_ends_at',
      'target type is different type than source type',
    ],
  ])('would not miss where %s is missing', async (_, name, from, to, message) => {
    expect(await faultsWith(name, from, to)).toContain(message)
  })
})
