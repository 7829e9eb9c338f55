import type { OwnDecision } from '@hot/domain/contract/account/decision'
import { ruleAnchors } from '@hot/domain/moderation/case-rules'
import { durationText, extentText } from '@hot/domain/moderation/extent'
import { type Ground, groundText, groundTitles, isGround, isLaw } from '@hot/domain/moderation/grounds'
import { decidedBy, statementChange } from '@hot/domain/moderation/sanctions'
import { longDateTime } from '@hot/domain/time/german-date'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/feedback/loading.tsx'

type DecisionDetails = Pick<
  OwnDecision,
  'kind' | 'scope' | 'changed' | 'reason' | 'rule' | 'target_type' | 'excerpt' | 'ends_at' | 'reported' | 'origin'
>

const about = { post: 'Dein Beitrag', comment: 'Dein Kommentar', profile: 'Dein Profil' } as const

/**
 * A statement of reasons (DSA, Art. 17 (3)): the content, the reason, the law or rule, what it restricts and until when, how it
 * was decided, and where to turn. Older ones have no law or rule.
 */
export function Reasons({ decision }: { decision: DecisionDetails }) {
  const { kind, scope, changed, reason, rule, target_type, excerpt, ends_at } = decision
  return (
    <dl className="grid gap-3">
      {excerpt && (
        <Row name={statementChange(changed) ? 'Deine Stellungnahme' : about[target_type]}>
          <q className="wrap-anywhere">{excerpt}</q>
        </Row>
      )}
      <Row name="Grund">
        <span className="wrap-anywhere whitespace-pre-line">{reason}</span>
      </Row>
      {isGround(rule) && (
        <Row name="Grundlage">
          <GroundName ground={rule} />
        </Row>
      )}
      <Row name="Gilt">
        <span>{extentText({ kind, scope, target_type, changed })}</span>
      </Row>
      <Row name="Bis">
        <span>{durationText({ kind, scope, until: ends_at && longDateTime(ends_at) })}</span>
      </Row>
      <Row name="Entschieden">{decidedBy(decision)}</Row>
      <Row name="Was du tun kannst">
        Einmal Einspruch einlegen, eine Streitbeilegungsstelle anrufen oder vor Gericht gehen:{' '}
        <Link to="/community-guidelines" hash="einspruch" className="link">
          so geht das
        </Link>
      </Row>
    </dl>
  )
}

function GroundName({ ground }: { ground: Ground }) {
  if (isLaw(ground)) return <span>{groundText(ground)}</span>
  return (
    <>
      <span>Regel:</span>{' '}
      <Link to="/community-guidelines" hash={ruleAnchors[ground]} className="link">
        {groundTitles[ground]}
      </Link>
    </>
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
