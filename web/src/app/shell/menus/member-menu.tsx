import { badgeText } from '@hot/domain/notification/limits'
import { memberPath } from '@hot/domain/url/paths'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import IdCard from 'lucide-react/icons/id-card'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRound from 'lucide-react/icons/user-round'
import { type ReactNode, useEffect } from 'react'
import { adminBadgesQuery, waitingItems } from '#web/admin/dashboard/badges.ts'
import { leave } from '#web/entities/member/sign-out.ts'
import { pathChanged } from '#web/lib/auth/session/session.ts'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { LegalNoticeEntry } from './legal-notice-entry.tsx'

/** Number of items waiting for staff, and the same as text for screen readers; null for others and in the admin area. */
function useAdminEntry(): { waiting: number; name: string } | null {
  const viewer = useViewer()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const shown = viewer.state === 'member' && viewer.role !== 'user' && !path.includes('/admin')
  // Until the second factor is used, the database counts nothing for staff.
  const asked = shown && viewer.assurance.current === 'aal2'
  const badges = useQuery(adminBadgesQuery(viewer.state === 'member' ? viewer.user.id : '', asked))
  if (!shown) return null
  const waiting = waitingItems(badges.data)
  return { waiting, name: waiting > 0 ? `, ${badgeText(waiting)} offen` : '' }
}

/** Preloads the code that runs after sign-out, so that it works offline. If it fails to load, only the message is missing. */
function preloadSignOut(): void {
  for (const part of [import('#web/app/start/session-reactions.ts'), import('../toast-host.tsx')]) part.catch(() => {})
}

/** The member's picture in the account button; the icon of guests until the profile is loaded and has a nickname. */
export function AccountFace() {
  const viewer = useViewer()
  const path = useRouterState({ select: (state) => state.location.pathname })
  useEffect(() => pathChanged(path), [path])
  useEffect(preloadSignOut, [])
  if (viewer.state !== 'member' || !viewer.profile?.nickname) return <Icon of={CircleUserRound} size={24} />
  const { id, nickname, avatar_url } = viewer.profile
  return <Avatar id={id} name={nickname} src={avatar_url} size={36} />
}

/** Link to the admin pages in the header, on phones. */
export function AdminShortcut() {
  const admin = useAdminEntry()
  return admin ? (
    <Link to="/admin" className="icon-btn relative lg:hidden" aria-label={`Admin${admin.name}`}>
      <Icon of={ShieldCheck} size={24} />
      {admin.waiting > 0 && <span className="count-badge">{badgeText(admin.waiting)}</span>}
    </Link>
  ) : null
}

export function MemberEntries({ notifications }: { notifications: ReactNode }) {
  const admin = useAdminEntry()
  const viewer = useViewer()
  if (viewer.state !== 'member') return <PendingEntries factor={viewer.state === 'guest' && viewer.factor === true} />
  return (
    <>
      {admin && (
        <li>
          <Link className="menu-item" to="/admin">
            <Icon of={ShieldCheck} />
            Admin Panel
            {admin.waiting > 0 && <span className="badge ml-auto">{badgeText(admin.waiting)} offen</span>}
          </Link>
        </li>
      )}
      <li>
        <Link className="menu-item" to="/account">
          <Icon of={UserRound} />
          Mein Account
        </Link>
      </li>
      {viewer.profile?.slug && (
        <li>
          <Link className="menu-item" to={memberPath(viewer.profile.slug)}>
            <Icon of={IdCard} />
            Mein Profil
          </Link>
        </li>
      )}
      <li>{notifications}</li>
      <LegalNoticeEntry />
      <li>
        <button type="button" className="menu-item" onClick={leave}>
          <Icon of={LogOut} />
          Abmelden
        </button>
      </li>
    </>
  )
}

/** The stored session is not confirmed yet: no network, a slow backend, or the second factor is missing. */
function PendingEntries({ factor }: { factor: boolean }) {
  return (
    <>
      <li className="callout px-2.5 py-2">
        {factor
          ? 'Es fehlt noch dein zweiter Faktor.'
          : 'Deine Anmeldung wird noch geprüft. Das dauert länger als sonst.'}
      </li>
      <li>
        <button type="button" className="menu-item" onClick={() => requestSignIn()}>
          <Icon of={LogIn} />
          Neu anmelden
        </button>
      </li>
    </>
  )
}
