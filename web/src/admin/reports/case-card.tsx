import type { ReportCase } from '@hot/domain/contract/admin/reports'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { BanSuggestion, CaseAuthor } from './case-author.tsx'
import { CaseContent, CaseDecision } from './case-content.tsx'
import { CaseReports } from './case-reports.tsx'
import { actionWords, countOfReports, thingOf } from './case-texts.ts'
import type { CaseAction } from './decide-case.ts'

type Props = {
  item: ReportCase
  now: string
  /** The one that the keys are about. */
  current: boolean
  onCurrent: () => void
  onAct: (action: CaseAction) => void
}

const actions: readonly CaseAction[] = ['dismiss', 'delete', 'warn', 'ban']

/** One case: what was reported, by whom, about whom, and what can be done. */
export function CaseCard({ item, now, current, onCurrent, onAct }: Props) {
  const card = useRef<HTMLElement>(null)
  // The first one is current from the start: the page stays where it opens.
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

/** Every name carries the title, for those who do not see the card. */
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
