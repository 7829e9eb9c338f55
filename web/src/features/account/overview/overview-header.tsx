import type { AccountPage } from '@hot/domain/contract/account/account'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { monthTitle } from '@hot/domain/time/german-date'
import { memberPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Fact } from '#web/ui/data/stat.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'

export function OverviewHead({ page: { profile, karma_rank } }: { page: AccountPage }) {
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
