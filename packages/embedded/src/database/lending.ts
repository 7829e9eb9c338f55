import { AsyncLocalStorage } from 'node:async_hooks'
import type { Engine, Session } from './engine.ts'

type Loan = { session: Session; release: () => void }

/**
 * Turns at something that serves one at a time, in the order of asking. PGlite has one session: without turns the
 * statements of two requests would share one transaction and one role.
 */
export function turns(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    let done = () => {}
    const mine = new Promise<void>((resolve) => {
      done = resolve
    })
    const before = last
    last = before.then(() => mine)
    await before
    return done
  }
}

/**
 * `session` and `acquire` of an engine. Whoever asks again while holding a session gets the same one: a second would
 * wait for the first for ever where there is only one, and would not see its transaction where there are more.
 */
export function lending(take: () => Promise<Loan>): Pick<Engine, 'session' | 'acquire'> {
  const holder = new AsyncLocalStorage<{ session?: Session }>()
  return {
    acquire: async () => {
      const session = holder.getStore()?.session
      return session ? { session, release: () => {} } : take()
    },
    session: async (work) => {
      const held = holder.getStore()?.session
      if (held) return work(held)
      const { session, release } = await take()
      const hold: { session?: Session } = { session }
      try {
        return await holder.run(hold, () => work(session))
      } finally {
        delete hold.session // whatever `work` left running asks for a session of its own from here on
        release()
      }
    },
  }
}
