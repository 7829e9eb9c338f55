import type { BlockKind, OwnBlocks } from '@hot/domain/contract/account/ties'
import type { MemberRef } from '@hot/domain/contract/parts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { foldStore } from '../folded.ts'

/** Members whom the viewer has blocked or muted: one small list for every page of a visit. */
export const blocksQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', userId, 'blocks'],
    queryFn: ({ signal }) => rpc('own_blocks', {}, signal),
    // Only the member changes it, and a change replaces it.
    staleTime: Number.POSITIVE_INFINITY,
  })

const useUserId = () => {
  const viewer = useViewer()
  return viewer.state === 'member' ? viewer.user.id : null
}

/** Folds on every page what blocked and muted members wrote. Mount it once, for members. */
export function FoldBlocked() {
  const userId = useUserId()
  const { data } = useQuery({ ...blocksQuery(userId ?? ''), enabled: userId !== null })
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const kinds = new Map(data?.map(({ member, kind }) => [member.id, kind]))
    const show = (key: string) => setShown((before) => new Set(before).add(key))
    foldStore.set(
      kinds.size === 0
        ? null
        : (memberId, key) => {
            const kind = kinds.get(memberId)
            return kind && !shown.has(key) && <Fold kind={kind} onShow={() => show(key)} />
          },
    )
  }, [data, shown])
  useEffect(() => () => foldStore.set(null), [])
  return null
}

function Fold({ kind, onShow }: { kind: BlockKind; onShow: () => void }) {
  return (
    <p className="meta flex flex-wrap items-center gap-x-2">
      <span>{kind === 'block' ? 'Blockiert' : 'Stummgeschaltet'}</span>
      <button type="button" className="link min-h-8" onClick={onShow}>
        anzeigen
      </button>
    </p>
  )
}

const done = (nickname: string, kind: BlockKind | null) =>
  ({
    block: { title: `${nickname} ist blockiert.`, text: 'Aufheben kannst du es in den Einstellungen.' },
    mute: { title: `${nickname} ist stumm.`, text: 'Aufheben kannst du es in den Einstellungen.' },
    none: { title: `Du siehst ${nickname} wieder.` },
  })[kind ?? 'none']

/** The viewer's block of a member (undefined: not known yet), and a function to change it. */
export function useBlock(member: MemberRef) {
  const userId = useUserId()
  const client = useQueryClient()
  const query = blocksQuery(userId ?? '')
  const { data } = useQuery({ ...query, enabled: userId !== null })
  const change = useMutation<OwnBlocks, Error, BlockKind | null>({
    mutationFn: (kind) => rpc('set_block', { p_member: member.id, p_kind: kind }),
    networkMode: 'always',
    retry: false,
    onSuccess: (blocks, kind) => {
      client.setQueryData(query.queryKey, blocks)
      showToast(done(member.nickname, kind))
    },
    onError: (error) => showToast({ kind: 'error', title: 'Das hat nicht geklappt.', text: failureText(error) }),
  })
  const current = data && (data.find((block) => block.member.id === member.id)?.kind ?? null)
  return { current, busy: change.isPending, change: change.mutate }
}
