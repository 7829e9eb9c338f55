import type { AccountNotification, AccountPage, OwnProfile } from '@hot/domain/contract/account/account'
import { banSentence } from '@hot/domain/moderation/sanctions'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { monthTitle } from '@hot/domain/time/german-date'
import { memberPath } from '@hot/domain/url/paths'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Circle from 'lucide-react/icons/circle'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { leave } from '#web/entities/member/sign-out.ts'
import { markNotificationRead, notificationsKey } from '#web/entities/notification/api.ts'
import { NotificationEntry } from '#web/entities/notification/notification-entry.tsx'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Stat } from '#web/ui/data/stat.tsx'
import { Progress, Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { useMember } from './account-layout.tsx'
import { accountGroups } from './account-sections.ts'
import { accountQuery, avatarName } from './api.ts'
import { SectionSkeleton } from './skeletons.tsx'

/** `/account`: profile summary, latest notifications, and on narrow screens the list of the other pages. */
export function AccountOverview() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(accountQuery(user.id))
  if (!data)
    return (
      <>
        {isError ? (
          <ErrorState title="Dein Account konnte nicht geladen werden" onRetry={() => void refetch()} />
        ) : (
          <OverviewSkeleton />
        )}
        <div className="mt-8 grid gap-8">
          <AccountLinks />
          <div>
            <SignOutButton />
          </div>
        </div>
      </>
    )
  return (
    <>
      <OverviewHead page={data} />
      {data.ban && <BanNote ban={data.ban} />}
      <div className="page-grid mt-8">
        {data.notifications.length > 0 && (
          <div className="lg:col-span-7">
            <LatestNotifications notifications={data.notifications} />
          </div>
        )}
        <div className="grid content-start gap-8 lg:col-span-5">
          <ProfileCompletion completion={data.completion} profile={data.profile} />
          <AccountLinks counts={data.counts} />
          <div>
            <SignOutButton />
          </div>
        </div>
      </div>
    </>
  )
}

/** Placeholders in the final positions of header and columns. */
function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <h1>Mein Account</h1>
        <p role="status">Dein Account wird geladen</p>
      </VisuallyHidden>
      <div className="flex min-h-22 items-center gap-6">
        <Skeleton className="size-22 flex-none rounded-round" />
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-3">
          <Skeleton className="h-10 w-60 max-w-full" />
          <Skeleton className="h-5 w-44 max-w-full" />
        </div>
      </div>
      <div className="page-grid mt-8">
        <div className="lg:col-span-7">
          <SectionSkeleton />
        </div>
        <div className="lg:col-span-5">
          <SectionSkeleton />
        </div>
      </div>
    </div>
  )
}

function OverviewHead({ page: { profile, karma_rank } }: { page: AccountPage }) {
  return (
    <header className="flex min-h-22 flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar id={profile.id} name={avatarName(profile)} src={profile.avatar_url} size={88} />
      <div className="min-w-0 flex-1 basis-56">
        <h1>{profile.nickname ?? 'Mein Account'}</h1>
        <div className="stats mt-2">
          <Stat value={formatCount(profile.karma)}>Karma</Stat>
          {karma_rank !== null && profile.karma > 0 && <Stat value={`#${formatCount(karma_rank)}`}>nach Karma</Stat>}
          <span>dabei seit {monthTitle(berlinDay(profile.created_at))}</span>
        </div>
      </div>
      {profile.slug && (
        <Link to={memberPath(profile.slug)} className={buttonClass()}>
          So sehen dich andere
        </Link>
      )}
    </header>
  )
}

/** Tells a banned member what they can and cannot do. */
function BanNote({ ban }: { ban: NonNullable<AccountPage['ban']> }) {
  return (
    <div className="mt-6">
      <Callout kind="warn">
        <p>
          <b>{banSentence(ban.until)}</b> <span>{ban.reason && `Grund: ${ban.reason}`}</span>
        </p>
        <p>Lesen, melden, deine Daten holen und deinen Account löschen kannst du weiterhin.</p>
        <p>
          <Link to="/account/moderation" className="link">
            Begründung und Einspruch
          </Link>
        </p>
      </Callout>
    </div>
  )
}

