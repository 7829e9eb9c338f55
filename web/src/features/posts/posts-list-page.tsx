import type { PostCard, PostTag } from '@hot/domain/contract/post'
import { postListPath } from '@hot/domain/post/address'
import type { PostType } from '@hot/domain/post/kinds'
import { epochOf, type Instant } from '@hot/domain/time/berlin-time'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { MembersOnly } from '#web/entities/member/members-only.tsx'
import { postsFilter, postsQuery } from '#web/entities/post/api.ts'
import { kindListLabel } from '#web/entities/post/post-badges.tsx'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { Tag, tagName } from '#web/entities/post/post-tags.tsx'
import type { PostsSearch } from '#web/entities/post/search.ts'
import { Segmented } from '#web/ui/controls/button.tsx'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { AsideSlot } from './aside-slot.tsx'
import { CreateLink, KindTabs } from './trashtalk-page.tsx'

const intros: Record<PostType, string> = {
  rumor: 'Ohne Quelle bleibt’s ein Gefühl. Über den Status entscheidet das Team, nicht die Mehrheit.',
  poll: 'Eine Frage, ein Klick, kein Kaffeesatz.',
  discussion: 'Hier darf man ausreden. Meistens.',
}

type Props = {
  /** Absent: all kinds. */
  type?: PostType | undefined
  search: PostsSearch
  /** The star or format of the list; null: none, or there is none with this id. */
  topic: PostTag | null
  now: Instant
}

/** `Gerüchte über Rico`, `Alle Beiträge`. */
export function listTitle(type: PostType | undefined, topic: PostTag | null): string {
  if (!topic) return type ? kindListLabel(type) : 'Alle Beiträge'
  return `${type ? kindListLabel(type) : 'Trashtalk'} über ${tagName(topic)}`
}

/** A list of Trashtalk: of one kind, or of all. */
export function PostsListPage({ type, search, topic, now }: Props) {
  const path = type ? postListPath(type) : '/trashtalk'
  const aside = { type, now }
  return (
    <div className="page">
      <PageHead title={<span className="wrap-anywhere">{listTitle(type, topic)}</span>} intro={type && intros[type]}>
        <CreateLink type={type} />
      </PageHead>
      <KindTabs isFeed={!type} />
      <div className="page-grid mt-4">
        <div className="lg:col-span-8">
          <div className="flex flex-wrap items-center gap-3">
            <SortLinks type={type} path={path} search={search} />
            {search.sortierung === 'top' && <WindowLinks path={path} search={search} />}
            {topic && <Tag tag={topic} />}
            {topic && <AllTopics path={path} search={search} />}
          </div>
          <AsideSlot part="TopicMenu" {...aside} className="mt-3 lg:hidden" />
          <PostList type={type} search={search} topic={topic} path={path} now={now} />
        </div>
        <AsideSlot part="PostsAside" {...aside} className="hidden content-start gap-8 lg:col-span-4 lg:grid" />
      </div>
    </div>
  )
}

type FilterProps = { path: string; search: PostsSearch }

function AllTopics({ path, search }: FilterProps) {
  return (
    <Link to={path} search={{ ...search, tag: undefined, nach: undefined }} rel="nofollow" className="chip">
      Alle Themen zeigen
    </Link>
  )
}

function SortLinks({ type, path, search }: FilterProps & { type: PostType | undefined }) {
  const link = (sortierung: PostsSearch['sortierung'], label: string) => (
    <Choice path={path} search={{ sortierung, tag: search.tag }} current={search.sortierung === sortierung}>
      {label}
    </Choice>
  )
  return (
    <Segmented label="Sortierung">
      {link(type ? undefined : 'neu', 'Neu')}
      {link('aktiv', 'Aktiv')}
      {link('heiss', 'Heiß')}
      {link('top', 'Top')}
    </Segmented>
  )
}

function WindowLinks({ path, search }: FilterProps) {
  const link = (zeitraum: PostsSearch['zeitraum'], label: string) => (
    <Choice
      path={path}
      search={{ sortierung: 'top', zeitraum, tag: search.tag }}
      current={search.zeitraum === zeitraum}
    >
      {label}
    </Choice>
  )
  return (
    <Segmented label="Zeitraum">
      {link(undefined, '7 Tage')}
      {link('30', '30 Tage')}
      {link('gesamt', 'Gesamt')}
    </Segmented>
  )
}

type ChoiceProps = { path: string; search: PostsSearch; current: boolean; children: ReactNode }

function Choice({ path, search, current, children }: ChoiceProps) {
  return (
    <Link
      to={path}
      search={search}
      rel="nofollow"
      aria-current={current ? 'true' : undefined}
      activeOptions={{ exact: true }}
      resetScroll={false}
    >
      {children}
    </Link>
  )
}

const loadLastVisit = () => import('./last-visit/last-visit-marks.tsx')

/** An infinite list of posts; `path`: of the page that shows it, for the link to its next page. */
function PostList({ type, search, topic, path, now }: Props & { path: string }) {
  const list = useSuspenseInfiniteQuery(postsQuery(postsFilter(search, type)))
  const posts = list.data.pages.flatMap((page) => page.items)
  const [lastVisit, setLastVisit] = useState<Instant | null>(null)
  const [byActivity, sort] = [search.sortierung === 'aktiv', search.sortierung ?? 'neu']
  const isByTime = byActivity || sort === 'neu'
  const seen = isByTime ? lastVisit : null
  const isNew = (post: PostCard) =>
    seen !== null && epochOf(byActivity ? post.last_activity_at : post.created_at) > epochOf(seen)
  const firstSeen = posts.findIndex((post) => !isNew(post))
  if (posts.length === 0) return <NoPosts type={type} search={search} topic={topic} path={path} />
  return (
    <div className="mt-4 max-w-192">
      <div>
        {isByTime && (
          <MembersOnly load={loadLastVisit}>{({ LastVisit }) => <LastVisit onKnown={setLastVisit} />}</MembersOnly>
        )}
        {posts.map((post, index) => (
          <PostListItem
            key={post.id}
            post={post}
            now={now}
            level={2}
            byActivity={byActivity}
            mark={isNew(post) ? 'new' : seen && index === firstSeen && index > 0 ? 'seen' : undefined}
          />
        ))}
      </div>
      <ListFooter
        list={list}
        href={nextHref(path, search, list.data.pages.at(-1)?.next)}
        end="Alle geladen. Tiefer fällt hier niemand."
      />
    </div>
  )
}

function NoPosts({ type, search, topic, path }: Omit<Props, 'now'> & { path: string }) {
  const what = type ? kindListLabel(type) : 'Beiträge'
  const title = search.tag
    ? topic
      ? `Über ${tagName(topic)} gibt es noch keine ${what}.`
      : 'Dieses Thema gibt es nicht mehr.'
    : 'Verdächtig ruhig hier. Weißt du was?'
  return (
    <div className="mt-6">
      <EmptyState emoji="🍿" title={title} text={topic && 'Verdächtig ruhig hier. Weißt du was?'}>
        {topic ? <CreateLink type={type} /> : search.tag && <AllTopics path={path} search={search} />}
      </EmptyState>
    </div>
  )
}

function nextHref(path: string, search: PostsSearch, next: string | null | undefined): string | undefined {
  if (!next) return undefined
  const given = Object.entries({ ...search, nach: next }).filter(([, value]) => value !== undefined)
  return `${path}?${new URLSearchParams(given as [string, string][])}`
}
