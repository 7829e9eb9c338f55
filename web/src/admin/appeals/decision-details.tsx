import type { AdminAppeal } from '@hot/domain/contract/admin/appeals'
import { type HouseRule, ruleTitles } from '@hot/domain/moderation/staff-rules'
import { longDateTime } from '@hot/domain/time/german-date'

const about = { post: 'Beitrag', comment: 'Kommentar', profile: 'Account' } as const
const severities = { low: 'leicht', medium: 'mittel', high: 'schwer' } as const
const isRule = (rule: string | null): rule is HouseRule => rule !== null && rule in ruleTitles

/** What was decided, by whom and why, with the text it was about. */
export function DecisionFacts({ appeal }: { appeal: AdminAppeal }) {
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
