import type { AdminInvite } from '@hot/domain/contract/admin/invites'
import { type InviteFields, inviteForm, inviteLimits } from '@hot/domain/member/staff-forms'
import { searchQueryMax } from '@hot/domain/search/limits'
import { berlinDay, berlinInstant, berlinTime } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormFailure, FormFooter } from '#web/ui/forms/form-footer.tsx'
import { Dialog, FormDialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { listQuery } from '../kit/list.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { useWrite } from '../kit/write.ts'

const pageSize = 50

const inviteStates = ['valid', 'used', 'expired', 'inactive'] as const
type InvitesFilter = { q?: string; status?: (typeof inviteStates)[number] }

const invitesKey = (userId: string) => ['admin', userId, 'invites'] as const

/** Codes, newest first, paged by opaque cursors. `userId` is the current staff member. */
const invitesQuery = (userId: string, { q, status }: InvitesFilter) =>
  listQuery([...invitesKey(userId), 'list', { q, status }], 'admin_invites_page', {
    p_query: q,
    p_state: status,
    p_limit: pageSize,
  })

/** Who signed up with a code, latest first. */
const inviteUsesQuery = (userId: string, invite: string) =>
  listQuery([...invitesKey(userId), 'uses', invite], 'admin_invite_uses', {
    p_id: invite,
    p_limit: pageSize,
  })

const stateNames: Readonly<Record<AdminInvite['state'], string>> = {
  valid: 'Gültig',
  used: 'Aufgebraucht',
  expired: 'Abgelaufen',
  inactive: 'Abgeschaltet',
}

/** `21. November 2026, 20:15` */
const moment = (instant: string): string => `${longDay(berlinDay(instant))}, ${berlinTime(instant).slice(0, 5)}`

/** A new code. Throws DataError. */
const createInvite = ({ uses, until, note }: InviteFields) =>
  rpc('admin_create_invite', {
    p_max_uses: Number(uses),
    // Valid until the end of the chosen day.
    p_expires_at: until ? berlinInstant(until, '23:59:59').toISOString() : null,
    p_note: note,
  })

const switchInvite = (id: string, isActive: boolean) => rpc('admin_switch_invite', { p_id: id, p_active: isActive })

const readSearch = (given: Record<string, unknown>): InvitesFilter => ({
  q: termParam(given.q, searchQueryMax),
  status: choiceParam(given.status, inviteStates),
})

/** `/admin/invites`: invite codes, who created them and who used them. */
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

async function copyLink(code: string): Promise<void> {
  const { siteUrl } = await runtimeConfig()
  await navigator.clipboard.writeText(`${siteUrl}/invites?code=${code}`)
  showToast({ title: 'Link kopiert' })
}

type InviteRowProps = { invite: AdminInvite; onShowUses: () => void }

function InviteRow({ invite, onShowUses }: InviteRowProps) {
  const { userId } = useStaff()
  const isOff = invite.state === 'inactive'
  const switching = useWrite(() => switchInvite(invite.id, isOff), {
    onDone: () => showToast({ title: isOff ? 'Code wieder gültig' : 'Code abgeschaltet' }),
    affects: [invitesKey(userId)],
  })
  const copying = useWrite(() => copyLink(invite.code), {
    refusals: { NotAllowedError: 'Der Browser lässt das Kopieren nicht zu.' },
    affects: [],
  })
  return (
    <tr>
      <td>
        <b className="num">{invite.code}</b>
      </td>
      <td>
        <Badge kind={invite.state === 'valid' ? 'new' : 'plain'}>{stateNames[invite.state]}</Badge>
      </td>
      <td className="number">
        {invite.uses === 0 ? (
          `0 / ${formatCount(invite.max_uses)}`
        ) : (
          <button type="button" className="link" onClick={onShowUses} aria-label={`Wer kam mit ${invite.code}?`}>
            {`${formatCount(invite.uses)} / ${formatCount(invite.max_uses)}`}
          </button>
        )}
      </td>
      <td className="whitespace-nowrap">{invite.expires_at ? moment(invite.expires_at) : 'ohne Ende'}</td>
      <td className="min-w-40 wrap-anywhere">{invite.note}</td>
      <td>{invite.created_by?.nickname ?? 'Unbekannt'}</td>
      <td>
        <div className="flex gap-2">
          {!isOff && (
            <Button small onClick={() => void copying.run()}>
              Link kopieren
            </Button>
          )}
          <Button small onClick={() => void switching.run()} busy={switching.busy || copying.busy}>
            {isOff ? 'Anschalten' : 'Abschalten'}
          </Button>
        </div>
        <FormFailure text={switching.failure ?? copying.failure} />
      </td>
    </tr>
  )
}

/** Who signed up with a code. */
function InviteUses({ invite, onClose }: { invite: AdminInvite; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Gekommen mit ${invite.code}`} description={invite.note}>
      <Uses invite={invite} />
    </Dialog>
  )
}

function Uses({ invite }: { invite: AdminInvite }) {
  const { userId } = useStaff()
  const list = useInfiniteQuery(inviteUsesQuery(userId, invite.id))
  return (
    <PagedList
      list={list}
      loading="Mitglieder werden geladen"
      failed="Die Mitglieder konnten nicht geladen werden"
      skeleton={<Skeleton className="h-24" />}
      empty={<EmptyState emoji="🎟️" title="Noch niemand." />}
      automatic={false}
    >
      {(uses) => (
        <ul>
          {uses.map((use) => (
            <li key={use.user_id} className="flex min-h-11 items-center gap-2 border-t border-rule first:border-t-0">
              {use.member ? (
                <MemberLine member={use.member}>, {moment(use.redeemed_at)}</MemberLine>
              ) : (
                <span className="meta">Noch ohne Nickname, {moment(use.redeemed_at)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** A new code: number of uses, expiry, purpose. */
function NewInvite({ onClose }: { onClose: () => void }) {
  const { userId } = useStaff()
  const form = useEntityForm({
    schema: inviteForm,
    initial: { uses: '1', until: '', note: '' },
    save: createInvite,
    onSaved: (invite) => {
      showToast({ title: `Code ${invite.code}`, text: 'Er steht oben in der Liste.' })
      onClose()
    },
    affects: [invitesKey(userId)],
  })
  return (
    <FormDialog busy={form.action.busy} onClose={onClose} title="Neuer Code">
      <form {...form.formProps} className="grid gap-4">
        <TextField
          label="Wie oft darf er eingelöst werden?"
          inputMode="numeric"
          {...form.input('uses')}
          maxLength={6}
        />
        <TextField label="Gilt bis (leer: ohne Ende)" type="date" {...form.input('until')} />
        <TextField label="Notiz (sieht nur das Team)" {...form.input('note')} maxLength={inviteLimits.note} />
        <FormFooter action={form.action} submit="Code machen" onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
