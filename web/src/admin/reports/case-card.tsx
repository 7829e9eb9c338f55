import type { ReportCase } from '@hot/domain/contract/admin/reports'
import { ruleTitles, warningsThatSuggestBan, warningWindowDays } from '@hot/domain/moderation/case-rules'
import { reportReasonTexts } from '@hot/domain/moderation/report-rules'
import { postPath } from '@hot/domain/post/address'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { MemberName } from '#web/entities/member/member-line.tsx'
import { UserText } from '#web/entities/member/user-text.tsx'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import type { CaseAction } from './api.ts'
import {
  actionWords,
  anonymous,
  countOfReports,
  countOfWarnings,
  goneText,
  outcomeText,
  thingOf,
  unknownAuthor,
} from './texts.ts'

type CaseCardProps = {
  item: ReportCase
  now: string
  /** The target of the keyboard shortcuts. */
  current: boolean
  onCurrent: () => void
  onAct: (action: CaseAction) => void
}

const actions: readonly CaseAction[] = ['dismiss', 'delete', 'warn', 'ban']

/** One case: what was reported, by whom, about whom, and what can be done. */
export function CaseCard({ item, now, current, onCurrent, onAct }: CaseCardProps) {
  const card = useRef<HTMLElement>(null)
  // The first one is current initially: do not scroll on opening.
  const wasCurrent = useRef(current)
  useEffect(() => {
    if (current && !wasCurrent.current) card.current?.scrollIntoView({ block: 'nearest' })
    wasCurrent.current = current
  }, [current])
  const name = item.content?.title ?? thingOf(item)
  return (
    <article
      ref={card}
      className={classNames('case', current && 'case-current')}
      aria-current={current || undefined}
      aria-label={`${thingOf(item)}: ${name}`}
      onFocus={onCurrent}
      onPointerDown={onCurrent}
    >
      <div className="grid min-w-0 content-start gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <Badge kind="new">{countOfReports(item.count)}</Badge>
          <span>{thingOf(item)} von</span>
          <CaseAuthor author={item.author} />
          <span className="meta">
            Gemeldet: <time dateTime={item.first_at}>{relativeTime(item.first_at, now)}</time>
          </span>
        </p>
        <CaseContent item={item} now={now} />
        {item.decision ? <CaseDecision decision={item.decision} now={now} /> : <BanSuggestion author={item.author} />}
      </div>
      <div className="grid min-w-0 content-start gap-3">
        <CaseReports item={item} now={now} />
        {!item.decision && (
          <div className="case-actions">
            {actions.map((action) => (
              <ActionButton key={action} action={action} item={item} name={name} onAct={onAct} />
            ))}
          </div>
        )}
      </div>
    </article>
  )
}

type ActionProps = { action: CaseAction; item: ReportCase; name: string; onAct: (action: CaseAction) => void }

/** The accessible name includes the title, for context without the card. */
function ActionButton({ action, item, name, onAct }: ActionProps) {
  const { button, key } = actionWords[action]
  const needsAuthor = action === 'warn' || action === 'ban'
  if (needsAuthor && !item.author) return null
  return (
    <Button
      small
      variant={action === 'delete' ? 'danger' : 'plain'}
      aria-label={`${button}: ${name}`}
      onClick={() => onAct(action)}
    >
      {button}{' '}
      <span className="case-key" aria-hidden="true">
        {key}
      </span>
    </Button>
  )
}

/** The author and their record of sanctions. */
function CaseAuthor({ author }: { author: ReportCase['author'] }) {
  if (!author) return <b>{unknownAuthor}</b>
  return (
    <>
      <MemberName member={author.member} />
      {author.role !== 'user' && <Badge kind="new">Team</Badge>}
      {author.is_banned && <Badge>Gesperrt</Badge>}
      {author.warnings > 0 && <Badge kind="outline">{countOfWarnings(author.warnings)}</Badge>}
    </>
  )
}

/** Suggests a ban after three warnings in 90 days; nothing is banned automatically. */
function BanSuggestion({ author }: { author: ReportCase['author'] }) {
  if (!author || author.warnings < warningsThatSuggestBan || author.is_banned) return null
  return (
    <Callout kind="warn">
      {countOfWarnings(author.warnings)} in {warningWindowDays} Tagen. Prüf, ob eine Sperre angemessen ist.
    </Callout>
  )
}

/** The reported content in context: a comment below what it replies to. */
function CaseContent({ item, now }: { item: ReportCase; now: string }) {
  const { content, decision } = item
  if (!content)
    return (
      <div className="case-content">
        <p className="text-ink-2">{goneText(item)}</p>
        {decision?.excerpt && <blockquote className="case-above wrap-anywhere">{decision.excerpt}</blockquote>}
      </div>
    )
  return (
    <div className="case-content">
      <p className="flex flex-wrap items-center gap-2">
        <PostTypeBadge type={content.type} />
        <CaseLink item={item} />
        <time className="meta" dateTime={content.written_at}>
          {relativeTime(content.written_at, now)}
        </time>
      </p>
      {content.above && (
        <blockquote className="case-above wrap-anywhere">
          <UserText text={content.above} />
        </blockquote>
      )}
      {content.text && (
        <p className="case-text wrap-anywhere">
          <UserText text={content.text} />
        </p>
      )}
      {content.options && (
        <ul className="case-options">
          {content.options.map((option) => (
            <li key={option}>{option}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Only approved posts have a public page. */
function CaseLink({ item: { content, target_id, target_type } }: { item: ReportCase }) {
  if (!content) return null
  if (content.status !== 'approved') return <b className="wrap-anywhere">{content.title}</b>
  const isComment = target_type === 'comment'
  return (
    <Link
      to={postPath(content)}
      {...(isComment && { search: { kommentar: target_id }, hash: `kommentar-${target_id}` })}
      className="link wrap-anywhere"
    >
      {content.title}
    </Link>
  )
}

function CaseDecision({ decision, now }: { decision: NonNullable<ReportCase['decision']>; now: string }) {
  return (
    <div className="callout">
      <p>
        <b>{outcomeText(decision)}</b> von {decision.decided_by ?? 'jemandem aus dem Team'} ·{' '}
        <time dateTime={decision.decided_at}>{relativeTime(decision.decided_at, now)}</time>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{decision.reason}</p>
      {decision.rule && <p className="meta">Regel: {ruleTitles[decision.rule]}</p>}
    </div>
  )
}

/** Who reported it and why. Moderators see names, never addresses. */
function CaseReports({ item: { reports, count }, now }: { item: ReportCase; now: string }) {
  return (
    <ul className="case-reports" aria-label="Meldungen">
      {reports.map((report) => (
        <li key={report.id}>
          <b>{reportReasonTexts[report.reason]}</b>
          <span className="meta">
            {' '}
            von <Reporter report={report} />,{' '}
            <time dateTime={report.created_at}>{relativeTime(report.created_at, now)}</time>
          </span>
          {report.details && <p className="whitespace-pre-line wrap-anywhere">{report.details}</p>}
        </li>
      ))}
      {count > reports.length && <li className="meta">und {count - reports.length} weitere</li>}
    </ul>
  )
}

function Reporter({ report: { reporter, guest_name } }: { report: ReportCase['reports'][number] }) {
  if (reporter) return <MemberName member={reporter} />
  return guest_name ? <span className="wrap-anywhere">{guest_name} (Gast)</span> : anonymous
}
