import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from '#web/create-store.ts'
import { useStaff } from '../kit/access.tsx'
import { pendingQuery } from './api.ts'
import { type Decision, outbox, sendDecision } from './outbox.ts'

export type Decisions = {
  /** The server keeps it for ten seconds, until when it can be undone. */
  decide: (decision: Decision) => void
  /** `type:id` of what this person has just decided about: lists hide it. */
  hidden: ReadonlySet<string>
  /** `type:id` → who of the team has just decided about it: nobody else can. */
  others: ReadonlyMap<string, string>
}

/** The decisions that wait, by the server, and how to make one. */
export function useDecisions(): Decisions {
  const { userId } = useStaff()
  const client = useQueryClient()
  const items = useQuery(pendingQuery(userId)).data?.items
  const unsent = useStore(outbox)
  return useMemo(() => {
    const waiting = (items ?? []).filter(({ state }) => state === 'waiting')
    return {
      decide: (decision) => sendDecision(client, userId, decision),
      hidden: new Set([
        ...waiting.filter(({ is_mine }) => is_mine).flatMap(({ targets }) => targets),
        ...unsent.filter((one) => one.userId === userId && !one.dropped).flatMap(({ targets }) => targets),
      ]),
      others: new Map(
        waiting
          .filter(({ is_mine }) => !is_mine)
          .flatMap(({ targets, by }) => targets.map((target) => [target, by ?? 'jemand aus dem Team'] as const)),
      ),
    }
  }, [client, userId, items, unsent])
}
