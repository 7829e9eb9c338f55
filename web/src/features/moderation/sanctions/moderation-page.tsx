import type { OwnDecision } from '@hot/domain/contract/account/decision'
import { appealTexts, banSentence, decisionTitle } from '@hot/domain/moderation/sanctions'
import { longDateTime } from '@hot/domain/time/german-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Callout, EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { ownDecisionsQuery } from './api.ts'
import { Reasons, SanctionsSkeleton } from './decision.tsx'

/** `/account/moderation`: the team's decisions about the member, and the outcome of appeals. */
export function ModerationPage() {
  const viewer = useViewer()
  return (
    <>
      <PageHead title="Moderation" intro="Was das Team zu deinen Inhalten und deinem Account entschieden hat." />
      {viewer.state === 'member' && <Decisions userId={viewer.user.id} />}
    </>
  )
}

function Decisions({ userId }: { userId: string }) {
  const list = useInfiniteQuery(ownDecisionsQuery(userId))
  if (list.isError && !list.data)
    return <ErrorState title="Die Entscheidungen konnten nicht geladen werden" onRetry={() => void list.refetch()} />
  const first = list.data?.pages[0]
  if (!list.data || !first) return <SanctionsSkeleton />
  const decisions = list.data.pages.flatMap((page) => page.items)
  return (
    <div className="grid max-w-prose gap-6">
      {first.ban && (
        <Callout kind="warn">
          <p>
            <b>{banSentence(first.ban.until)}</b>
          </p>
          <p>Lesen, melden, deine Daten holen, deinen Account löschen und Einspruch einlegen kannst du weiterhin.</p>
        </Callout>
      )}
      {decisions.length === 0 ? (
        <EmptyState
          emoji="🤝"
          title="Hier steht nichts."
          text="Das Team hat nichts gegen dich oder deine Inhalte entschieden."
        />
      ) : (
        <>
          <ul>
            {decisions.map((decision) => (
              <Decision key={decision.id} decision={decision} />
            ))}
          </ul>
          <ListFooter list={list} more="Ältere Entscheidungen" />
        </>
      )}
    </div>
  )
}

function Decision({ decision }: { decision: OwnDecision }) {
  const { id, appeal, created_at } = decision
  return (
    <li className="grid gap-3 border-t border-rule py-5 first:border-t-0">
      <div>
        <h2 className="type-h3">{decisionTitle(decision)}</h2>
        <time className="meta" dateTime={created_at}>
          {longDateTime(created_at)}
        </time>
      </div>
      <Reasons decision={decision} />
      <div>
        <Link to="/account/einspruch/$id" params={{ id }} className={appeal ? 'link' : buttonClass({ small: true })}>
          {appeal ? appealTexts[appeal.status] : 'Einspruch einlegen'}
        </Link>
      </div>
    </li>
  )
}
