import { useInfiniteQuery } from '@tanstack/react-query'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListFoot } from '#web/ui/list-foot.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SocialRow } from './social-row.tsx'
import type { SocialSearch } from './social-search.ts'
import { adminSocialQuery } from './stars-queries.ts'

/** Accounts with a field each for today's number. The order stays while one works through it. */
export function SocialList({ search }: { search: SocialSearch }) {
  // The row that was just saved must not jump to the end, so nothing is asked again on the way.
  const list = useInfiniteQuery({ ...adminSocialQuery(search), refetchOnReconnect: false })
  if (list.isError && !list.data)
    return <ErrorState title="Die Konten konnten nicht geladen werden" onRetry={() => void list.refetch()} />
  if (!list.data) return <Skeleton className="h-80" />
  const accounts = list.data.pages.flatMap((page) => page.items)
  if (accounts.length === 0) return <NoAccounts search={search} />
  return (
    <div className="dense-rows">
      <DataTable caption="Social-Media-Konten">
        <thead>
          <tr>
            <th scope="col">{search.star ? 'Konto' : 'Star und Konto'}</th>
            <th scope="col">Follower</th>
            <th scope="col" className="number">
              30 Tage
            </th>
            <th scope="col">Stand</th>
            <th scope="col" aria-label="Aktionen" />
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <SocialRow key={account.id} account={account} showStar={!search.star} />
          ))}
        </tbody>
      </DataTable>
      <ListFoot list={list} more="Mehr Konten" />
    </div>
  )
}

function NoAccounts({ search }: { search: SocialSearch }) {
  if (search.zustand === 'alt') return <EmptyState emoji="✅" title="Alle Zahlen sind frisch." />
  const isFiltered = Boolean(search.q || search.plattform || search.zustand)
  if (isFiltered) return <EmptyState emoji="🔍" title="Kein Konto passt dazu." text="Nimm Filter weg." />
  return <EmptyState emoji="📱" title="Noch keine Konten." text="Leg eins an, oder lies eine CSV ein." />
}
