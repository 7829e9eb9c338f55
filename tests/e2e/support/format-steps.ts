import { asServer } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'
import { expect } from './wire.ts'

async function make(request: Requests, table: string, row: Record<string, string>): Promise<{ slug: string }> {
  const made = await request.post(`/rest/v1/${table}?select=slug`, {
    headers: { ...asServer(), prefer: 'return=representation' },
    data: row,
  })
  expect(made.status(), await made.text()).toBe(201)
  const [stored] = (await made.json()) as { slug: string }[]
  if (!stored) throw new Error(`no row of ${table} came back`)
  return stored
}

/** A format of a journey's own, created by the service role; returns its slug. */
export const makeFormat = async (request: Requests, name: string): Promise<string> =>
  (await make(request, 'formats', { name })).slug

/** A star of a journey's own. */
export async function makeStar(request: Requests, name: string): Promise<void> {
  await make(request, 'stars', { first_name: name })
}
