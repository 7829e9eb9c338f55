import type { AdminAppeal } from '@hot/domain/contract/admin/decisions'
import { groundText, isGround } from '@hot/domain/moderation/grounds'
import { changedText, type DecisionKind, decisionTitle, statementChange } from '@hot/domain/moderation/sanctions'
import { postTexts } from '@hot/domain/text/stored-texts'
import { longDateTime } from '@hot/domain/time/german-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout, EmptyState } from '#web/ui/feedback/state.tsx'
import { seenOf } from '../decisions/api.ts'
import { DecidedByOther } from '../decisions/bar.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { listQuery } from '../kit/list.tsx'
import { AdminHead, type DecidedSearch, DecidedTabs, readDecidedSearch, useAdminSearch } from '../kit/screen.tsx'

/** /admin/appeals: members' appeals. Each is decided by someone other than the original decider. */
export default function AppealsScreen() {
  const [search, setSearch] = useAdminSearch(readDecidedSearch)
  return (
    <div className="grid gap-4">
      <AdminHead
        title="Einsprüche"
        intro="Über einen Einspruch entscheidet jemand anderes als beim ersten Mal, wenn es im Team jemanden gibt."
      >
        <DecidedTabs search={search} onChange={setSearch} />
      </AdminHead>
      <Listed search={search} />
    </div>
  )
}

function Listed({ search }: { search: DecidedSearch }) {
  const list = useInfiniteQuery(appealsQuery(search))
  const { hidden } = useDecisions()
  return (
    <PagedList
      list={list}
      loading="Einsprüche werden geladen"
      failed="Die Einsprüche konnten nicht geladen werden"
      empty={
        <EmptyState
          emoji="⚖️"
          title={search.stand ? 'Noch kein Einspruch ist entschieden.' : 'Kein Einspruch ist offen.'}
        />
      }
      more="Mehr Einsprüche"
    >
      {(appeals) => (
        <ul className="grid gap-4">
          {appeals
            .filter(({ id, status }) => status !== 'pending' || !hidden.has(`appeal:${id}`))
            .map((appeal) => (
              <AppealCard key={appeal.id} appeal={appeal} />
            ))}
        </ul>
      )}
    </PagedList>
  )
}

const pageSize = 20

/** Open appeals oldest first, or decided ones latest first. */
const appealsQuery = ({ stand }: DecidedSearch) =>
  listQuery(['admin', 'appeals', stand ?? 'offen'], 'admin_appeals_page', {
    p_status: stand === 'entschieden' ? 'decided' : 'pending',
    p_limit: pageSize,
  })

const blocked = {
  own_case: 'Das ist dein eigener Einspruch. Darüber entscheidet jemand anderes.',
  own_decision: 'Das war deine Entscheidung. Über den Einspruch entscheidet jemand anderes.',
} as const

const outcomes = { pending: 'Offen', upheld: 'Abgelehnt', overturned: 'Stattgegeben' } as const

/** One appeal: the decision, the member's statement, and the outcome. */
function AppealCard({ appeal }: { appeal: AdminAppeal }) {
  const { decision, member, status } = appeal
  const name = `Einspruch von ${member?.nickname ?? 'Unbekannt'}`
  return (
    <li>
      <article aria-label={name} className="grid gap-4 border-2 border-ink bg-sheet p-4">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MemberLine member={member}>
            {' · '}
            <time dateTime={appeal.created_at}>{longDateTime(appeal.created_at)}</time>
          </MemberLine>
          {appeal.warnings > 0 && (
            <Badge kind="outline">
              {`${appeal.warnings === 1 ? '1 Verwarnung' : `${appeal.warnings} Verwarnungen`} in 90 Tagen`}
            </Badge>
          )}
          <span className="ml-auto">
            <Badge kind={status === 'pending' ? 'new' : 'outline'}>{outcomes[status]}</Badge>
          </span>
        </header>
        <div className="grid gap-4 lg:grid-cols-2">
          <section aria-label="Entscheidung" className="grid content-start gap-3">
            <h2 className="type-h4">{decisionTitle(decision)}</h2>
            <DecisionDetails appeal={appeal} />
          </section>
          <section aria-label="Einspruch" className="grid content-start gap-3">
            <h2 className="type-h4">Dagegen sagt das Mitglied</h2>
            <p className="wrap-anywhere whitespace-pre-line">{appeal.message}</p>
          </section>
        </div>
        <Result appeal={appeal} />
      </article>
    </li>
  )
}

