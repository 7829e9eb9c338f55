import type { OwnSearchListing } from '@hot/domain/contract/account/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SwitchField } from '#web/ui/forms/switch-field.tsx'
import { useMember } from '../account-layout.tsx'
import { searchListingQuery } from '../api.ts'

/** What the choice means now. Listed pages vanish from a search once it has asked for them again, which is not ours to hurry. */
function effectOf({ wanted, listed }: OwnSearchListing): string {
  if (!wanted)
    return 'Dein Profil sagt Suchmaschinen, dass sie es nicht zeigen sollen. Bis es dort weg ist, kann es ein paar Wochen dauern.'
  if (listed) return 'Dein Profil darf in Suchmaschinen stehen.'
  return 'Noch zeigt es keine: Dein Profil darf erst hinein, wenn etwas von dir öffentlich ist, und nicht während einer Sperre.'
}

/** Whether search engines may show the member's profile. */
export function SearchListing() {
  const { user } = useMember()
  const query = searchListingQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (wanted: boolean) => rpc('set_search_listing', { p_wanted: wanted }),
    scope: { id: 'search-listing' },
    networkMode: 'always',
    retry: false,
    onMutate: (wanted) => {
      if (data) client.setQueryData<OwnSearchListing>(query.queryKey, { ...data, wanted })
      return data
    },
    onSuccess: (stored) => client.setQueryData<OwnSearchListing>(query.queryKey, stored),
    onError: (error, _wanted, before) => {
      client.setQueryData<OwnSearchListing>(query.queryKey, before)
      showToast({ kind: 'error', title: 'Nicht gespeichert', text: failureText(error) })
    },
  })
  if (isError && !data)
    return <ErrorState title="Deine Wahl konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  return (
    <div className="grid gap-3">
      <SwitchField
        label="Suchmaschinen dürfen mein Profil zeigen"
        hint="Gilt für dein Profil, die Liste deiner Kommentare und deine Lieblingsstars. Deine Beiträge selbst sind öffentlich und bleiben auffindbar."
        value={data.wanted}
        onChange={mutate}
      />
      <p className="meta" role="status">
        {effectOf(data)}
      </p>
    </div>
  )
}
