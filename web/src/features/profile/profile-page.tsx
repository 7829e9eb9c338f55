import type { ProfileComment, ProfilePage } from '@hot/domain/contract/member'
import { postPath } from '@hot/domain/post/address'
import { berlinDay, type Instant } from '@hot/domain/time/berlin-time'
import { monthTitle } from '@hot/domain/time/german-date'
import { relativeTime } from '@hot/domain/time/relative-time'
import { type MemberTab, memberPath } from '@hot/domain/url/paths'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { nextPartHref, profileCommentsQuery, profilePostsQuery } from '#web/entities/member/api.ts'
import { FollowSlot } from '#web/entities/member/follow-slot.tsx'
import { MembersOnly } from '#web/entities/member/members-only.tsx'
import { reportRequest } from '#web/entities/post/content-requests.tsx'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { PostTags } from '#web/entities/post/post-tags.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { countOf, formatCount } from '#web/ui/data/format-number.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Stat } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
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
          <h1>{profile.nickname}</h1>
          <div className="stats mt-2">
            <Stat value={formatCount(profile.karma)}>Karma</Stat>
            {profile.karma_rank !== null && profile.karma > 0 && (
              <Stat value={`#${formatCount(profile.karma_rank)}`}>nach Karma</Stat>
            )}
            {profile.hit_rate && (
              <Stat value={`${Math.round((100 * profile.hit_rate.hits) / profile.hit_rate.decided)} %`}>
                Treffer bei {profile.hit_rate.decided} Gerüchten
              </Stat>
            )}
            <span>dabei seit {monthTitle(berlinDay(profile.joined))}</span>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <FollowProfile profile={profile} />
          {share}
          <MembersOnly load={loadMenu} fallback={<ReportButton profile={profile} />}>
            {({ ProfileMenu }) => <ProfileMenu profile={profile} />}
          </MembersOnly>
        </div>
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

const loadMenu = () => import('./profile-menu.tsx')

/** Not on one's own profile. */
function FollowProfile({ profile: { id, nickname } }: { profile: ProfilePage }) {
  const viewer = useViewer()
  if (viewer.state === 'member' && viewer.user.id === id) return null
  return <FollowSlot type="member" id={id} title={nickname} />
}

function ReportButton({ profile }: { profile: ProfilePage }) {
  return (
    <button
      type="button"
      className="reaction reaction-quiet"
      onClick={() => reportRequest.request({ type: 'profile', id: profile.id })}
    >
      Melden
    </button>
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
  profile: Pick<ProfilePage, 'id' | 'slug' | 'topics'>
  /** Cursor of the entry to start after. */
  after: string | undefined
  now: Instant
}

/** A list, and on wide screens beside it what the member writes about. */
function BesideTopics({ topics, children }: { topics: ProfilePage['topics']; children: ReactNode }) {
  const id = useId()
  return (
    <div className="page-grid mt-4">
      <div className="lg:col-span-8">{children}</div>
      {topics.length > 0 && (
        <section aria-labelledby={id} className="hidden lg:col-span-4 lg:block">
          <SectionHead id={id} title="Redet über" />
          <PostTags tags={topics} />
        </section>
      )}
    </div>
  )
}

function Nothing(props: ComponentProps<typeof EmptyState>) {
  return (
    <div className="mt-6">
      <EmptyState {...props} />
    </div>
  )
}

/** A member's posts. */
export function ProfilePosts({ profile, after, now }: ListProps) {
  const list = useSuspenseInfiniteQuery(profilePostsQuery(profile.id, after))
  const posts = list.data.pages.flatMap((page) => page.items)
  if (posts.length === 0) return <Nothing emoji="✍️" title="Noch nichts geschrieben. Kommt vielleicht noch." />
  return (
    <BesideTopics topics={profile.topics}>
      <div>
        {posts.map((post) => (
          <PostListItem key={post.id} post={post} now={now} level={2} unfolded />
        ))}
      </div>
      <ListFooter list={list} href={nextPartHref(profile.slug, undefined, list.data.pages.at(-1)?.next)} />
    </BesideTopics>
  )
}

/** A member's comments, each with its post. */
export function ProfileCommentList({ profile, after, now }: ListProps) {
  const list = useSuspenseInfiniteQuery(profileCommentsQuery(profile.id, after))
  const comments = list.data.pages.flatMap((page) => page.items)
  if (comments.length === 0) return <Nothing emoji="🤫" title="Noch kein Wort. Genießt und schweigt." />
  return (
    <BesideTopics topics={profile.topics}>
      <ul>
        {comments.map((comment) => (
          <Row key={comment.id} comment={comment} now={now} />
        ))}
      </ul>
      <ListFooter list={list} href={nextPartHref(profile.slug, 'kommentare', list.data.pages.at(-1)?.next)} />
    </BesideTopics>
  )
}

function Row({ comment, now }: { comment: ProfileComment; now: Instant }) {
  const { post } = comment
  return (
    <li className="grid gap-2 border-t border-rule py-4 first:border-t-0">
      <p className="meta flex flex-wrap items-center gap-2">
        <PostTypeBadge type={post.type} />
        <Link
          to={postPath(post)}
          rel="nofollow"
          search={{ kommentar: comment.id }}
          hash={`kommentar-${comment.id}`}
          className="link"
        >
          {post.title}
        </Link>
        <time dateTime={comment.created_at}>{relativeTime(comment.created_at, now)}</time>
      </p>
      <p className="prose whitespace-pre-line wrap-anywhere">{comment.content}</p>
      <p className="meta">{countOf(comment.hearts, 'Herz', 'Herzen')}</p>
    </li>
  )
}
