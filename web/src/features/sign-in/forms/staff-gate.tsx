import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { requestSignInAgain } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer, type Viewer, viewer as viewerNow } from '#web/lib/auth/viewer/viewer.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SecondFactorForm } from './second-factor.tsx'

type Member = Extract<Viewer, { state: 'member' }>

type Props = {
  /** For guests, and until the viewer is known. */
  guest: ReactNode
  /**
   * Shown once the session has the assurance level that the account requires. The database decides who is staff. `away`:
   * this member's session has ended or lacks its second factor again, and the screen waits for them to come back.
   */
  children: (member: Member, away: boolean) => ReactNode
}

const lacksFactor = (viewer: Viewer): boolean =>
  viewer.state === 'member'
    ? viewer.assurance.next !== viewer.assurance.current
    : viewer.state === 'guest' && viewer.factor === true

const ignore = () => {}
const giveUp = () => void signOut('local').catch(ignore)
const explanation = 'Der Team-Bereich öffnet sich erst mit deinem zweiten Faktor.'

/**
 * Wraps the admin area: members with a second factor have to enter it first. What was shown stays mounted when the server
 * ends the session, so that typed text survives signing in again; whoever signs out leaves.
 */
export function StaffGate({ guest, children }: Props) {
  const viewer = useViewer()
  const lacks = lacksFactor(viewer)
  const present = viewer.state === 'member' && !lacks ? viewer : null
  const [shown, setShown] = useState<Member | null>(null)
  if (present && present !== shown) setShown(present)
  useEndedSession(shown?.user.id, () => setShown(null))
  const member = present ?? shown
  if (member)
    return (
      <>
        {children(member, !present)}
        {viewer.state === 'member' && lacks && (
          <Dialog open onClose={giveUp} title="Zweiter Faktor" description={explanation}>
            <SecondFactorForm onDone={ignore} onGiveUp={giveUp} />
          </Dialog>
        )}
      </>
    )
  if (!lacks) return guest
  return (
    <div className="page">
      <section className="sign-in-card">
        <h1 className="type-h3">Zweiter Faktor</h1>
        <p>{explanation}</p>
        <SecondFactorForm onDone={ignore} onGiveUp={giveUp} />
      </section>
    </div>
  )
}

const forgetPersonal = (queries: QueryClient) =>
  queries.removeQueries({ predicate: ({ meta }) => meta?.personal === true })

/** Asks the shown member to sign in again when the server ended their session; `leave` when they signed out. */
function useEndedSession(userId: string | undefined, leave: () => void): void {
  const queries = useQueryClient()
  useEffect(() =>
    onSessionEvent((event) => {
      if (!userId) return
      if (event.kind === 'signed-in') {
        if (event.userId !== userId) forgetPersonal(queries)
      } else if (event.refused) requestSignInAgain()
      else leave()
    }),
  )
  // What the waiting screen still held is not for the next person.
  useEffect(
    () => () => {
      if (viewerNow().state !== 'member') forgetPersonal(queries)
    },
    [queries],
  )
}
