import { Gauge, type Registry } from 'prom-client'
import type { Outbox, Outboxes } from '../mail/outbox-figures.ts'

const pushKinds = ['ios', 'android', 'web'] as const satisfies readonly (keyof Outboxes['pushes'])[]

/** One question for all of them each time Prometheus asks. NaN, its word for unknown, where there is no answer. */
export function addOutboxes(register: Registry, read: () => Promise<Outboxes>): void {
  const unknown = { waiting: Number.NaN, failed: Number.NaN }
  const lost: Outboxes = { mails: unknown, pushes: { ios: unknown, android: unknown, web: unknown } }
  let asked: Promise<Outboxes> | undefined
  const now = () => {
    asked ??= read()
      .catch(() => lost)
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  const mails = (state: keyof Outbox, help: string) =>
    new Gauge({
      name: `hot_mails_${state}`,
      help,
      registers: [register],
      async collect() {
        this.set((await now()).mails[state])
      },
    })
  const pushes = (state: keyof Outbox, help: string) =>
    new Gauge({
      name: `hot_pushes_${state}`,
      help,
      labelNames: ['kind'],
      registers: [register],
      async collect() {
        const found = (await now()).pushes
        for (const kind of pushKinds) this.set({ kind }, found[kind][state])
      },
    })
  mails('waiting', 'Mails in the outbox of the house.')
  mails('failed', 'Mails of the house that were given up within the last 7 days.')
  pushes('waiting', 'Push messages of the last day still to be sent, by the kind of device.')
  pushes('failed', 'Push messages of the last day that were given up, by the kind of device.')
}
