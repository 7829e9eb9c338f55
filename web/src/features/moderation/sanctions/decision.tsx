import type { OwnDecision } from '@hot/domain/contract/account/decision'
import { type GuidelineRule, ruleAnchors, ruleTitles } from '@hot/domain/moderation/case-rules'
import { decidedBy } from '@hot/domain/moderation/sanctions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/feedback/loading.tsx'

type DecisionDetails = Pick<OwnDecision, 'reason' | 'rule' | 'target_type' | 'excerpt' | 'reported' | 'origin'>

const about = { post: 'Dein Beitrag', comment: 'Dein Kommentar', profile: 'Dein Profil' } as const
const isRule = (rule: string | null): rule is GuidelineRule => rule !== null && rule in ruleTitles

/** A statement of reasons: the content, the reason, the rule, and how it was decided. */
export function Reasons({ decision }: { decision: DecisionDetails }) {
  const { reason, rule, target_type, excerpt } = decision
  return (
    <dl className="grid gap-3">
      {excerpt && (
        <Row name={about[target_type]}>
          <q className="wrap-anywhere">{excerpt}</q>
        </Row>
      )}
      <Row name="Grund">
        <span className="wrap-anywhere whitespace-pre-line">{reason}</span>
      </Row>
      {isRule(rule) && (
        <Row name="Regel">
          <Link to="/community-guidelines" hash={ruleAnchors[rule]} className="link">
            {ruleTitles[rule]}
          </Link>
        </Row>
      )}
      <Row name="Entschieden">{decidedBy(decision)}</Row>
    </dl>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="meta">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Decisions while they load. */
export function SanctionsSkeleton() {
  return (
    <div className="grid max-w-prose gap-3" role="status" aria-label="Entscheidungen werden geladen">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-32" />
    </div>
  )
}
