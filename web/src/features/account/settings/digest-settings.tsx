import { type DigestRhythm, digestRhythm, type OwnDigest } from '@hot/domain/contract/account/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useMember } from '../account-layout.tsx'
import { digestQuery } from '../api.ts'

const texts: Readonly<Record<DigestRhythm, string>> = {
  off: 'Aus',
  daily: 'Täglich um 18 Uhr',
  weekly: 'Sonntags um 18 Uhr',
}

/** How often the mail about unread notifications comes. */
export function DigestSettings() {
  const { user } = useMember()
  const query = digestQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (rhythm: DigestRhythm) => rpc('set_digest', { p_rhythm: rhythm }),
    scope: { id: 'digest' },
    networkMode: 'always',
    retry: false,
    onMutate: (rhythm) => {
      client.setQueryData<OwnDigest>(query.queryKey, { rhythm })
      return data
    },
    onError: (error, _rhythm, before) => {
      client.setQueryData<OwnDigest>(query.queryKey, before)
      showToast({ kind: 'error', title: 'Nicht gespeichert', text: failureText(error) })
    },
  })
  if (isError && !data)
    return <ErrorState title="Die Zusammenfassung konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  return (
    <div className="grid gap-3">
      <p className="meta">
        Eine Mail mit dem, was du noch nicht gelesen hast: Antworten, Erwähnungen, Neues von dem, was du verfolgst. Gibt
        es nichts, kommt keine.
      </p>
      <select
        aria-label="Zusammenfassung per Mail"
        className="field-input w-auto max-w-64"
        value={data.rhythm}
        onChange={({ target }) => mutate(digestRhythm.parse(target.value))}
      >
        {digestRhythm.options.map((rhythm) => (
          <option key={rhythm} value={rhythm}>
            {texts[rhythm]}
          </option>
        ))}
      </select>
    </div>
  )
}
