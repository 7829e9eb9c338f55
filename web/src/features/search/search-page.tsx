import type { SearchPage as SearchAnswer } from '@hot/domain/contract/search'
import { searchCountMax, searchKinds } from '@hot/domain/search/kinds'
import { matchSitePages, type SitePage } from '@hot/domain/search/site-pages'
import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { LiveSearchField } from '#web/ui/forms/search-field.tsx'
import { PageHead, SectionHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { popularQuery, searchKindQuery, searchPageQuery } from './api.ts'
import { HitContent } from './hit-content.tsx'
import type { SiteSearch } from './search.ts'
import { Hits, SitePageHits } from './search-groups.tsx'

type Kind = (typeof searchKinds)[number]

const kindOf = (art: SiteSearch['art']): Kind | undefined => searchKinds.find((one) => one.art === art)

const foundNothing = (answer: SearchAnswer, query: string): boolean =>
  searchKinds.every(({ kind }) => answer[kind].total === 0) && matchSitePages(query).length === 0

/** For the loader: what the page shows for its address. */
export async function loadSearchPage(client: QueryClient, { q, art, nach }: SiteSearch): Promise<void> {
  const kind = kindOf(art)
  if (q && kind) {
    await client.ensureInfiniteQueryData(searchKindQuery(q, kind.kind, nach))
    return
  }
  if (q && !foundNothing(await client.ensureQueryData(searchPageQuery(q)), q)) return
  await client.ensureQueryData(popularQuery)
}

type Props = {
  search: SiteSearch
  /** Server time (epoch ms). */
  now: number
}

/** Everything that a query finds, by kind. A form with GET, so that it works without JavaScript. */
export function SearchPage({ search, now }: Props) {
  const { q, art } = search
  const kind = kindOf(art)
  return (
    <div className="page">
      <PageHead title="Suche" intro="Stars, Formate, Trashtalk, Termine, News und Leute." />
      <SearchForm search={search} />
      <div className="mt-6 wrap-anywhere">
        {!q ? (
          <Popular />
        ) : kind ? (
          <OneKind key={`${q} ${kind.art}`} kind={kind} query={q} after={search.nach} now={now} />
        ) : (
          <AllKinds query={q} now={now} />
        )}
      </div>
    </div>
  )
}

function SearchForm({ search }: { search: SiteSearch }) {
  const navigate = useNavigate()
  const find = (term: string) =>
    navigate({
      to: '/suche',
      search: { q: term || undefined, art: search.art },
      replace: true,
      resetScroll: false,
    })
  return (
    <search>
      <form action="/suche" className="flex gap-2">
        <div className="min-w-0 flex-1">
          <LiveSearchField label="Suche" name="q" term={search.q ?? ''} onSearch={find} />
        </div>
        {search.art && <input type="hidden" name="art" value={search.art} />}
        <noscript>
          <Button type="submit">Suchen</Button>
        </noscript>
      </form>
    </search>
  )
}

function AllKinds({ query, now }: { query: string; now: number }) {
  const found = useQuery({ ...searchPageQuery(query), placeholderData: keepPreviousData })
  if (found.isError) return <SearchFailed onRetry={() => found.refetch()} />
  if (!found.data) return <ResultsSkeleton />
  const answer = found.data
  if (foundNothing(answer, query)) return <Nothing query={query} />
  const pages = matchSitePages(query)
  return (
    <div className={found.isPlaceholderData ? 'opacity-60' : undefined} aria-busy={found.isPlaceholderData}>
      <p className="meta" role="status">
        {answer.near ? `Genau „${query}“ gibt es nicht. Meintest du:` : `Suchergebnisse für „${query}“`}
      </p>
      <div className="page-grid mt-4">
        {searchKinds.map((kind) => {
          const { items, total, next } = answer[kind.kind]
          if (items.length === 0) return null
          return (
            <Group key={kind.kind} title={kind.title} count={countText(total)}>
              <Hits kind={kind.kind} items={items} query={query} now={now} />
              {next && (
                <p className="mt-2">
                  <Link to="/suche" search={{ q: query, art: kind.art }} className="link">
                    {total >= searchCountMax ? `Mehr ${kind.many}` : `Alle ${formatCount(total)} ${kind.many}`}
                  </Link>
                </p>
              )}
            </Group>
          )
        })}
        {pages.length > 0 && <SitePages pages={pages} query={query} />}
      </div>
    </div>
  )
}

function SitePages({ pages, query }: { pages: SitePage[]; query: string }) {
  return (
    <Group title="Charts und Seiten" count={countText(pages.length)}>
      <SitePageHits pages={pages} query={query} />
    </Group>
  )
}

/** A kind that was cut off at the bound of the search has at least that many. */
const countText = (total: number): string => (total >= searchCountMax ? `über ${searchCountMax}` : formatCount(total))

function Group({ title, count, children }: { title: string; count: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="min-w-0 lg:col-span-6" aria-labelledby={id}>
      <SectionHead id={id} title={title}>
        <span className="meta">
          {count}
          <VisuallyHidden> Treffer</VisuallyHidden>
        </span>
      </SectionHead>
      {children}
    </section>
  )
}

type OneKindProps = { kind: Kind; query: string; after: string | undefined; now: number }

/** All results of one kind, part by part. */
function OneKind({ kind, query, after, now }: OneKindProps) {
  const list = useInfiniteQuery(searchKindQuery(query, kind.kind, after))
  const back = (
    <Link to="/suche" search={{ q: query }} className="link">
      Alle Ergebnisse für „{query}“
    </Link>
  )
  if (list.isError && !list.data) return <SearchFailed onRetry={() => list.refetch()} />
  if (!list.data) return <ResultsSkeleton />
  const [first] = list.data.pages
  const next = list.data.pages.at(-1)?.[kind.kind].next
  if (!first || first[kind.kind].items.length === 0)
    return (
      <EmptyState emoji="🔎" title={`Keine ${kind.many} für „${query}“ gefunden`}>
        {back}
      </EmptyState>
    )
  return (
    <>
      <p className="meta mb-4">{back}</p>
      <Group title={kind.title} count={countText(first[kind.kind].total)}>
        <Hits
          kind={kind.kind}
          items={list.data.pages.flatMap((page) => [...page[kind.kind].items])}
          query={query}
          now={now}
        />
        <ListFooter
          list={list}
          href={next ? `/suche?${new URLSearchParams({ q: query, art: kind.art, nach: next })}` : undefined}
          more={`Mehr ${kind.many}`}
        />
      </Group>
    </>
  )
}

function Nothing({ query }: { query: string }) {
  return (
    <div className="grid gap-8">
      <div role="status">
        <EmptyState
          emoji="🔎"
          title={`Keine Ergebnisse für „${query}“ gefunden`}
          text="Ein Wort weniger hilft oft. Oder nimm, was alle nehmen:"
        />
      </div>
      <Popular />
    </div>
  )
}

/** Popular content, where there is nothing to search for or nothing was found. */
function Popular() {
  const { data: popular = [] } = useQuery(popularQuery)
  if (popular.length === 0) return null
  return (
    <section aria-label="Beliebte Inhalte">
      <SectionHead title="Beliebte Inhalte" />
      <ul className="grid gap-1">
        {popular.map((result) => (
          <li key={result.key}>
            <Link to={result.path} className="search-hit -mx-2.5">
              <HitContent result={result} query="" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SearchFailed({ onRetry }: { onRetry: () => void }) {
  return <ErrorState title="Die Suche klemmt gerade. Versuch es noch einmal." text={null} onRetry={onRetry} />
}

const lines = ['a', 'b', 'c', 'd', 'e', 'f']

function ResultsSkeleton() {
  return (
    <div className="grid gap-2" role="status">
      <VisuallyHidden>Suche...</VisuallyHidden>
      {lines.map((line) => (
        <Skeleton key={line} className="h-14" />
      ))}
    </div>
  )
}

/** The page while its first results load. */
export function SearchPageSkeleton() {
  return (
    <div className="page">
      <PageHead title="Suche" intro="Stars, Formate, Trashtalk, Termine, News und Leute." />
      <Skeleton className="h-12 rounded-round" />
      <div className="mt-6">
        <ResultsSkeleton />
      </div>
    </div>
  )
}
