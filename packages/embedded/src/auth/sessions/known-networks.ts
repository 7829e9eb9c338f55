import { createHash } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { networkOf } from '../../wire/networks.ts'

/** Networks stored per account, the most recent ones: phones change theirs with every cell. */
const MOST_KEPT = 50

/** Hashed with the account, so that a copy of the table does not list who was where. */
const hashOf = (userId: string, address: string) =>
  createHash('sha256')
    .update(`${userId} ${networkOf(address).network}`)
    .digest('base64url')

/** Whether the account has signed in from this network before, on whichever server of the installation. */
export async function isKnownNetwork(session: Session, userId: string, address: string): Promise<boolean> {
  const { rows } = await session.query(
    'select exists (select from embedded.known_networks where user_id = $1 and network = $2) as known',
    [userId, hashOf(userId, address)],
  )
  return rows[0]?.known === true
}

/** Called with each sign-in. */
export async function rememberNetwork(session: Session, userId: string, address: string): Promise<void> {
  const { rows } = await session.query(
    `insert into embedded.known_networks (user_id, network) values ($1, $2)
       on conflict (user_id, network) do update set seen_at = now() returning (xmax = 0) as fresh`,
    [userId, hashOf(userId, address)],
  )
  if (rows[0]?.fresh !== true) return
  await session.query(
    `delete from embedded.known_networks where user_id = $1 and network in (
       select network from embedded.known_networks where user_id = $1 order by seen_at desc offset $2)`,
    [userId, MOST_KEPT],
  )
}

/** Deletes what has not been seen for 90 days, a few at a time. */
export const FORGET_NETWORKS = `delete from embedded.known_networks where (user_id, network) in (
  select user_id, network from embedded.known_networks where seen_at < now() - interval '90 days' order by seen_at limit 1000)`
