import type { PostOutcome } from '@hot/domain/contract/admin/posts'
import { postOutcomeText } from '@hot/domain/post/moderation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ContentTarget } from '#web/entities/post/content-requests.tsx'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DecidedByOther } from '../decisions/bar.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'
import { useStaff } from '../kit/access.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { useLetterKeys } from '../kit/screen.tsx'
import { editUserPath } from '../paths.ts'
import { EditDialog, RumorDialog } from '../posts/dialogs.tsx'
import { type CaseAction, decideContent, isPossible } from '../reports/api.ts'
import { CaseAuthor, CaseContent } from '../reports/case-card.tsx'
import { DecisionDialog } from '../reports/decision-dialog.tsx'
import { countOfReports, goneText, spamWords, thingOf, wordsOf } from '../reports/texts.ts'
import { SpamDialog } from '../users/spam-dialog.tsx'
import { contentCaseQuery, type FoundContent, hidePost } from './api.ts'
import { StatementDialog } from './statement-dialog.tsx'
import '../reports/reports.css'

type Props = {
  target: ContentTarget
  onClose: () => void
}

/** What staff can do with one post, comment or profile, and what they should know before. */
export function ContentDialog({ target, onClose }: Props) {
  const { userId } = useStaff()
  const { hidden, others } = useDecisions()
  const key = `${target.type}:${target.id}`
  const isHeld = hidden.has(key)
  const decidedBy = others.get(key)
  const { data: item, isError, refetch } = useQuery(contentCaseQuery(userId, target))
  const [asked, setAsked] = useState<{ action: Action; item: FoundContent } | null>(null)
  // What is decided is what was shown when it was asked for, whatever is loaded meanwhile.
  const isAsked = asked !== null && !isHeld && !decidedBy
  const ask = (action: Action) => item && !item.is_own && isOffered(item, action) && setAsked({ action, item })
  const press = (key: (typeof actionKeys)[number]) => !isAsked && ask(actionOfKey[key])
  useLetterKeys(actionKeys, press, { inDialog: true })
  if (isAsked) return <Asked {...asked} onBack={() => setAsked(null)} onClose={onClose} />
  return (
    <Dialog open wide onClose={onClose} title={`${thingOf({ target_type: target.type })} moderieren`}>
      {isHeld ? (
        <p>Darüber hast du eben entschieden. Zurücknehmen kannst du es unten.</p>
      ) : decidedBy ? (
        <DecidedByOther by={decidedBy} />
      ) : isError && item === undefined ? (
        <ErrorState title="Das ließ sich nicht laden" onRetry={() => void refetch()} />
      ) : item === undefined ? (
        <div role="status" aria-label="Wird geladen">
          <Skeleton className="h-40" />
        </div>
      ) : item === null ? (
        <p>{goneText({ target_type: target.type })}</p>
      ) : item.is_own ? (
        <p>Über eigene Inhalte entscheidet jemand anderes aus dem Team.</p>
      ) : (
        <Choices item={item} onAsk={ask} />
      )}
    </Dialog>
  )
}

type Action = Exclude<CaseAction, 'dismiss'> | 'spam' | 'hide' | 'edit' | 'rumor' | 'statement'

const actionKeys = ['d', 'w', 's', 'x', 'h', 'e', 'g', 't'] as const
const actionOfKey = {
  d: 'delete',
  w: 'warn',
  s: 'ban',
  x: 'spam',
  h: 'hide',
  e: 'edit',
  g: 'rumor',
  t: 'statement',
} as const satisfies Record<(typeof actionKeys)[number], Action>

function labelOf(item: FoundContent, action: Action): string {
  if (action === 'spam') return spamWords.button
  if (action === 'hide') return 'Ausblenden bis geklärt'
  if (action === 'edit') return 'Bearbeiten'
  if (action === 'statement') return 'Stellungnahme'
  return action === 'rumor' ? 'Status setzen' : wordsOf(item, action).button
}

function isOffered(item: FoundContent, action: Action): boolean {
  if (action === 'edit' || action === 'statement') return item.post !== null
  if (action === 'hide') return item.post?.status === 'approved'
  if (action === 'rumor') return item.post?.rumor != null
  return isPossible(item, action)
}

function Choices({ item, onAsk }: { item: FoundContent; onAsk: (action: Action) => void }) {
  const { isAdmin } = useStaff()
  const { author, reports } = item
  const [now] = useState(() => serverInstant())
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <CaseAuthor author={author} />
        {isAdmin && author?.member && (
          <Link to={editUserPath(author.member.id)} className="link">
            Akte
          </Link>
        )}
      </p>
      <CaseContent item={item} now={now} />
      {reports.length > 0 && (
        <Callout kind="warn">
          {countOfReports(reports.length)} offen. Mit Löschen, Verwarnen oder Sperren ist das erledigt.{' '}
          <Link to="/admin/$" params={{ _splat: 'reports' }} className="link">
            Zu den Meldungen
          </Link>
        </Callout>
      )}
      <ul className="grid gap-2 sm:grid-cols-2">
        {actionKeys.map((key) => {
          const action = actionOfKey[key]
          if (!isOffered(item, action)) return null
          return (
            <li key={key}>
              <Button
                wide
                variant={action === 'delete' || action === 'spam' ? 'danger' : 'plain'}
                onClick={() => onAsk(action)}
              >
                {labelOf(item, action)}{' '}
                <span className="case-key" aria-hidden="true">
                  {key.toUpperCase()}
                </span>
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

type AskedProps = { item: FoundContent; action: Action; onBack: () => void; onClose: () => void }

/** Asks for what the action needs. */
function Asked({ item, action, onBack, onClose }: AskedProps) {
  const { decide } = useDecisions()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries()
  const outcome = (answer: PostOutcome) => {
    const text = postOutcomeText(answer)
    showToast(text ? { title: text, kind: 'error' } : { title: 'Gespeichert.' })
    void refresh()
    onClose()
  }
  const { post, author } = item
  if (action === 'spam') return author?.member ? <SpamDialog members={[author.member.id]} onClose={onClose} /> : null
  if (action === 'edit') return post && <EditDialog post={post} onDone={outcome} onClose={onBack} />
  if (action === 'statement') return post && <StatementDialog post={post} onDone={outcome} onClose={onBack} />
  if (action === 'rumor')
    return post?.rumor ? <RumorDialog post={post} rumor={post.rumor} onDone={outcome} onClose={onBack} /> : null
  if (action === 'hide')
    return (
      <ReasonDialog
        title="Ausblenden bis geklärt"
        description="Der Beitrag ist offline und wartet unter Beiträge. Meldungen bleiben offen. Wer ihn geschrieben hat, bekommt den Grund."
        reasons="hide_post"
        ground={post?.rumor ? 'rumors' : 'content'}
        confirm="Ausblenden"
        onConfirm={async (reason, rule) => decide(hidePost(item, reason, rule))}
        onClose={onClose}
      />
    )
  return (
    <DecisionDialog
      item={item}
      action={action}
      onDecide={(fields) => {
        decide(decideContent(item, action, fields))
        onClose()
      }}
      onClose={onBack}
    />
  )
}
