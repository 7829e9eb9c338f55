import type { StarRequest } from '@hot/domain/contract/admin/stars'
import { longDateTime } from '@hot/domain/time/german-date'
import { safeHref, userLinkRel } from '@hot/domain/url/links'
import { starPath } from '@hot/domain/url/paths'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { UserText } from '#web/entities/member/user-text.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { CommentPlace } from '../comments/list.tsx'
import { DecidedByOther } from '../decisions/bar.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'
import { ConfirmDialog, ReasonDialog } from '../kit/dialogs.tsx'
import { listQuery } from '../kit/list.tsx'
import { AdminHead, type DecidedSearch, DecidedTabs, readDecidedSearch, useAdminSearch } from '../kit/screen.tsx'

const requestsQuery = ({ stand }: DecidedSearch) =>
  listQuery(['admin', 'star-requests', stand ?? 'offen'], 'admin_star_requests', {
    p_status: stand === 'entschieden' ? 'decided' : 'open',
    p_limit: 20,
  })

/** `/admin/star-requests`: who says that they are a star, and what stars say is wrong about them. */
export default function StarRequestsScreen() {
  const [search, setSearch] = useAdminSearch(readDecidedSearch)
  const list = useInfiniteQuery(requestsQuery(search))
  const { hidden } = useDecisions()
  return (
    <div className="grid gap-4">
      <AdminHead
        title="Stars selbst"
        intro="Bestätige nur, wenn der Code dort steht, wo nur der Star oder das Management schreiben kann."
      >
        <DecidedTabs search={search} onChange={setSearch} />
      </AdminHead>
      <PagedList
        list={list}
        loading="Anliegen werden geladen"
        failed="Die Anliegen konnten nicht geladen werden"
        empty={
          <EmptyState emoji="⭐" title={search.stand ? 'Noch nichts entschieden.' : 'Kein Star wartet auf dich.'} />
        }
        more="Mehr Anliegen"
      >
        {(items) => (
          <ul className="grid max-w-192 gap-4">
            {items
              .filter(({ id, state }) => state !== 'asked' || !hidden.has(`star_request:${id}`))
              .map((item) => (
                <RequestCard key={item.id} item={item} />
              ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

const states = { asked: 'Offen', granted: 'Bestätigt', refused: 'Abgelehnt' } as const
const kinds = { claim: 'ist es selbst', facts: 'Angaben', statement: 'Stellungnahme' } as const
const grants = { claim: 'Bestätigen', facts: 'Berichtigt', statement: 'Veröffentlichen' } as const
function RequestCard({ item }: { item: StarRequest }) {
  const [asked, setAsked] = useState<'grant' | 'refuse' | null>(null)
  const { others, decide } = useDecisions()
  const target = `star_request:${item.id}`
  const decidedBy = others.get(target)
  const settle = async (granted: boolean, given: string | null) =>
    decide({
      kind: 'star_request',
      args: { p_id: item.id, p_granted: granted, p_reason: given, p_seen: item.asked_at },
      facts: { action: granted ? 'grant' : 'refuse', type: 'star_request', name: item.star.name },
      targets: [target],
    })
  const { star, member, kind, state, reason } = item
  return (
    <li>
      <article aria-label={`${star.name}: ${kinds[kind]}`} className="grid gap-3 border-2 border-rule bg-sheet p-4">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MemberLine member={member}>
            {' · '}
            <time dateTime={item.asked_at}>{longDateTime(item.asked_at)}</time>
          </MemberLine>
          <span className="ml-auto">
            <Badge kind={state === 'asked' ? 'new' : 'outline'}>{states[state]}</Badge>
          </span>
        </header>
        <p className="wrap-anywhere">
          <span>
            {kind === 'claim'
              ? `„${item.speaker}“ meldet sich als: `
              : kind === 'facts'
                ? 'Auf der Seite stimmt etwas nicht: '
                : 'Stellungnahme mit Link oder zu einem heiklen Thema: '}
          </span>
          <Link to={starPath(star.slug)} className="link">
            {star.name}
          </Link>
        </p>
        {item.post && (
          <p>
            Über dem Beitrag <CommentPlace id={null} post={item.post} />
          </p>
        )}
        {kind === 'claim' && <Proof item={item} />}
        <p className="whitespace-pre-line wrap-anywhere">
          <UserText text={item.text ?? ''} />
        </p>
        {reason && <p className="meta wrap-anywhere">Begründung: {reason}</p>}
        {decidedBy && <DecidedByOther by={decidedBy} />}
        {state !== 'refused' && !decidedBy && (
          <p className="flex flex-wrap gap-2">
            {state === 'asked' && (
              <Button
                small
                variant="strong"
                onClick={() => (kind === 'facts' ? void settle(true, null) : setAsked('grant'))}
              >
                {grants[kind]}
              </Button>
            )}
            {(state === 'asked' || kind === 'claim') && (
              <Button small variant="danger" onClick={() => setAsked('refuse')}>
                {state === 'asked' ? 'Ablehnen' : 'Bestätigung zurücknehmen'}
              </Button>
            )}
          </p>
        )}
        {asked === 'grant' && (
          <GrantQuestion item={item} onConfirm={() => settle(true, null)} onClose={() => setAsked(null)} />
        )}
        {asked === 'refuse' && (
          <ReasonDialog
            title={state === 'asked' ? 'Ablehnen' : 'Bestätigung zurücknehmen'}
            reasons="refuse_star"
            confirm={state === 'asked' ? 'Ablehnen' : 'Zurücknehmen'}
            danger
            onConfirm={(given) => settle(false, given)}
            onClose={() => setAsked(null)}
          />
        )}
      </article>
    </li>
  )
}

type GrantQuestionProps = { item: StarRequest; onConfirm: () => Promise<unknown>; onClose: () => void }

/** Asked before a star may speak, or is heard. */
function GrantQuestion({ item: { kind, star, member, post, code }, onConfirm, onClose }: GrantQuestionProps) {
  const [title, text, confirm] =
    kind === 'claim'
      ? [
          `${member?.nickname ?? 'Dieses Mitglied'} als ${star.name} bestätigen?`,
          `Wer bestätigt ist, nimmt bei jedem Beitrag über ${star.name} öffentlich Stellung. Hast du den Code ${code ?? ''} dort gesehen, wo nur der Star oder das Management schreiben kann?`,
          'Bestätigen',
        ]
      : [
          'Stellungnahme veröffentlichen?',
          `Sie steht dann im Namen von ${star.name} über „${post?.title ?? ''}“, und wer dort mitgeschrieben oder abgestimmt hat, erfährt davon. Hast du Links und Behauptungen geprüft?`,
          'Veröffentlichen',
        ]
  return (
    <ConfirmDialog title={title} text={text} confirm={confirm} danger={false} onConfirm={onConfirm} onClose={onClose} />
  )
}

/** The code, and the accounts in which it counts. */
function Proof({ item: { code, accounts } }: { item: StarRequest }) {
  return (
    <div className="callout">
      <p>
        Code: <b>{code}</b>
      </p>
      {accounts.length === 0 ? (
        <p className="meta">Kein Account hinterlegt: Es zählt nur eine Mail von der Adresse des Managements.</p>
      ) : (
        <ul className="list-disc pl-5">
          {accounts.map(({ platform, handle, url }) => (
            <li key={platform} className="wrap-anywhere">
              <a
                href={safeHref(url) ?? undefined}
                rel={userLinkRel}
                target="_blank"
                className="link inline-flex min-h-7 items-center"
              >
                {platform}: {handle}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