type Props = { completion: AccountPage['completion']; profile: OwnProfile }

/** How complete the profile is: one half each for avatar and nickname. */
function ProfileCompletion({ completion, profile }: Props) {
  const percent = completion * 100
  return (
    <section aria-labelledby="profil-stand">
      <SectionHead id="profil-stand" title="Dein Profil">
        <Link to="/account/profil">Bearbeiten</Link>
      </SectionHead>
      <div className="grid gap-4">
        <p>
          <span>{completion === 1 ? 'Fertig. ' : ''}</span>
          <b className="num">{percent} %</b> ausgefüllt.
        </p>
        <Progress label="Profil ausgefüllt" done={percent} total={100} />
        <ul className="grid gap-2">
          <Step done={profile.nickname !== null} text={profile.nickname ? 'Nickname steht' : 'Nickname fehlt noch'} />
          <Step
            done={profile.avatar_url !== null}
            text={profile.avatar_url ? 'Bild ist da' : 'Bild fehlt noch. Gesichter merkt man sich leichter.'}
          />
        </ul>
        {completion < 1 && (
          <p>
            <Link to="/account/profil" className={buttonClass({ variant: 'hot' })}>
              {profile.nickname ? 'Bild hochladen' : 'Profil ausfüllen'}
            </Link>
          </p>
        )}
      </div>
    </section>
  )
}

function Step({ done, text }: { done: boolean; text: string }) {
  return (
    <li className="flex items-center gap-2">
      <span className={done ? 'flex-none text-ok' : 'flex-none text-ink-3'}>
        <Icon of={done ? Check : Circle} />
      </span>
      {text}
    </li>
  )
}

/** The five latest notifications. */
function LatestNotifications({ notifications }: { notifications: AccountNotification[] }) {
  const [now] = useState(() => serverInstant())
  const markRead = useMarkRead()
  return (
    <section aria-labelledby="neuigkeiten">
      <SectionHead id="neuigkeiten" title="Neu für dich">
        <Link to="/account/benachrichtigungen">Alle ansehen</Link>
      </SectionHead>
      <ul>
        {notifications.map((notification) => (
          <NotificationEntry key={notification.id} notification={notification} now={now} onOpen={markRead} />
        ))}
      </ul>
    </section>
  )
}

/** Marks a notification as read when its link is followed; the overview itself is refetched on the next visit. */
function useMarkRead(): (notification: AccountNotification) => void {
  const { user } = useMember()
  const client = useQueryClient()
  const mark = async (id: string) => {
    try {
      await markNotificationRead(id)
      await client.invalidateQueries({ queryKey: notificationsKey(user.id) })
    } catch (error) {
      console.error(error)
      showToast({
        kind: 'error',
        title: 'Fehler beim Markieren der Benachrichtigung',
        text: 'Prüf deine Verbindung und versuch es noch einmal.',
      })
    }
  }
  return (notification) => {
    if (!notification.read) void mark(notification.id)
  }
}

/** On narrow screens, which have no list beside the pages; also where the figures are missing. */
function AccountLinks({ counts }: { counts?: AccountPage['counts'] }) {
  return (
    <nav aria-label="Mein Account" className="grid gap-6 lg:hidden">
      {accountGroups.map(({ title, pages }) => (
        <section key={title} aria-label={title}>
          <SectionHead title={title} />
          <ul>
            {pages.map((page) => (
              <li key={page.to} className="relative flex items-center gap-3 border-t border-rule py-3 first:border-t-0">
                <div className="flex-1">
                  <h3 className="type-h4 stretch-link">
                    <Link to={page.to}>{page.title}</Link>
                  </h3>
                  {counts && <p className="meta">{page.text(counts)}</p>}
                </div>
                <Icon of={ChevronRight} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Signs out on this device only. */
function SignOutButton() {
  const navigate = useNavigate()
  const { busy, run } = useWrite(async () => {
    await leave()
    await navigate({ to: '/', ignoreBlocker: true })
  })
  return (
    <Button onClick={() => void run()} busy={busy}>
      <Icon of={LogOut} />
      Abmelden
    </Button>
  )
}
