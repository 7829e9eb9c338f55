/** A mail server that sometimes fails, before or after accepting a mail. */
import type { OutgoingMail } from '@hot/embedded/mailbox/mailbox'
import type { Random } from '../../server/demo/demo-rows.ts'
import { drainOutbox, type MailRoute, type Outbox } from '../../server/mail/mail-outbox.ts'

/** Attempts per mail: how many arrived, and how many of those failed for the sender. */
export type Deliveries = Map<string, { arrived: number; unacknowledged: number }>

export function mailServer(random: Random) {
  const deliveries: Deliveries = new Map()
  const state = { isWell: false }

  async function send({ id }: OutgoingMail): Promise<void> {
    if (!id) throw new Error('the mail has no identity')
    const seen = deliveries.get(id) ?? { arrived: 0, unacknowledged: 0 }
    deliveries.set(id, seen)
    const luck = state.isWell ? 1 : random.next()
    if (luck < 0.15) throw new Error('no connection')
    seen.arrived += 1
    if (luck >= 0.3) return
    seen.unacknowledged += 1
    throw new Error('the answer was lost')
  }

  const route: MailRoute = { send, siteUrl: 'http://127.0.0.1:4999', log: () => {}, held: () => {} }

  /** An outbox whose settling may fail: the mail is sent, but the database does not know. */
  const watched = (outbox: Outbox): Outbox => ({
    claim: () => outbox.claim(),
    settle: async (id, problem) => {
      try {
        await outbox.settle(id, problem)
      } catch (error) {
        const seen = deliveries.get(mailId(id))
        if (problem === null && seen) seen.unacknowledged += 1
        throw error
      }
    },
  })

  return {
    deliveries,
    drain: (outbox: Outbox) => drainOutbox(watched(outbox), route),
    recover: () => {
      state.isWell = true
    },
  }
}

/** As `siteMail` names it. */
const mailId = (id: number) => `outbox-${id}`
