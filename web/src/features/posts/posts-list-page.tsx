import type { PostType } from '@hot/domain/contract/post'
import { postListPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { postsFilter, postsQuery } from '#web/entities/post/api.ts'
import { kindListLabel } from '#web/entities/post/post-badges.tsx'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import type { PostsSearch } from '#web/entities/post/search.ts'
import { Segmented } from '#web/ui/controls/button.tsx'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { CreateLink, KindTabs } from './trashtalk-page.tsx'

const intros: Record<PostType, string> = {
  rumor: 'Ohne Quelle bleibt’s ein Gefühl. Über den Status entscheidet das Team, nicht die Mehrheit.',
  poll: 'Eine Frage, ein Klick, kein Kaffeesatz.',
  discussion: 'Hier darf man ausreden. Meistens.',
}

type PostsListPageProps = { type: PostType; search: PostsSearch; now: Instant }

/** One of the three lists of Trashtalk. */
export function PostsListPage({ type, search, now }: PostsListPageProps) {
  const path = postListPath(type)
  return (
    <div className="page">
      <PageHead title={kindListLabel(type)} intro={intros[type]}>
        <CreateLink type={type} />
      </PageHead>
      <KindTabs />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <SortLinks path={path} search={search} />
        {search.sortierung === 'top' && <WindowLinks path={path} search={search} />}
        {search.tag && (
          <Link to={path} search={{ ...search, tag: undefined, nach: undefined }} className="chip">
            Nur ein Thema – alle zeigen
          </Link>
        )}
      </div>
      <PostList type={type} search={search} path={path} now={now} />
    </div>
  )
}

function SortLinks({ path, search }: { path: string; search: PostsSearch }) {
  const link = (sortierung: PostsSearch['sortierung'], label: string) => (
    <Choice path={path} search={{ tag: search.tag, sortierung }} current={search.sortierung === sortierung}>
      {label}
    </Choice>
  )
  return (
    <Segmented label="Sortierung">
      {link(undefined, 'Neu')}
      {link('heiss', 'Heiß')}
      {link('top', 'Top')}
    </Segmented>
  )
}

function WindowLinks({ path, search }: { path: string; search: PostsSearch }) {
  const link = (zeitraum: PostsSearch['zeitraum'], label: string) => (
    <Choice path={path} search={{ ...search, nach: undefined, zeitraum }} current={search.zeitraum === zeitraum}>
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
      aria-current={current ? 'true' : undefined}
      activeOptions={{ exact: true }}
      resetScroll={false}
    >
      {children}
    </Link>
  )
}

type PostListProps = {
  type?: PostType
  search: PostsSearch
  /** Path of the page that shows the list, for the link to its next page. */
  path: string
  now: Instant
}

/** An infinite list of posts. */
function PostList({ type, search, path, now }: PostListProps) {
  const list = useSuspenseInfiniteQuery(postsQuery(postsFilter(search, type)))
  const posts = list.data.pages.flatMap((page) => page.items)
  if (posts.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState emoji="🍿" title="Verdächtig ruhig hier. Weißt du was?" />
      </div>
    )
  }
  return (
    <div className="mt-4 max-w-192">
      <div>
        {posts.map((post) => (
          <PostListItem key={post.id} post={post} now={now} level={2} />
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

function nextHref(path: string, search: PostsSearch, next: string | null | undefined): string | undefined {
  if (!next) return undefined
  const given = Object.entries({ ...search, nach: next }).filter(([, value]) => value !== undefined)
  return `${path}?${new URLSearchParams(given as [string, string][])}`
}
