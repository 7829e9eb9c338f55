import type { ProfilePage } from '@hot/domain/contract/member'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { monthTitle } from '@hot/domain/time/german-date'
import { type MemberTab, memberPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Fact } from '#web/ui/data/stat.tsx'
import { Tabs } from '#web/ui/layout/navigation.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'

type Props = { profile: ProfilePage; share: ReactNode; children: ReactNode }

/** Head and tabs of a member's public profile. */
export function ProfileFrame({ profile, share, children }: Props) {
  return (
    <div className="page">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Avatar id={profile.id} name={profile.nickname} src={profile.avatar_url} size={88} />
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="wrap-anywhere">{profile.nickname}</h1>
          <div className="facts mt-2">
            <Fact value={formatCount(profile.karma)}>Karma</Fact>
            {profile.karma_rank !== null && <Fact value={`#${formatCount(profile.karma_rank)}`}>nach Karma</Fact>}
            <span>dabei seit {monthTitle(berlinDay(profile.joined))}</span>
          </div>
        </div>
        {share}
      </header>
      {profile.bio && <p className="prose mt-4 whitespace-pre-line">{profile.bio}</p>}
      <div className="mt-6">
        <Tabs label={`Mehr von ${profile.nickname}`}>
          <Tab profile={profile} count={profile.posts}>
            Beiträge
          </Tab>
          <Tab profile={profile} tab="kommentare" count={profile.comments}>
            Kommentare
          </Tab>
          <Tab profile={profile} tab="fan-von" count={profile.fan_of}>
            Fan von
          </Tab>
        </Tabs>
      </div>
      {children}
    </div>
  )
}

type TabProps = { profile: ProfilePage; tab?: MemberTab; count: number; children: ReactNode }

function Tab({ profile, tab, count, children }: TabProps) {
  return (
    <Link to={memberPath(profile.slug, tab)} activeOptions={{ exact: true }} className="tab" resetScroll={false}>
      {children} <span className="font-normal">{formatCount(count)}</span>
    </Link>
  )
}
