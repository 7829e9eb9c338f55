import type { ReportCase } from '@hot/domain/contract/admin/reports'
import { ruleTitles } from '@hot/domain/moderation/staff-rules'
import { postPath } from '@hot/domain/post/address'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import { UserText } from '#web/entities/member/user-text.tsx'
import { TypeMark } from '#web/entities/post/cards/post-type-badge.tsx'
import { goneText, outcomeText } from './case-texts.ts'

/** What was reported, where it stands: a comment under what it answers. */
export function CaseContent({ item, now }: { item: ReportCase; now: string }) {
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
        <TypeMark type={content.type} />
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

export function CaseDecision({ decision, now }: { decision: NonNullable<ReportCase['decision']>; now: string }) {
  return (
    <div className="note">
      <p>
        <b>{outcomeText(decision)}</b> von {decision.decided_by ?? 'jemandem aus dem Team'} ·{' '}
        <time dateTime={decision.decided_at}>{relativeTime(decision.decided_at, now)}</time>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{decision.reason}</p>
      {decision.rule && <p className="meta">Regel: {ruleTitles[decision.rule]}</p>}
    </div>
  )
}
