import type { AdminInvite } from '@hot/domain/contract/admin/invites'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { useStaff } from '../kit/access.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { InviteRow } from './invite-row.tsx'
import { stateNames } from './invite-texts.ts'
import { InviteUses } from './invite-uses.tsx'
import { type InvitesFilter, inviteStates, invitesQuery } from './invites-queries.ts'
import { NewInvite } from './new-invite.tsx'

const readSearch = (given: Record<string, unknown>): InvitesFilter => ({
  q: termParam(given.q, searchQueryMax),
  status: choiceParam(given.status, inviteStates),
})

/** `/admin/invites`: invite codes, who made them and who came with them. */
export default function InvitesScreen() {
  const [search, setSearch] = useAdminSearch(readSearch)
  const [making, setMaking] = useState(false)
  return (
    <>
      <AdminHead title="Einladungen" intro="Codes für neue Mitglieder. Wer mit einem gekommen ist, steht dabei.">
        <Button variant="hot" onClick={() => setMaking(true)}>
          Neuer Code
        </Button>
      </AdminHead>
      <FilterBar>
        <AdminSearchField
          label="Code, Notiz oder Name"
          value={search.q ?? ''}
          onChange={(q) => setSearch({ q: q || undefined })}
        />
        <SelectField
          label="Status"
          value={search.status ?? ''}
          onChange={(event) => setSearch({ status: choiceParam(event.target.value, inviteStates) })}
        >
          <option value="">Alle</option>
          {inviteStates.map((state) => (
            <option key={state} value={state}>
              {stateNames[state]}
            </option>
          ))}
        </SelectField>
      </FilterBar>
      <Invites filter={search} onMake={() => setMaking(true)} />
      {making && <NewInvite onClose={() => setMaking(false)} />}
    </>
  )
}

function Invites({ filter, onMake }: { filter: InvitesFilter; onMake: () => void }) {
  const { userId } = useStaff()
  const [shown, setShown] = useState<AdminInvite | null>(null)
  const list = useInfiniteQuery(invitesQuery(userId, filter))
  return (
    <>
      <PagedList
        list={list}
        loading="Einladungen werden geladen"
        failed="Die Einladungen konnten nicht geladen werden"
        empty={<NoInvites filtered={Boolean(filter.q || filter.status)} onMake={onMake} />}
      >
        {(invites) => <InvitesTable invites={invites} onShowUses={setShown} />}
      </PagedList>
      {shown && <InviteUses invite={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function NoInvites({ filtered, onMake }: { filtered: boolean; onMake: () => void }) {
  if (filtered) return <EmptyState emoji="🔍" title="Kein Code gefunden." text="Nimm weniger Filter." />
  return (
    <EmptyState emoji="🎟️" title="Noch keine Einladung." text="Mach einen Code und gib ihn weiter.">
      <Button variant="strong" onClick={onMake}>
        Neuer Code
      </Button>
    </EmptyState>
  )
}

type TableProps = { invites: AdminInvite[]; onShowUses: (invite: AdminInvite) => void }

function InvitesTable({ invites, onShowUses }: TableProps) {
  return (
    <DataTable caption="Einladungen">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Status</th>
          <th scope="col" className="number">
            Eingelöst
          </th>
          <th scope="col">Gilt bis</th>
          <th scope="col">Notiz</th>
          <th scope="col">Von</th>
          <th scope="col">Aktion</th>
        </tr>
      </thead>
      <tbody>
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} onShowUses={() => onShowUses(invite)} />
        ))}
      </tbody>
    </DataTable>
  )
}
