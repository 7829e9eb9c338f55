import { AsyncLocalStorage } from 'node:async_hooks'
import { escapeIdentifier } from 'pg'
import { words } from '../words.ts'
import { type Answer, type Engine, type Listener, lending, type Outcome, turns } from './engine.ts'
import { SERVER_LIMITS } from './limits.ts'
import { plainValue } from './values.ts'

/** PGlite's only session. `within`: milliseconds after which a statement may be ended, where that is possible. */
export type SingleSession = {
  query(sql: string, params: readonly unknown[], within: number): Promise<Answer>
  exec(sql: string, within: number): Promise<Answer['rows']>
  each(scripts: readonly string[], within: number): Promise<readonly Outcome[]>
  learnTypes(): Promise<void>
  close(): Promise<void>
}

/** Called with each notification of a channel that is listened to. */
export type Heard = (channel: string, payload: string) => void

/** Where the session is found: always the same object, or another one each time the database was opened again. */
export type SessionSource = {
  /** Waits at most `within` ms while the database is opened again. Fails with `DatabaseBusy` or `DatabaseAway`. */
  current(within: number): Promise<SingleSession>
  close(): Promise<void>
}

type OpenEngine = {
  engine: Engine
  heard: Heard
  /** To be called with a session that has replaced another, before it is lent: listens again to what the other did. */
  resume(session: SingleSession): Promise<void>
}

/** An engine on PGlite's only session, at which callers take turns. */
export function pgliteEngine({ current, close }: SessionSource): OpenEngine {
  const listeners = new Map<string, Set<Listener>>()
  const turn = turns()
  let isClosing = false

  const loan = async (within: number, lane?: number): Promise<{ open: SingleSession; release: () => void }> => {
    if (isClosing) throw new Error(words.log.databaseClosed)
    const began = performance.now()
    const release = await turn(within, lane)
    try {
      const open = await current(within - (performance.now() - began))
      return { open, release }
    } catch (error) {
      release()
      throw error
    }
  }
  const onlyOne = async <T>(work: (open: SingleSession) => Promise<T>): Promise<T> => {
    const { open, release } = await loan(SERVER_LIMITS.turn)
    return work(open).finally(release)
  }
  const execAlone = (sql: string) => onlyOne((open) => open.exec(sql, SERVER_LIMITS.statement))

  const engine: Engine = {
    kind: 'pglite',
    ...lending(1, async ({ statement, turn: within, lane }) => {
      const { open, release } = await loan(within, lane)
      return {
        release,
        session: {
          query: (sql, params = []) => open.query(sql, params.map(plainValue), statement),
          exec: async (sql) => {
            if (isClosing) throw new Error(words.log.databaseClosed)
            return open.exec(sql, statement)
          },
          each: (scripts) => open.each(scripts, statement),
        },
      }
    }),
    listen: async (channel, { notified, restored }) => {
      // A notification arrives within the writer's call, which may still hold the only session: what the listener
      // does must not become a part of it.
      const outside = AsyncLocalStorage.snapshot()
      const listener: Listener = {
        notified: (payload) => outside(notified, payload),
        restored: () => outside(restored),
      }
      await execAlone(`listen ${escapeIdentifier(channel)}`)
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      return async () => {
        const others = listeners.get(channel)
        others?.delete(listener)
        if (others?.size !== 0) return
        listeners.delete(channel)
        if (!isClosing) await execAlone(`unlisten ${escapeIdentifier(channel)}`)
      }
    },
    alone: (work) => work(),
    learnTypes: () => onlyOne((open) => open.learnTypes()),
    close: () => {
      isClosing = true
      return close()
    },
  }
  return {
    engine,
    heard: (channel, payload) => {
      for (const listener of listeners.get(channel) ?? []) listener.notified(payload)
    },
    resume: async (session) => {
      for (const channel of listeners.keys())
        await session.exec(`listen ${escapeIdentifier(channel)}`, SERVER_LIMITS.statement)
      for (const all of listeners.values()) for (const listener of all) listener.restored()
    },
  }
}
