import type { StarSort, StarsPage as StarsPageData } from '@hot/domain/contract/star'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { starsFilter, starsQuery } from '#web/entities/star/api.ts'
import type { StarsSearch } from '#web/entities/star/search.ts'
import { StarGrid } from '#web/entities/star/star-card.tsx'
import { buttonClass, Segmented } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { LiveSearchField } from '#web/ui/forms/search-field.tsx'
import { PageHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { useCurrentInView } from '#web/ui/layout/navigation.tsx'

/** All stars: search, A to Z, sorting and an infinite list. The previous list stays visible while another loads. */
export function StarsPage({ search }: { search: StarsSearch }) {
  const list = useInfiniteQuery({ ...starsQuery(starsFilter(search)), placeholderData: keepPreviousData })
  const first = list.data?.pages[0]
  return (
    <div className="page">
      <PageHead
        title="Stars"
        intro={<span role="status">{first && !list.isPlaceholderData && countText(first.total, search)}</span>}
      >
        <Link to="/stars/voting" className={buttonClass({ variant: 'hot' })}>
          Stars bewerten
        </Link>
      </PageHead>
      <StarsControls search={search} letters={first?.letters ?? []} />
      <div className="mt-6">
        <StarsList list={list} search={search} />
      </div>
    </div>
  )
}

function countText(total: number, { q, buchstabe }: StarsSearch): string {
  const amount = formatCount(total)
  if (q) return `${amount} Treffer für „${q}“${buchstabe ? ` bei ${buchstabe}` : ''}.`
  if (buchstabe) return `${amount} ${total === 1 ? 'Star' : 'Stars'} mit ${buchstabe}.`
  return total === 0 ? 'Alle noch im Casting.' : `${amount} Leute, die wir seit Jahren duzen.`
}

const sortings: readonly { sort: StarSort; value: StarsSearch['sortierung']; label: string }[] = [
  { sort: 'hot', value: undefined, label: 'HoT' },
  { sort: 'name', value: 'name', label: 'Name' },
  { sort: 'new', value: 'neu', label: 'Neu' },
]

const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** A link is current only if its whole search matches the URL. */
const chosen = { exact: true, includeSearch: true } as const

type StarsControlsProps = {
  search: StarsSearch
  /** Initial letters with at least one star. */
  letters: string[]
}

/** Search, sorting and A to Z. All state is in the URL, so that plain links and a form suffice. */
function StarsControls({ search, letters }: StarsControlsProps) {
  const navigate = useNavigate()
  const find = (term: string) =>
    navigate({
      to: '/stars',
      search: { ...search, q: term || undefined, nach: undefined },
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="grid gap-4">
      <search>
        <form action="/stars">
          <LiveSearchField label="Stars durchsuchen" name="q" term={search.q ?? ''} onSearch={find} />
          {search.sortierung && <input type="hidden" name="sortierung" value={search.sortierung} />}
          {search.buchstabe && <input type="hidden" name="buchstabe" value={search.buchstabe} />}
        </form>
      </search>
      <div className="grid justify-items-start gap-4 lg:flex lg:items-center lg:justify-between">
        <Segmented label="Sortierung">
          {sortings.map(({ sort, value, label }) => (
            <Link
              key={sort}
              to="/stars"
              search={{ ...search, sortierung: value, nach: undefined }}
              rel="nofollow"
              activeOptions={chosen}
              resetScroll={false}
            >
              {label}
            </Link>
          ))}
        </Segmented>
        <StarsLetters search={search} letters={letters} />
      </div>
    </div>
  )
}

/** Narrower on wide screens, so that all letters fit beside the sorting. */
const letterClass = 'lg:min-w-7.5 lg:px-0.5'

function StarsLetters({ search, letters }: StarsControlsProps) {
  const shownLetters = letters.includes('#') ? [...alphabet, '#'] : alphabet
  const linkTo = (letter: string | undefined) => ({
    to: '/stars' as const,
    search: { ...search, buchstabe: letter, nach: undefined },
    rel: 'nofollow',
    activeOptions: chosen,
    resetScroll: false,
    preload: false as const,
  })
  return (
    <div className="w-full min-w-0 lg:w-auto">
      <LetterNav>
        <Link {...linkTo(undefined)}>Alle</Link>
        {shownLetters.map((letter) =>
          letters.includes(letter) ? (
            <Link key={letter} {...linkTo(letter)} className={letterClass}>
              {letter}
            </Link>
          ) : (
            <span key={letter} className={letterClass}>
              {letter}
            </span>
          ),
        )}
      </LetterNav>
    </div>
  )
}

/**
 * A row of letters. Children are links (`aria-current` on the chosen one), or a `<span>` for a letter without entries.
 */
function LetterNav({ children }: { children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row)
  return (
    <nav ref={row} className="letter-nav" aria-label="A bis Z">
      {children}
    </nav>
  )
}

/** Number of portraits that a phone shows first. */
const eagerPortraits = 4

type StarsListProps = { list: UseInfiniteQueryResult<InfiniteData<StarsPageData>>; search: StarsSearch }

function StarsList({ list, search }: StarsListProps) {
  if (list.isError && !list.isFetchNextPageError) {
    return <ErrorState title="Die Stars konnten nicht geladen werden" onRetry={() => list.refetch()} />
  }
  if (!list.data) return <StarGridSkeleton />
  const stars = list.data.pages.flatMap((page) => page.items)
  if (stars.length === 0) return <NoStars search={search} />
  const next = nextHref(search, list.data.pages.at(-1)?.next)
  return (
    <div className={list.isPlaceholderData ? 'opacity-60' : undefined} aria-busy={list.isPlaceholderData}>
      {search.nach && (
        <p className="mb-4">
          <Link to="/stars" search={{ ...search, nach: undefined }} className="link">
            Zum Anfang der Liste
          </Link>
        </p>
      )}
      <StarGrid stars={stars} eager={eagerPortraits} level={2} />
      {!list.isPlaceholderData && (
        <ListFooter list={list} href={next} more="Mehr Stars" end="Alle geladen. Tiefer fällt hier niemand." />
      )}
    </div>
  )
}

function NoStars({ search: { q, buchstabe } }: { search: StarsSearch }) {
  if (!q && !buchstabe)
    return <EmptyState emoji="🌵" title="Noch keine Stars" text="Die Villa ist leer. Schau bald wieder rein." />
  return (
    <EmptyState
      emoji="🔎"
      title={q ? `Keine Ergebnisse für „${q}“ gefunden` : `Kein Star mit ${buchstabe}`}
      text="Spitznamen und halbe Namen gehen auch."
    >
      <Link to="/stars" className={buttonClass({ variant: 'strong' })}>
        Alle Stars
      </Link>
    </EmptyState>
  )
}

/** URL of the next page, for readers without JavaScript. */
function nextHref(search: StarsSearch, next: string | null | undefined): string | undefined {
  if (!next) return undefined
  const given = Object.entries({ ...search, nach: next }).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/stars?${new URLSearchParams(given)}`
}

/** Fills at least two rows at any width. */
const cards = Array.from({ length: 10 }, (_, index) => index)

/** Placeholders for star cards at their final size. */
function StarGridSkeleton() {
  return (
    <div className="star-grid" role="status">
      <VisuallyHidden>Lädt weitere...</VisuallyHidden>
      {cards.map((card) => (
        <div key={card}>
          <Skeleton className="aspect-[1/1.05]" />
          <Skeleton className="mt-4 h-4.5 w-4/5" />
          <Skeleton className="mt-2 h-4.5 w-2/5" />
        </div>
      ))}
    </div>
  )
}

/** The page while its first list loads. */
export function StarsSkeleton() {
  return (
    <div className="page">
      <PageHead title="Stars" intro="Moment, wir rufen alle zusammen." />
      <Skeleton className="h-12 rounded-round" />
      <Skeleton className="mt-4 mb-6 h-11.5 w-56 rounded-round" />
      <StarGridSkeleton />
    </div>
  )
}