function Result({ appeal }: { appeal: AdminAppeal }) {
  const [asking, setAsking] = useState<Outcome | null>(null)
  const decidedBy = useDecisions().others.get(`appeal:${appeal.id}`)
  if (appeal.status !== 'pending')
    return (
      <Callout kind={appeal.status === 'overturned' ? 'ok' : 'plain'}>
        <p className="wrap-anywhere">
          <b>{outcomes[appeal.status]}:</b> {appeal.decision_reason}
        </p>
        <p className="meta">
          {`${appeal.decided_by ?? 'Unbekannt'}${appeal.decided_at ? `, ${longDateTime(appeal.decided_at)}` : ''}`}
        </p>
      </Callout>
    )
  if (decidedBy) return <DecidedByOther by={decidedBy} />
  if (appeal.blocked) return <Callout>{blocked[appeal.blocked]}</Callout>
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="strong" onClick={() => setAsking('overturned')}>
        Stattgeben
      </Button>
      <Button onClick={() => setAsking('upheld')}>Ablehnen</Button>
      {asking && <AppealDialog appeal={appeal} outcome={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}

const about = { post: 'Beitrag', comment: 'Kommentar', profile: 'Profil' } as const
const goneTexts = {
  post: postTexts.deleted,
  comment: '[Gelöschter Kommentar]',
  profile: '[Nicht mehr aufgehoben]',
} as const
const severities = { low: 'leicht', medium: 'mittel', high: 'schwer' } as const

/** What was decided, by whom and why, with the affected text. */
function DecisionDetails({ appeal }: { appeal: AdminAppeal }) {
  const { decision, content } = appeal
  const { severity, rule, excerpt, changed } = decision
  const isStatement = statementChange(changed) !== null
  const thing = isStatement
    ? 'Stellungnahme, wie sie war'
    : changed
      ? 'Beitrag, wie er war'
      : about[decision.target_type]
  const facts: [name: string, value: string][] = [
    ['Grund', decision.reason],
    ...(severity ? [['Schwere', severities[severity]] as [string, string]] : []),
    ...(changed && !isStatement ? [['Geändert', changedText(changed)] as [string, string]] : []),
    ...(isGround(rule) ? [['Grundlage', groundText(rule)] as [string, string]] : []),
    [
      'Entschieden',
      `${appeal.decision_by ?? 'Unbekannt'}, ${longDateTime(decision.created_at)}${decision.reported ? ', nach einer Meldung' : ''}`,
    ],
  ]
  return (
    <>
      <dl className="grid gap-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="meta">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      {(decision.target_type !== 'profile' || excerpt) && (
        <details className="callout">
          <summary>{excerpt ? `${thing}: ${excerpt}` : thing}</summary>
          <p className="wrap-anywhere whitespace-pre-line">{content ?? goneTexts[decision.target_type]}</p>
        </details>
      )}
    </>
  )
}

type Outcome = 'upheld' | 'overturned'
type AppealDialogProps = { appeal: AdminAppeal; outcome: Outcome; onClose: () => void }

const reasons = { upheld: 'uphold_appeal', overturned: 'overturn_appeal' } as const

/** What granting an appeal undoes. */
const undone: Record<DecisionKind, string> = {
  banned: 'Die Sperre wird sofort aufgehoben, Schreiben geht wieder.',
  warned: 'Die Verwarnung zählt nicht mehr.',
  rejected: 'Der Beitrag geht online.',
  edited: 'Was das Team ersetzt hat, steht wieder da, wenn sich seitdem nichts geändert hat.',
  deleted: 'Der Inhalt wird wiederhergestellt, wenn er noch da ist.',
}

/** Asks for the reason, which the member sees, and decides. */
function AppealDialog({ appeal, outcome, onClose }: AppealDialogProps) {
  const { decide } = useDecisions()
  const grants = outcome === 'overturned'
  const send = async (reason: string) =>
    decide({
      kind: 'appeal',
      args: {
        p_id: appeal.id,
        p_outcome: outcome,
        p_reason: reason,
        p_seen: seenOf([[`appeal:${appeal.id}`, appeal.version]]),
      },
      facts: { action: outcome, type: 'appeal', name: appeal.member?.nickname ?? null },
      targets: [`appeal:${appeal.id}`],
    })
  return (
    <ReasonDialog
      title={grants ? 'Einspruch stattgeben' : 'Einspruch ablehnen'}
      description={`${grants ? undone[appeal.decision.kind] : 'Die Entscheidung bleibt bestehen.'} Das Mitglied liest deine Begründung, aber nicht deinen Namen.`}
      reasons={reasons[outcome]}
      confirm={grants ? 'Stattgeben' : 'Ablehnen'}
      onConfirm={send}
      onClose={onClose}
    />
  )
}
