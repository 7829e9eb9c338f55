import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { accountQuery } from '../account-queries.ts'
import { useMember } from '../member.tsx'
import { AccountLinks } from './account-links.tsx'
import { BanNote } from './ban-callout.tsx'
import { LatestNotifications } from './latest-notifications.tsx'
import { OverviewHead } from './overview-header.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'
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
