import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { type EmbeddedBackend, openEmbedded } from './embedded-backend.ts'

const SITE = 'http://127.0.0.1:4999'
/** JSON values of every kind; for most parameters and columns most of them are invalid. */
const VALUES = ['true', '1.5', '{"a":{"b":1}}', '[1,"x"]', 'null', '"a\\u0000b"', '"\\ud800"', '"x"']
const FILTERS = ['eq.true', 'eq.1.5', 'isdistinct.true', 'eq.a%00b', 'in.(x,true)', 'cs.{x']

let backend: EmbeddedBackend
let token: string
beforeAll(async () => {
  backend = await openEmbedded({ siteUrl: SITE, jobs: false, demo: true })
  const account = backend.demoAccounts?.find(({ role }) => role === 'user')
  const body = JSON.stringify({ email: account?.email, password: account?.password })
  const answer = await send('POST', '/auth/v1/token?grant_type=password', body)
  token = ((await answer.json()) as { access_token: string }).access_token
}, OPENS_A_DATABASE.timeout)
afterAll(() => backend.close())

function send(method: string, path: string, body?: string, bearer?: string): Promise<Response> {
  const headers = { apikey: backend.publishableKey, 'content-type': 'application/json' }
  const authorization = bearer ? { authorization: `Bearer ${bearer}` } : undefined
  return backend.fetch(
    new Request(`${SITE}${path}`, { method, headers: { ...headers, ...authorization }, ...(body && { body }) }),
  )
}

type Asked = readonly [method: string, path: string, body?: string, bearer?: string]

/** Requests that were answered with a server error. */
async function faults(requests: readonly Asked[]): Promise<string[]> {
  const found: string[] = []
  for (const [method, path, body, bearer] of requests) {
    const answer = await send(method, path, body, bearer)
    const text = await answer.text()
    if (answer.status >= 500) found.push(`${method} ${path} ${body ?? ''}: ${answer.status} ${text.slice(0, 100)}`)
  }
  return found
}

const guestsSeeThePage = async () => expect((await send('GET', '/rest/v1/rpc/home_page')).status).toBe(200)

type Callable = { name: string; arguments: string[]; needed: number; guest: boolean }

test('no invalid parameter of a function counts as an outage', OPENS_A_DATABASE, async () => {
  const functions = await backend.query<Callable>(`select p.proname as name, p.pronargs - p.pronargdefaults as needed,
    coalesce(p.proargnames[1:p.pronargs], '{}')::text[] as arguments, has_function_privilege('anon', p.oid, 'execute') as guest
    from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')`)
  const requests = functions.flatMap(({ name, arguments: names, needed, guest }) =>
    names.flatMap((wrong) => {
      const others = names.slice(0, needed).filter((other) => other !== wrong)
      return VALUES.map((value): Asked => {
        const body = [wrong, ...others].map((key) => `"${key}":${key === wrong ? value : 'null'}`)
        return ['POST', `/rest/v1/rpc/${name}`, `{${body.join(',')}}`, guest ? undefined : token]
      })
    }),
  )
  expect(requests.length).toBeGreaterThan(1_000)
  expect(await faults(requests)).toEqual([])
  await guestsSeeThePage()
})

test('no invalid value of a column counts as an outage', OPENS_A_DATABASE, async () => {
  const columns = await backend.query<{ table: string; name: string }>(
    `select c.relname as table, a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
    and has_column_privilege('authenticated', c.oid, a.attnum, 'select')`,
  )
  const requests = columns.flatMap(({ table, name }) => [
    ...FILTERS.map((filter): Asked => ['GET', `/rest/v1/${table}?select=${name}&${name}=${filter}`, undefined, token]),
    ...VALUES.map((value): Asked => ['PATCH', `/rest/v1/${table}?${name}=is.null`, `{"${name}":${value}}`, token]),
  ])
  expect(requests.length).toBeGreaterThan(1_000)
  expect(await faults(requests)).toEqual([])
  await guestsSeeThePage()
})
