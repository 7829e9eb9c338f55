import type { ModerateCaseAnswer, ReportCase } from '@hot/domain/contract/admin/reports'
import { warningsThatSuggestBan } from '@hot/domain/moderation/case-rules'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useStaff } from '../kit/access.tsx'
import { AdminHead, useAdminSearch } from '../kit/screen.tsx'
import { CaseList } from './case-list.tsx'
import { countOfReports, countOfWarnings } from './case-texts.ts'
import { CasesSkeleton } from './cases-skeleton.tsx'
import type { CaseAction } from './decide-case.ts'
import { PurgeOrphans } from './purge-orphans.tsx'
import { casesQuery } from './report-queries.ts'
import { ReportsFilters } from './reports-filters.tsx'
import { readReportsSearch } from './reports-search.ts'
import './reports.css'

const doneTexts: Record<CaseAction, string> = {
  dismiss: 'Verworfen',
  delete: 'Gelöscht',
  warn: 'Verwarnt',
  ban: 'Gesperrt',
}

/** `/admin/reports`: several reports of one target are one case; one decision closes them all. */
export default function ReportsScreen() {
  const { userId } = useStaff()
  const queryClient = useQueryClient()
  const [search, setSearch] = useAdminSearch(readReportsSearch)
  // What a decision did that the list cannot show: a fallback, or a third warning.
  const [notice, setNotice] = useState<string | null>(null)
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['admin', userId] })
  const decided = (item: ReportCase, action: CaseAction, answer: ModerateCaseAnswer) => {
    showToast({ title: doneTexts[action], text: `${countOfReports(answer.closed)} geschlossen.` })
    setNotice(noticeText(item, action, answer))
    refresh()
  }
  return (
    <>
      <AdminHead title="Meldungen" intro="Jede Entscheidung braucht einen Grund. Das Mitglied liest ihn.">
        <PurgeOrphans onPurged={refresh} />
      </AdminHead>
      <ReportsFilters search={search} onChange={setSearch} />
      <div role="status">{notice && <Note kind="warn">{notice}</Note>}</div>
      <Cases search={search} onDecided={decided} onLeft={refresh} />
    </>
  )
}

function noticeText(item: ReportCase, action: CaseAction, { problem, warnings }: ModerateCaseAnswer): string | null {
  if (problem) return `${problem}. Der Beitrag ist stattdessen abgelehnt und nicht mehr öffentlich.`
  if (action !== 'warn' || warnings < warningsThatSuggestBan) return null
  const name = item.author?.member?.nickname ?? 'Dieses Mitglied'
  return `${name} hat ${countOfWarnings(warnings)} in 90 Tagen. Prüf, ob eine Sperre angemessen ist.`
}

type CasesProps = {
  search: ReturnType<typeof readReportsSearch>
  onDecided: (item: ReportCase, action: CaseAction, answer: ModerateCaseAnswer) => void
  onLeft: () => void
}

function Cases({ search, onDecided, onLeft }: CasesProps) {
  const { userId } = useStaff()
  const [now] = useState(() => new Date().toISOString())
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
      {(items) => <CaseList items={items} now={now} onDecided={onDecided} onLeft={onLeft} />}
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
