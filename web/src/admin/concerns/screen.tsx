import {
  concernAnswerForm,
  concernOutcomes,
  concernOutcomeTexts,
  concernSubjectTexts,
  messageAnswerForm,
} from '@hot/domain/concern/form'
import type { Concern } from '@hot/domain/contract/admin/reports'
import { longDateTime, longDay } from '@hot/domain/time/german-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { UserText } from '#web/entities/member/user-text.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { DecidedByOther } from '../decisions/bar.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'
import { ReasonFormDialog } from '../kit/dialogs.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { listQuery } from '../kit/list.tsx'
import { AdminHead, type DecidedSearch, DecidedTabs, readDecidedSearch, useAdminSearch } from '../kit/screen.tsx'

const concernsQuery = ({ stand }: DecidedSearch) =>
  listQuery(['admin', 'concerns', stand ?? 'offen'], 'admin_concerns', {
    p_status: stand === 'entschieden' ? 'decided' : 'open',
    p_limit: 20,
  })

/** `/admin/concerns`: what people whom HoT writes about ask for; what is due first stands first. */
export default function ConcernsScreen() {
  const [search, setSearch] = useAdminSearch(readDecidedSearch)
  const list = useInfiniteQuery(concernsQuery(search))
  const { hidden } = useDecisions()
  return (
    <div className="grid gap-4">
      <AdminHead
        title="Es geht um mich"
        intro="Wer hier schreibt, hat einen Monat nach dem Absenden eine Antwort. Erledige zuerst, worum es geht, dann antworte."
      >
        <DecidedTabs search={search} onChange={setSearch} />
      </AdminHead>
      <PagedList
        list={list}
        loading="Anliegen werden geladen"
        failed="Die Anliegen konnten nicht geladen werden"
        empty={
          <EmptyState
            emoji="📬"
            title={search.stand ? 'Noch nichts beantwortet.' : 'Niemand wartet auf eine Antwort.'}
          />
        }
        more="Mehr Anliegen"
      >
        {(items) => (
          <ul className="grid max-w-192 gap-4">
            {items
              .filter(({ id, outcome }) => outcome !== null || !hidden.has(`concern:${id}`))
              .map((item) => (
                <ConcernCard key={item.id} item={item} />
              ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

/** How long there still is to answer, by the server's clock. */
function Clock({ item: { days_left, due } }: { item: Concern }) {
  const left =
    days_left < 0
      ? `${-days_left === 1 ? 'Seit 1 Tag' : `Seit ${-days_left} Tagen`} überfällig`
      : days_left === 0
        ? 'Heute fällig'
        : days_left === 1
          ? 'Noch 1 Tag'
          : `Noch ${days_left} Tage`
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="meta">{`bis ${longDay(due)}`}</span>
      <Badge kind={days_left <= 7 ? 'new' : 'outline'}>{left}</Badge>
    </span>
  )
}

function ConcernCard({ item }: { item: Concern }) {
  const [isAnswering, setAnswering] = useState(false)
  const { others } = useDecisions()
  const decidedBy = others.get(`concern:${item.id}`)
  return (
    <li>
      <article
        aria-label={`${item.reference}: ${concernSubjectTexts[item.wish]}`}
        className="grid gap-3 border-2 border-rule bg-sheet p-4"
      >
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b>{item.reference}</b>
          <time className="meta" dateTime={item.asked_at}>
            {longDateTime(item.asked_at)}
          </time>
          <span className="ml-auto">
            {item.outcome ? <Badge kind="outline">{concernOutcomeTexts[item.outcome]}</Badge> : <Clock item={item} />}
          </span>
        </header>
        <h2 className="type-h3">{concernSubjectTexts[item.wish]}</h2>
        <p className="wrap-anywhere">
          <span>{item.name}</span>
          {item.person ? <span>{`, spricht für ${item.person}`}</span> : null}
          {item.email ? (
            <span>
              {' · '}
              <a className="link" href={`mailto:${item.email}`}>
                {item.email}
              </a>
            </span>
          ) : null}
        </p>
        {item.page && (
          <p className="wrap-anywhere">
            Seite:{' '}
            <Link to={item.page} className="link">
              {item.page}
            </Link>
          </p>
        )}
        <p className="whitespace-pre-line wrap-anywhere">
          <UserText text={item.text} />
        </p>
        {item.answer && <p className="meta whitespace-pre-line wrap-anywhere">Antwort: {item.answer}</p>}
        {item.decided_at && (
          <p className="meta">{`${item.decided_by ?? 'Aus dem Team'}, ${longDateTime(item.decided_at)}`}</p>
        )}
        {decidedBy && <DecidedByOther by={decidedBy} />}
        {!item.outcome && !decidedBy && (
          <p>
            <Button small variant="strong" onClick={() => setAnswering(true)}>
              Antworten
            </Button>
          </p>
        )}
        {isAnswering && <AnswerDialog item={item} onClose={() => setAnswering(false)} />}
      </article>
    </li>
  )
}

/** What became of it, and why; the answer goes out by mail after the ten seconds in which it can be undone. */
function AnswerDialog({ item, onClose }: { item: Concern; onClose: () => void }) {
  const { decide } = useDecisions()
  const isMessage = item.wish === 'contact'
  const form = useEntityForm({
    schema: isMessage ? messageAnswerForm : concernAnswerForm,
    initial: { outcome: 'granted', reason: '' },
    save: async ({ outcome, reason }) =>
      decide({
        kind: 'concern',
        args: { p_id: item.id, p_outcome: outcome, p_reason: reason || null },
        facts: { action: 'answer', type: 'concern', name: item.reference },
        targets: [`concern:${item.id}`],
      }),
    onSaved: onClose,
    refusals: {},
    affects: [],
  })
  return (
    <ReasonFormDialog
      title={`${item.reference} beantworten`}
      description={`Die Antwort geht per Mail an ${item.name}. Wohin man sich sonst wenden kann, steht schon darin.`}
      confirm="Antwort schicken"
      form={form}
      reason={form.bind('reason')}
      reasons="answer_concern"
      isOptional={!isMessage && form.watch('outcome') === 'granted'}
      onClose={onClose}
    >
      <SelectField label="Ergebnis" {...form.input('outcome')}>
        {concernOutcomes.map((each) => (
          <option key={each} value={each}>
            {concernOutcomeTexts[each]}
          </option>
        ))}
      </SelectField>
    </ReasonFormDialog>
  )
}
