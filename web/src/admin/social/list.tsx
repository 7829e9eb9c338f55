import type { AdminSocialAccount } from '@hot/domain/contract/admin/social'
import { distinctName, starName } from '@hot/domain/star/name'
import { readFollowers, socialPlatforms } from '@hot/domain/star/social-account'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { Distinction } from '#web/entities/star/distinction.tsx'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { useWrite } from '../kit/write.ts'
import { editStarPath } from '../paths.ts'
import { adminSocialQuery, type SocialSearch, saveFollowers, socialFailures } from './api.ts'
import { SocialAccountDialog } from './form.tsx'
import '../stars/stars.css'

/** Accounts, each with a field for today's number. The order stays stable while working through it. */
export function SocialList({ search }: { search: SocialSearch }) {
  // Not refetched on reconnect: rows that were saved meanwhile would jump to the end.
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

type SocialRowProps = { account: AdminSocialAccount; showStar: boolean }

/** Moves the focus to the next account's field, as in a spreadsheet. */
function focusNext(input: HTMLInputElement): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-followers]')]
  fields[fields.indexOf(input) + 1]?.focus()
}

const shownNumber = (followers: number | null) => (followers === null ? '' : formatCount(followers))

/** One account. The number is saved by Enter, or on blur if it was changed. */
function SocialRow({ account: given, showStar }: SocialRowProps) {
  const [saved, setSaved] = useState<AdminSocialAccount | null>(null)
  // Newer list data wins over what this row saved earlier.
  const account = saved && saved.updated_at > given.updated_at ? saved : given
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setIsWrong] = useState(false)
  const [editing, setEditing] = useState(false)
  const saving = useWrite((followers: number) => saveFollowers(account, followers), {
    refusals: socialFailures,
    // The order stays stable while working through the list.
    affects: [],
    onDone: (answer) => {
      setSaved(answer)
      setTyped(null)
    },
  })
  const errorId = useId()
  const platform = socialPlatforms.find(({ key }) => key === account.platform)?.name ?? account.platform
  const name = distinctName(account.star)

  const save = async (text: string) => {
    const followers = readFollowers(text)
    setIsWrong(followers === null)
    if (followers === null) return
    await saving.run(followers)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setTyped(null)
    if (event.key !== 'Enter') return
    event.preventDefault()
    const input = event.currentTarget
    // Saved even if unchanged: Enter confirms that the number is still correct.
    void save(input.value)
    focusNext(input)
  }
  const failure = isWrong ? 'Ganze Zahl, zum Beispiel 1.234.567' : saving.failure
  return (
    <tr>
      <td className="min-w-36">
        {showStar && (
          <Link to={editStarPath(account.star.id)} className="block font-bold hover:underline">
            {starName(account.star)}
            <Distinction star={account.star} />
          </Link>
        )}
        <a href={account.url} target="_blank" rel="noopener noreferrer" className="link">
          {platform}: {account.handle}
        </a>
      </td>
      <td>
        <input
          data-followers
          className="field-input followers-field"
          inputMode="numeric"
          aria-label={`Follower von ${name} auf ${platform}`}
          aria-invalid={Boolean(failure)}
          aria-describedby={failure ? errorId : undefined}
          value={typed ?? shownNumber(account.followers)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => typed !== null && typed.trim() !== '' && !saving.busy && void save(typed)}
          onKeyDown={press}
        />
        {failure && (
          <p id={errorId} role="alert" className="field-error">
            {failure}
          </p>
        )}
      </td>
      <td className="number">{growthOf(account)}</td>
      <td className="meta" aria-live="polite">
        {saving.busy ? 'Speichert …' : relativeTime(account.updated_at, serverNow())}
      </td>
      <td>
        <Button
          small
          variant="quiet"
          onClick={() => setEditing(true)}
          aria-label={`Konto ${account.handle} bearbeiten`}
        >
          Bearbeiten
        </Button>
        {editing && <SocialAccountDialog account={account} onClose={() => setEditing(false)} />}
      </td>
    </tr>
  )
}

function growthOf({ followers, month_ago }: AdminSocialAccount): string {
  if (followers === null || month_ago === null) return '–'
  const growth = followers - month_ago
  return growth > 0 ? `+${formatCount(growth)}` : formatCount(growth)
}
