import fs from 'node:fs'
import path from 'node:path'
import { starsPage } from '@hot/domain/contract/star'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { pageCalls } from './page-calls.ts'
import { type Caller, usePages } from './page-fixture.ts'

const pages = usePages()

const callers: Caller[] = ['guest', 'member', 'banned', 'admin']

type Row = (typeof pageCalls)[number]

/** Whoever asks gets an answer in its shape, and guests no e-mail address and no full name. */
async function answersInShape([rpc, args, schema]: Row): Promise<void> {
  for (const caller of callers) {
    const answer = await pages.call(rpc, args, caller)
    expect(answer).not.toBeNull()
    schema.parse(answer)
  }
  expect(JSON.stringify(await pages.call(rpc, args))).not.toMatch(/@gmail|Klarname/)
}

test.each(pageCalls)('%s %o answers in its shape, whoever asks, and names no e-mail address', (...row) =>
  answersInShape(row),
)

const contract = path.resolve(import.meta.dirname, '../../../domain/src/contract')
const files = fs.readdirSync(contract).filter((file) => file.endsWith('.ts') && !file.startsWith('database.'))

/** The schema that bears the name of an RPC: `stars_page` answers `starsPage`. */
async function schemaOf(rpc: string): Promise<ZodType | undefined> {
  const name = rpc.replace(/_(.)/g, (_, first: string) => first.toUpperCase())
  for (const file of files) {
    const { [name]: schema } = await import(path.join(contract, file))
    if (schema) return schema
  }
  return undefined
}

/** Page RPCs without a row, and which of those can be called without arguments and have a schema of their name. */
async function withoutRow(): Promise<{ name: string; schema: ZodType | undefined }[]> {
  const rows = await pages.owner<{ name: string; bare: boolean }>(
    `select p.proname as name, p.pronargs = p.pronargdefaults as bare from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype = 'jsonb'::regtype and p.provolatile = 's'
       and has_function_privilege('anon', p.oid, 'execute')`,
  )
  const rowed = new Set(pageCalls.map(([rpc]) => rpc))
  const others = rows.filter(({ name }) => !rowed.has(name))
  return Promise.all(others.map(async ({ name, bare }) => ({ name, schema: bare ? await schemaOf(name) : undefined })))
}

test('every page RPC of the database has a row here, or answers in the schema of its name', async () => {
  for (const { name, schema } of await withoutRow()) {
    if (!schema) throw new Error(`${name}: no row here, and no schema of its name or arguments that it needs`)
    await answersInShape([name, {}, schema])
  }
})

test('a page RPC that has neither is noticed, and one is found by its name', async () => {
  await pages.owner(
    'create function public.forgotten_page() returns jsonb language sql stable as $$ select null::jsonb $$',
  )
  await pages.owner('grant execute on function public.forgotten_page() to anon')
  expect(await withoutRow()).toContainEqual({ name: 'forgotten_page', schema: undefined })
  await pages.owner('drop function public.forgotten_page()')
  expect(await schemaOf('stars_page')).toBe(starsPage)
})
