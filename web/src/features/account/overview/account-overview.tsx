import type { AccountPage } from '@hot/domain/contract/account/account'
import { banSentence } from '@hot/domain/moderation/sanctions'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { monthTitle } from '@hot/domain/time/german-date'
import { memberPath } from '@hot/domain/url/paths'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Fact } from '#web/ui/data/stat.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { useMember } from '../account-frame.tsx'
import { accountQuery } from '../api.ts'
import { SectionSkeleton } from '../skeletons.tsx'
import { AccountLinks } from './account-links.tsx'
import { LatestNotifications } from './latest-notifications.tsx'
import { ProfileCompletion } from './profile-completion.tsx'

/** `/account`: how the profile looks, what is new, and the ways to everything else. */
export function AccountOverview() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(accountQuery(user.id))
  if (isError && !data)
    return <ErrorState title="Dein Account konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <OverviewSkeleton />
  return (
    <>
      <OverviewHead page={data} />
      {data.ban && <BanNote ban={data.ban} />}
      <div className="page-grid mt-8">
        <div className="grid content-start gap-8 lg:col-span-7">
          <ProfileCompletion completion={data.completion} profile={data.profile} />
          {data.notifications.length > 0 && <LatestNotifications notifications={data.notifications} />}
        </div>
        <AccountLinks counts={data.counts} />
      </div>
    </>
  )
}

/** The overview's head and columns in their final places. */
function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <h1>Mein Account</h1>
        <p role="status">Dein Account wird geladen</p>
      </VisuallyHidden>
      <div className="flex min-h-22 items-center gap-6">
        <Skeleton className="size-22 flex-none rounded-round" />
        <div className="grid flex-1 gap-3">
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
  const name = profile.nickname ?? 'Mein Account'
  return (
    <header className="flex min-h-22 flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar id={profile.id} name={name} src={profile.avatar_url} size={88} />
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="wrap-anywhere">{name}</h1>
        <div className="facts mt-2">
          <Fact value={formatCount(profile.karma)}>Karma</Fact>
          {karma_rank !== null && <Fact value={`#${formatCount(karma_rank)}`}>nach Karma</Fact>}
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

/** What a banned member may still do, beside what they may not. */
function BanNote({ ban }: { ban: NonNullable<AccountPage['ban']> }) {
  return (
    <div className="mt-6">
      <Note kind="warn">
        <p>
          <b>{banSentence(ban.until)}</b> {ban.reason && `Grund: ${ban.reason}`}
        </p>
        <p>Lesen, melden, deine Daten holen und deinen Account löschen kannst du weiterhin.</p>
        <p>
          <Link to="/account/moderation" className="link">
            Begründung und Einspruch
          </Link>
        </p>
      </Note>
    </div>
  )
}
