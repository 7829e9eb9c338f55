import { choiceParam } from '@hot/domain/url/search-param'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button, Segmented } from '#web/ui/controls/button.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { useStaff } from '../kit/access.tsx'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { casesQuery, purgeOrphans, type ReportsSearch, readReportsSearch, reasonTexts, targetNames } from './api.ts'
import { CaseList, CasesSkeleton } from './case-list.tsx'
import './reports.css'

/** `/admin/reports`: several reports of one target are one case; one decision closes them all. */
export default function ReportsScreen() {
  const { userId } = useStaff()
  const queryClient = useQueryClient()
  const [search, setSearch] = useAdminSearch(readReportsSearch)
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['admin', userId] })
  return (
    <>
      <AdminHead title="Meldungen" intro="Jede Entscheidung braucht einen Grund. Das Mitglied liest ihn.">
        <PurgeOrphans onPurged={refresh} />
      </AdminHead>
      <ReportsFilters search={search} onChange={setSearch} />
      <Cases search={search} onLeft={refresh} />
    </>
  )
}

type CasesProps = {
  search: ReturnType<typeof readReportsSearch>
  onLeft: () => void
}

function Cases({ search, onLeft }: CasesProps) {
  const { userId } = useStaff()
  const [now] = useState(() => serverInstant())
  const list = useInfiniteQuery(casesQuery(userId, search))
  return (
    <PagedList
      list={list}
      loading="Meldungen werden geladen"
      failed="Die Meldungen konnten nicht geladen werden"
      skeleton={<CasesSkeleton />}
      empty={<NoCases search={search} />}
      more="Mehr Fälle"
    >
      {(items) => (
        <CaseList
          key={JSON.stringify(search)}
          items={items}
          found={list.data?.pages[0]?.ids ?? []}
          now={now}
          onLeft={onLeft}
        />
      )}
    </PagedList>
  )
}

function NoCases({ search: { status, art, grund, von } }: Pick<CasesProps, 'search'>) {
  if (art || grund || von) return <EmptyState emoji="🔍" title="Nichts gefunden." text="Nimm einen Filter weg." />
  return status === 'erledigt' ? (
    <EmptyState emoji="📭" title="Noch nichts entschieden." />
  ) : (
    <EmptyState emoji="✅" title="Keine offenen Meldungen." />
  )
}

type ReportsFiltersProps = { search: ReportsSearch; onChange: (changes: Partial<ReportsSearch>) => void }

function ReportsFilters({ search, onChange }: ReportsFiltersProps) {
  const isOpen = search.status !== 'erledigt'
  return (
    <FilterBar>
      <Segmented label="Status">
        <button type="button" aria-pressed={isOpen} onClick={() => onChange({ status: undefined })}>
          Offen
        </button>
        <button type="button" aria-pressed={!isOpen} onClick={() => onChange({ status: 'erledigt' })}>
          Erledigt
        </button>
      </Segmented>
      <SelectField
        label="Reihenfolge"
        value={search.sort ?? ''}
        disabled={!isOpen}
        onChange={(event) => onChange({ sort: event.target.value === 'alt' ? 'alt' : undefined })}
      >
        <option value="">Dringendste zuerst</option>
        <option value="alt">Älteste zuerst</option>
      </SelectField>
      <SelectField
        label="Art"
        value={search.art ?? ''}
        onChange={({ target }) => onChange({ art: choiceParam(target.value, targetNames) })}
      >
        <option value="">Alle</option>
        <option value="beitrag">Beiträge</option>
        <option value="kommentar">Kommentare</option>
        <option value="profil">Profile</option>
      </SelectField>
      <SelectField
        label="Grund"
        value={search.grund ?? ''}
        onChange={({ target }) => onChange({ grund: choiceParam(target.value, reasonTexts) })}
      >
        <option value="">Alle</option>
        {reasonTexts.map((text) => (
          <option key={text}>{text}</option>
        ))}
      </SelectField>
      <AdminSearchField
        label="Von"
        placeholder="Nickname"
        value={search.von ?? ''}
        onChange={(term) => onChange({ von: term || undefined })}
      />
    </FilterBar>
  )
}

const resultText = (purged: number) =>
  purged === 0 ? 'Nichts zu tun: Alles Gemeldete gibt es noch.' : `Verwaiste Meldungen entfernt: ${purged}`

/** Deletes open reports whose target no longer exists; the list skips them. */
function PurgeOrphans({ onPurged }: { onPurged: () => void }) {
  const [asking, setAsking] = useState(false)
  const purge = async () => {
    const { purged } = await purgeOrphans()
    showToast({ title: resultText(purged) })
    onPurged()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Verwaiste aufräumen</Button>
      {asking && (
        <ConfirmDialog
          title="Verwaiste Meldungen entfernen"
          text="Offene Meldungen, deren Beitrag, Kommentar oder Profil es nicht mehr gibt, werden gelöscht. Wer gemeldet hat, erfährt, dass der Inhalt nicht mehr online ist."
          confirm="Entfernen"
          onConfirm={purge}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
