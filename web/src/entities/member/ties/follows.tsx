import type { FollowChannel, FollowType, OwnFollows } from '@hot/domain/contract/account/ties'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createStore } from '#web/create-store.ts'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** What the member follows or has silenced: fetched where something can be followed. */
export const followsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', userId, 'follows'],
    queryFn: ({ signal }) => rpc('own_follows', {}, signal),
    // Only the member changes it, and a change replaces it.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** `usual`: where news of its type go. */
export type FollowWish = FollowChannel | 'usual'

export const wishTexts: Record<FollowWish, string> = {
  usual: 'Wie sonst auch',
  push: 'In der App und aufs Gerät',
  app: 'Nur in der App',
  off: 'Gar nicht',
}
export const wishes = Object.keys(wishTexts) as FollowWish[]

export type FollowTarget = { type: FollowType; id: string }

/** The format whose follower has not followed one before, until they have said where the morning's line goes. */
export const firstFormat = createStore<string | null>(null)

/** A guest who signed in for it and a member go the same way, so that both are asked. */
async function write({ type, id }: FollowTarget, wish: FollowWish | null): Promise<OwnFollows> {
  const follows = await rpc('set_follow', { p_type: type, p_id: id, p_channel: wish ?? 'none' })
  const isFirst = type === 'format' && wish === 'usual' && follows.filter((one) => one.type === type).length === 1
  firstFormat.set(isFirst ? id : null)
  return follows
}

const sayRefused = (error: unknown) =>
  showToast({ kind: 'error', title: 'Das hat nicht geklappt.', text: failureText(error) })

/** Follows for whoever has just signed in for that; the button of members shows it. */
export async function follow(client: QueryClient, target: FollowTarget): Promise<void> {
  const who = viewer()
  if (who.state !== 'member') return
  try {
    client.setQueryData(followsQuery(who.user.id).queryKey, await write(target, 'usual'))
  } catch (error) {
    sayRefused(error)
  }
}

/**
 * What the viewer has chosen for something (undefined: not known yet; null: nothing), and a function to change it. `said`
 * is shown when it worked.
 */
export function useFollow(target: FollowTarget) {
  const { type, id } = target
  const who = useViewer()
  const userId = who.state === 'member' ? who.user.id : null
  const client = useQueryClient()
  const query = followsQuery(userId ?? '')
  const { data } = useQuery({ ...query, enabled: userId !== null })
  const change = useMutation<OwnFollows, Error, { wish: FollowWish | null; said?: string }>({
    mutationFn: ({ wish }) => write(target, wish),
    networkMode: 'always',
    retry: false,
    onSuccess: (follows, { said }) => {
      client.setQueryData(query.queryKey, follows)
      if (said) showToast({ title: said })
    },
    onError: sayRefused,
  })
  const own = data?.find((follow) => follow.type === type && follow.id === id)
  const current: FollowWish | null | undefined = data && (own ? (own.channel ?? 'usual') : null)
  return {
    current,
    busy: change.isPending,
    change: (wish: FollowWish | null, said?: string) => change.mutate({ wish, ...(said && { said }) }),
  }
}
