import { type AdminMember, memberRole } from '@hot/domain/contract/admin/users'
import { searchQueryMax } from '@hot/domain/search/limits'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { useStaff } from '../kit/access.tsx'
import { BulkBar, PickBox, type Picked, usePicked } from '../kit/bulk-bar.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { createUserPath, editUserPath } from '../paths.ts'
import { memberStates, type UsersFilter, usersQuery } from './api.ts'
import { BulkSpam } from './bulk-spam.tsx'
import { banText, memberName, roleNames } from './texts.ts'
import '../kit/queue.css'

const readSearch = (given: Record<string, unknown>): UsersFilter => ({
  q: termParam(given.q, searchQueryMax),
  rolle: choiceParam(given.rolle, memberRole.options),
  status: choiceParam(given.status, memberStates),
})

/** `/admin/users`: all members, searchable by name, address, role and state. */
export default function UsersScreen() {
  const [search, setSearch] = useAdminSearch(readSearch)
  return (
    <>
      <AdminHead title="Nutzer" intro="Rollen, Sperren, Accounts. Nur Admins sehen Adressen.">
        <Link to={createUserPath} className={buttonClass({ variant: 'hot' })}>
          Einladen
        </Link>
      </AdminHead>
      <FilterBar>
        <AdminSearchField
          label="Name oder E-Mail"
          value={search.q ?? ''}
          onChange={(q) => setSearch({ q: q || undefined })}
        />
        <SelectField
          label="Rolle"
          value={search.rolle ?? ''}
          onChange={(event) => setSearch({ rolle: choiceParam(event.target.value, memberRole.options) })}
        >
          <option value="">Alle</option>
          {memberRole.options.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Status"
          value={search.status ?? ''}
          onChange={(event) => setSearch({ status: choiceParam(event.target.value, memberStates) })}
        >
          <option value="">Alle</option>
          <option value="new">Neu (7 Tage)</option>
          <option value="banned">Gesperrt</option>
          <option value="needs_invite">Wartet auf Code</option>
          <option value="nameless">Ohne Nickname</option>
        </SelectField>
      </FilterBar>
      <Members filter={search} />
    </>
  )
}

function Members({ filter }: { filter: UsersFilter }) {
  const { userId } = useStaff()
  const list = useInfiniteQuery(usersQuery(userId, filter))
  return (
    <PagedList
      list={list}
      loading="Nutzer werden geladen"
      failed="Die Nutzer konnten nicht geladen werden"
      empty={
        <EmptyState emoji="🔍" title="Niemand gefunden." text="Nimm weniger Filter oder such nach etwas anderem." />
      }
    >
      {(members) => <MembersTable members={members} found={list.data?.pages[0]?.ids ?? []} />}
    </PagedList>
  )
}

type TableProps = { members: AdminMember[]; found: readonly string[] }

function MembersTable({ members, found }: TableProps) {
  const client = useQueryClient()
  const picked = usePicked()
  const done = () => {
    picked.replace([])
    return client.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <>
      {found.length > 0 && (
        <BulkBar label="Mehrere Nutzer" picked={picked} found={found}>
          <BulkSpam members={[...picked.ids]} onDone={done} />
        </BulkBar>
      )}
      <MembersRows members={members} found={found} picked={picked} />
    </>
  )
}

function MembersRows({ members, found, picked }: TableProps & { picked: Picked }) {
  return (
    <DataTable caption="Nutzer">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Auswahl</span>
          </th>
          <th scope="col">Mitglied</th>
          <th scope="col">E-Mail</th>
          <th scope="col">Rolle</th>
          <th scope="col">Status</th>
          <th scope="col" className="number">
            Karma
          </th>
          <th scope="col">Dabei seit</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Row key={member.id} member={member} picked={found.includes(member.id) ? picked : null} />
        ))}
      </tbody>
    </DataTable>
  )
}

/** `picked`: null for those who cannot be chosen. */
function Row({ member, picked }: { member: AdminMember; picked: Picked | null }) {
  const name = memberName(member)
  const ban = banText(member)
  return (
    <tr>
      <td>
        {picked && (
          <PickBox name={name} picked={picked.ids.has(member.id)} onPick={(is) => picked.pick(member.id, is)} />
        )}
      </td>
      <td>
        <Link to={editUserPath(member.id)} className="flex items-center gap-2 hover:underline">
          <Avatar id={member.id} name={name} src={member.avatar_url} size={28} />
          <b>{name}</b>
        </Link>
      </td>
      <td>{member.email}</td>
      <td>{member.role === 'user' ? roleNames.user : <Badge kind="new">{roleNames[member.role]}</Badge>}</td>
      <td>
        {ban && <Badge kind="live">{ban}</Badge>}
        {!ban && member.needs_invite && <Badge>Wartet auf Code</Badge>}
      </td>
      <td className="number">{formatCount(member.karma)}</td>
      <td className="whitespace-nowrap">{longDay(berlinDay(member.created_at))}</td>
    </tr>
  )
}
