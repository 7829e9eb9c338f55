import type { ProfileComment, ProfilePage } from '@hot/domain/contract/member'
import { postPath } from '@hot/domain/post/address'
import { berlinDay, type Instant } from '@hot/domain/time/berlin-time'
import { monthTitle } from '@hot/domain/time/german-date'
import { relativeTime } from '@hot/domain/time/relative-time'
import { type MemberTab, memberPath } from '@hot/domain/url/paths'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nextPartHref, profileCommentsQuery, profilePostsQuery } from '#web/entities/member/api.ts'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { countOf, formatCount } from '#web/ui/data/format-number.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Stat } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { Tabs } from '#web/ui/layout/navigation.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'

type LayoutProps = { profile: ProfilePage; share: ReactNode; children: ReactNode }

/** Header and tabs of a member's public profile. */
export function ProfileLayout({ profile, share, children }: LayoutProps) {
  return (
    <div className="page">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Avatar id={profile.id} name={profile.nickname} src={profile.avatar_url} size={88} />
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="wrap-anywhere">{profile.nickname}</h1>
          <div className="stats mt-2">
            <Stat value={formatCount(profile.karma)}>Karma</Stat>
            {profile.karma_rank !== null && <Stat value={`#${formatCount(profile.karma_rank)}`}>nach Karma</Stat>}
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

type ListProps = {
  profile: Pick<ProfilePage, 'id' | 'slug'>
  /** Cursor of the entry to start after. */
  after: string | undefined
  now: Instant
}

/** A member's posts. */
export function ProfilePosts({ profile, after, now }: ListProps) {
  const list = useSuspenseInfiniteQuery(profilePostsQuery(profile.id, after))
  const posts = list.data.pages.flatMap((page) => page.items)
  if (posts.length === 0) return <EmptyState emoji="✍️" title="Noch nichts geschrieben. Kommt vielleicht noch." />
  return (
    <div className="mt-4 max-w-192">
      <div>
        {posts.map((post) => (
          <PostListItem key={post.id} post={post} now={now} level={2} />
        ))}
      </div>
      <ListFooter list={list} href={nextPartHref(profile.slug, undefined, list.data.pages.at(-1)?.next)} />
    </div>
  )
}

/** A member's comments, each with its post. */
export function ProfileCommentList({ profile, after, now }: ListProps) {
  const list = useSuspenseInfiniteQuery(profileCommentsQuery(profile.id, after))
  const comments = list.data.pages.flatMap((page) => page.items)
  if (comments.length === 0) return <EmptyState emoji="🤫" title="Noch kein Wort. Genießt und schweigt." />
  return (
    <>
      <ul className="max-w-192">
        {comments.map((comment) => (
          <Row key={comment.id} comment={comment} now={now} />
        ))}
      </ul>
      <ListFooter list={list} href={nextPartHref(profile.slug, 'kommentare', list.data.pages.at(-1)?.next)} />
    </>
  )
}

function Row({ comment, now }: { comment: ProfileComment; now: Instant }) {
  const { post } = comment
  return (
    <li className="grid gap-2 border-t border-rule py-4 first:border-t-0">
      <p className="meta flex flex-wrap items-center gap-2">
        <PostTypeBadge type={post.type} />
        <Link to={postPath(post)} search={{ kommentar: comment.id }} hash={`kommentar-${comment.id}`} className="link">
          {post.title}
        </Link>
        <time dateTime={comment.created_at}>{relativeTime(comment.created_at, now)}</time>
      </p>
      <p className="prose whitespace-pre-line wrap-anywhere">{comment.content}</p>
      <p className="meta">{countOf(comment.hearts, 'Herz', 'Herzen')}</p>
    </li>
  )
}
