import type { PostType } from '@hot/domain/contract/post'
import { postListPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { kindListLabel } from '#web/entities/post/kind-label.ts'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { CreateLink, KindTabs } from './kind-tabs.tsx'
import { PostList } from './post-list.tsx'
import type { PostsSearch } from './posts-search.ts'

const intros: Record<PostType, string> = {
  rumor: 'Ohne Quelle bleibt’s ein Gefühl. Über den Status entscheidet das Team, nicht die Mehrheit.',
  poll: 'Eine Frage, ein Klick, kein Kaffeesatz.',
  discussion: 'Hier darf man ausreden. Meistens.',
}

type Props = { type: PostType; search: PostsSearch; now: Instant }

/** One of the three lists of Trashtalk. */
export function PostsListPage({ type, search, now }: Props) {
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
