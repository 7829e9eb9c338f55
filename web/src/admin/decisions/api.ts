import type { PendingDecision } from '@hot/domain/contract/admin/decisions'
import type { RpcArguments } from '@hot/domain/contract/rpcs'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

export type DecisionArgs = RpcArguments<'admin_decide'>['p_args']
/** What the decider has read of each target: `type:id` and its version. */
export const seenOf = (read: readonly (readonly [target: string, version: string | null])[]): Record<string, string> =>
  Object.fromEntries(read.flatMap(([target, version]) => (version === null ? [] : [[target, version]])))

export type Pending = { items: readonly PendingDecision[] }

const pendingKey = (userId: string) => ['admin', userId, 'decisions'] as const

const isWaiting = ({ state }: PendingDecision) => state === 'waiting'

/** What waits to be carried out, of everybody in the team. Asked often while something does. */
export const pendingQuery = (userId: string) =>
  queryOptions({
    queryKey: pendingKey(userId),
    queryFn: async ({ client, signal }): Promise<Pending> => {
      const { items } = await rpc('admin_pending_decisions', {}, signal)
      const left = new Set(items.filter(isWaiting).map(({ id }) => id))
      const before = client.getQueryData<Pending>(pendingKey(userId))?.items ?? []
      // The database has carried it out, or somebody else: lists that leave out what waits would show it again.
      if (before.some((item) => isWaiting(item) && !left.has(item.id))) await refreshShown(client, userId)
      return { items }
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some(isWaiting) ? 3_000 : 20_000),
    meta: { personal: true },
  })

/** Shows a stored decision before the list is fetched again. */
export function addPending(client: QueryClient, userId: string, kept: PendingDecision): void {
  client.setQueryData(pendingQuery(userId).queryKey, (was) => ({
    items: [...(was?.items ?? []).filter(({ id }) => id !== kept.id), kept],
  }))
}

/** Fetches again whatever shows what was decided. */
function refreshShown(client: QueryClient, userId: string): Promise<void> {
  const [, , own] = pendingKey(userId)
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== own })
}

/** Fetches again whatever shows what was decided, and only then shows these decisions as no longer waiting. */
export async function refreshDecided(
  client: QueryClient,
  userId: string,
  settled: readonly string[] = [],
): Promise<void> {
  await refreshShown(client, userId)
  client.setQueryData<Pending>(
    pendingKey(userId),
    (was) => was && { items: was.items.filter(({ id }) => !settled.includes(id)) },
  )
  await client.invalidateQueries({ queryKey: pendingKey(userId) })
}
