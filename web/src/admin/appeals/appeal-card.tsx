import type { AdminAppeal } from '@hot/domain/contract/admin/appeals'
import { type GuidelineRule, ruleTitles } from '@hot/domain/moderation/case-rules'
import { decisionTitle } from '@hot/domain/moderation/sanctions'
import { longDateTime } from '@hot/domain/time/german-date'
import { useState } from 'react'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { AppealDialog, type Outcome } from './appeal-dialog.tsx'

const blocked = {
  own_case: 'Das ist dein eigener Einspruch. Darüber entscheidet jemand anderes.',
  own_decision: 'Das war deine Entscheidung. Über den Einspruch entscheidet jemand anderes.',
} as const

const outcomes = { pending: 'Offen', upheld: 'Abgelehnt', overturned: 'Stattgegeben' } as const

/** One appeal: the decision, the member's answer, and what became of it. */
export function AppealCard({ appeal }: { appeal: AdminAppeal }) {
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
              {appeal.warnings === 1 ? '1 Verwarnung' : `${appeal.warnings} Verwarnungen`} in 90 Tagen
            </Badge>
          )}
          <span className="ml-auto">
            <Badge kind={status === 'pending' ? 'new' : 'outline'}>{outcomes[status]}</Badge>
          </span>
        </header>
        <div className="grid gap-4 lg:grid-cols-2">
          <section aria-label="Entscheidung" className="grid content-start gap-3">
            <h2 className="type-h4">{decisionTitle(decision)}</h2>
            <DecisionFacts appeal={appeal} />
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
  if (appeal.status !== 'pending')
    return (
      <Note kind={appeal.status === 'overturned' ? 'ok' : 'plain'}>
        <p className="wrap-anywhere">
          <b>{outcomes[appeal.status]}:</b> {appeal.decision_reason}
        </p>
        <p className="meta">
          {appeal.decided_by ?? 'Unbekannt'}
          {appeal.decided_at && `, ${longDateTime(appeal.decided_at)}`}
        </p>
      </Note>
    )
  if (appeal.blocked) return <Note>{blocked[appeal.blocked]}</Note>
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

const about = { post: 'Beitrag', comment: 'Kommentar', profile: 'Account' } as const
const severities = { low: 'leicht', medium: 'mittel', high: 'schwer' } as const
const isRule = (rule: string | null): rule is GuidelineRule => rule !== null && rule in ruleTitles

/** What was decided, by whom and why, with the text it was about. */
function DecisionFacts({ appeal }: { appeal: AdminAppeal }) {
  const { decision, content } = appeal
  const { severity, rule, excerpt } = decision
  const facts: [name: string, value: string][] = [
    ['Grund', decision.reason],
    ...(severity ? [['Schwere', severities[severity]] as [string, string]] : []),
    ...(isRule(rule) ? [['Regel', ruleTitles[rule]] as [string, string]] : []),
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
      {decision.target_type !== 'profile' && (
        <details className="note">
          <summary>{excerpt ? `${about[decision.target_type]}: ${excerpt}` : about[decision.target_type]}</summary>
          <p className="wrap-anywhere whitespace-pre-line">
            {content ?? (decision.target_type === 'post' ? '[Gelöschter Beitrag]' : '[Gelöschter Kommentar]')}
          </p>
        </details>
      )}
    </>
  )
}
