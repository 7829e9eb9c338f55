/** Invariants that must hold after any faults. */
import type { Backend } from '@hot/embedded'
import { counterDifferences } from '../../supabase/tests/counters/counter-differences.ts'
import type { Deliveries } from './mail-server.ts'
import type { Expected } from './people.ts'

type Check = (backend: Backend, expected: Expected) => Promise<string[]>

const choices: Check = async ({ query }, expected) => {
  const wrong: string[] = []
  for (const [target, { table, key, id, member, column, value }] of expected.choices) {
    const rows = await query<{ value: unknown }>(
      `select ${column} as value from public.${table} where ${key} = $1 and user_id = $2`,
      [id, member],
    )
    const stored = rows.length > 1 ? `${rows.length} rows` : (rows[0]?.value ?? null)
    if (stored !== value) wrong.push(`${target} is ${stored}, but the last choice was ${value}`)
  }
  return wrong
}

const comments: Check = async ({ query }, expected) => {
  const ids = [...expected.comments.keys()]
  const rows = await query<{ id: string; content: string }>(
    'select id, content from public.comments where id = any($1::uuid[])',
    [ids],
  )
  const stored = new Map(rows.map(({ id, content }) => [id, content]))
  return ids
    .filter((id) => stored.get(id) !== expected.comments.get(id))
    .map((id) => `the acknowledged comment ${id} is ${stored.get(id) ?? 'lost'}`)
}

/** A notification about the same thing for the same person is written once. */
const notifications: Check = async ({ query }) => {
  const rows = await query<{ what: string }>(
    `select type || ' for ' || user_id as what from public.notifications where comment_id is not null
     group by type, user_id, comment_id having count(*) > 1`,
  )
  return rows.map(({ what }) => `notified twice: ${what}`)
}

const counters: Check = async ({ query }) =>
  (await query<{ what: string }>(counterDifferences)).map(({ what }) => `a counter differs from its rows: ${what}`)

const codes: Check = async (_, expected) =>
  [...expected.codes].filter(([, times]) => times > 1).map(([code, times]) => `${code} was accepted ${times} times`)

/** docs/product/network.md: ten reports of guests an hour from one network. */
const mostGuestReports = 10

const limits: Check = async (_, expected) =>
  [...expected.guestReports]
    .filter(([, accepted]) => accepted > mostGuestReports)
    .map(([from, accepted]) => `${accepted} reports of guests from ${from} were accepted`)

const odd: Check = async (_, expected) => expected.odd

/** A mail is sent again only if its sender could not know that it had arrived. */
export const mailsSentTwice = (deliveries: Deliveries): string[] =>
  [...deliveries]
    .filter(([, { arrived, unacknowledged }]) => arrived > 1 + unacknowledged)
    .map(
      ([id, { arrived, unacknowledged }]) => `${id} was sent ${arrived} times, ${unacknowledged} of them unknowingly`,
    )

export const mailsNotSent = async ({ query }: Backend): Promise<string[]> =>
  (await query<{ id: number }>('select id from private.mail_outbox where sent_at is null')).map(
    ({ id }) => `mail ${id} was never sent`,
  )

/** Descriptions of all violated invariants. */
export async function violations(backend: Backend, expected: Expected): Promise<string[]> {
  const found: string[] = []
  for (const check of [choices, comments, notifications, counters, codes, limits, odd])
    found.push(...(await check(backend, expected)))
  return found
}
