import { type ComponentProps, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button, buttonClass } from '../controls/button.tsx'
import { Loading, Skeleton } from '../feedback/loading.tsx'
import { ErrorState } from '../feedback/state.tsx'
import { onceVisible } from '../hooks/once-visible.ts'
import type { ListBefore } from './first-new.ts'

/** The last line of an infinite list. */
export function EndOfList({ children = 'Alle geladen' }: { children?: ReactNode }) {
  return <p className="end-of-list">{children}</p>
}

/** The parts of a TanStack infinite query used here. */
type InfiniteList = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  /** What the pages hold, to say how many have come. */
  data?: { pages: readonly unknown[] } | undefined
  fetchNextPage: () => unknown
}

type Props = {
  list: InfiniteList
  /** Address of the next page, for readers without JavaScript. */
  href?: string | undefined
  /** Crawlers shall not follow it. */
  nofollow?: boolean
  /** Loads the next page when the footer scrolls into view; otherwise only by the button. */
  automatic?: boolean
  more?: string
  end?: ReactNode
}

/** The footer of an infinite list: the button for more, a loading or error state, or the end. */
export function ListFooter({ list, href, nofollow, automatic = true, more = 'Mehr laden', end }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useFirstNew(place, list)
  return (
    <div ref={place} className="contents">
      {list.isFetchNextPageError ? (
        <ErrorState onRetry={() => list.fetchNextPage()} />
      ) : list.hasNextPage ? (
        <div className="mt-6 flex min-h-11 justify-center">
          <More
            href={href}
            nofollow={nofollow}
            automatic={automatic}
            busy={list.isFetchingNextPage}
            onMore={() => list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? 'Lädt weitere...' : more}
          </More>
        </div>
      ) : (
        <EndOfList>{end ?? 'Alle geladen'}</EndOfList>
      )}
    </div>
  )
}

/** The entries of a list, found from its footer. */
const itemsAround = (footer: Element): readonly Element[] => [
  ...(footer.parentElement?.querySelectorAll('li, tr, article') ?? []),
]

/** Whoever pressed for more by keyboard goes on at the first new item: the button has moved behind them. */
function useFirstNew(place: RefObject<HTMLDivElement | null>, list: InfiniteList): void {
  const before = useRef<ListBefore | null>(null)
  const pages = list.data?.pages
  useEffect(() => {
    const { current: footer } = place
    if (!footer) return
    if (list.isFetchingNextPage) {
      if (footer.contains(document.activeElement))
        before.current = { items: itemsAround(footer).length, pages: pages?.length ?? 0 }
      return
    }
    const was = before.current
    before.current = null
    if (was) void import('./first-new.ts').then(({ goOn }) => goOn(footer, itemsAround(footer), was, pages ?? []))
  }, [place, list.isFetchingNextPage, pages])
}

type MoreProps = Pick<Props, 'href' | 'nofollow'> & {
  automatic: boolean
  busy: boolean
  onMore: () => void
  children: string
}

/** Keeps the focus while it loads. */
function More({ href, nofollow, automatic, busy, onMore, children }: MoreProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const load = useRef(onMore)
  load.current = onMore
  useEffect(() => {
    // Once for each page: a footer that is still in view asks for the next.
    if (!automatic || busy || !anchor.current) return
    return onceVisible(anchor.current, () => load.current())
  }, [automatic, busy])
  const loadInPlace = (event: MouseEvent) => {
    event.preventDefault()
    if (!busy) onMore()
  }
  return (
    <span ref={anchor}>
      {href ? (
        <a
          href={href}
          rel={nofollow ? 'nofollow' : undefined}
          className={buttonClass()}
          data-tap=""
          aria-disabled={busy || undefined}
          onClick={loadInPlace}
        >
          {children}
        </a>
      ) : (
        <Button busy={busy} onClick={onMore}>
          {children}
        </Button>
      )}
    </span>
  )
}

type FooterProps = ComponentProps<typeof ListFooter>

/** The parts of a TanStack paged query used here. */
type PagedQuery<Item> = Omit<FooterProps['list'], 'data'> & {
  data: { pages: readonly { items: readonly Item[] }[] } | undefined
  isError: boolean
  refetch: () => unknown
}

type PagedListProps<Item> = Pick<FooterProps, 'automatic' | 'more' | 'end'> & {
  list: PagedQuery<Item>
  /** Shown while it loads: `Nutzer werden geladen`. */
  loading: string
  /** Shown when loading failed: `Die Nutzer konnten nicht geladen werden`. */
  failed: string
  skeleton?: ReactNode
  /** Shown when the list is empty: why, and what to do about it. */
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** An infinite list in each of its states (loading, failed, empty, loaded), with its footer. */
export function PagedList<Item>({ list, loading, failed, skeleton, empty, children, ...footer }: PagedListProps<Item>) {
  if (list.isError && !list.data) return <ErrorState title={failed} onRetry={() => void list.refetch()} />
  if (!list.data) return <Loading label={loading}>{skeleton ?? <Skeleton className="h-80" />}</Loading>
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      <ListFooter list={list} {...footer} />
    </>
  )
}
