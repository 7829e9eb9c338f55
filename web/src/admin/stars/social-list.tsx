import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SocialRow } from './social-row.tsx'
import type { SocialSearch } from './social-search.ts'
import { adminSocialQuery } from './stars-queries.ts'

/** Accounts with a field each for today's number. The order stays while one works through it. */
export function SocialList({ search }: { search: SocialSearch }) {
  // The row that was just saved must not jump to the end, so nothing is asked again on the way.
  const list = useInfiniteQuery({ ...adminSocialQuery(search), refetchOnReconnect: false })
  return (
    <div className="dense-rows">
      <PagedList
        list={list}
        loading="Konten werden geladen"
        failed="Die Konten konnten nicht geladen werden"
        empty={<NoAccounts search={search} />}
        more="Mehr Konten"
      >
        {(accounts) => <AccountsTable accounts={accounts} showStar={!search.star} />}
      </PagedList>
    </div>
  )
}

type TableProps = { accounts: ComponentProps<typeof SocialRow>['account'][]; showStar: boolean }

function AccountsTable({ accounts, showStar }: TableProps) {
  return (
    <DataTable caption="Social-Media-Konten">
      <thead>
        <tr>
          <th scope="col">{showStar ? 'Star und Konto' : 'Konto'}</th>
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
          <SocialRow key={account.id} account={account} showStar={showStar} />
        ))}
      </tbody>
    </DataTable>
  )
}

function NoAccounts({ search }: { search: SocialSearch }) {
  if (search.zustand === 'alt') return <EmptyState emoji="✅" title="Alle Zahlen sind frisch." />
  const isFiltered = Boolean(search.q || search.plattform || search.zustand)
  if (isFiltered) return <EmptyState emoji="🔍" title="Kein Konto passt dazu." text="Nimm Filter weg." />
  return <EmptyState emoji="📱" title="Noch keine Konten." text="Leg eins an, oder lies eine CSV ein." />
}
