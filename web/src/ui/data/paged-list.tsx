import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { buttonClass } from '../controls/button.tsx'
import { Loading, Skeleton } from '../feedback/loading.tsx'
import { ErrorState } from '../feedback/state.tsx'
import { onceVisible } from '../hooks/once-visible.ts'

/** The last line of an infinite list. */
export function EndOfList({ children = 'Alle geladen' }: { children?: ReactNode }) {
  return <p className="end-of-list">{children}</p>
}

/** The parts of a TanStack infinite query used here. */
type InfiniteList = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type Props = {
  list: InfiniteList
  /** Address of the next page, for readers without JavaScript. */
  href?: string | undefined
  /** Loads the next page when the footer scrolls into view; otherwise only by the button. */
  automatic?: boolean
  more?: string
  end?: ReactNode
}

/** The footer of an infinite list: the button for more, a loading or error state, or the end. */
export function ListFooter({ list, href, automatic = true, more = 'Mehr laden', end }: Props) {
  if (list.isFetchNextPageError) return <ErrorState onRetry={() => list.fetchNextPage()} />
  if (!list.hasNextPage) return <EndOfList>{end ?? 'Alle geladen'}</EndOfList>
  return (
    <div className="mt-6 flex min-h-11 justify-center" aria-live="polite">
      {list.isFetchingNextPage ? (
        <p className="meta self-center">Lädt weitere...</p>
      ) : (
        <More href={href} automatic={automatic} onMore={() => list.fetchNextPage()}>
          {more}
        </More>
      )}
    </div>
  )
}

type MoreProps = { href: string | undefined; automatic: boolean; onMore: () => void; children: string }

function More({ href, automatic, onMore, children }: MoreProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const load = useRef(onMore)
  load.current = onMore
  useEffect(() => {
    if (!automatic || !anchor.current) return
    return onceVisible(anchor.current, () => load.current())
  }, [automatic])
  const loadInPlace = (event: MouseEvent) => {
    event.preventDefault()
    onMore()
  }
  return (
    <span ref={anchor}>
      {href ? (
        <a href={href} className={buttonClass()} data-tap="" onClick={loadInPlace}>
          {children}
        </a>
      ) : (
        <button type="button" className={buttonClass()} onClick={onMore}>
          {children}
        </button>
      )}
    </span>
  )
}

type FooterProps = ComponentProps<typeof ListFooter>

/** The parts of a TanStack paged query used here. */
type PagedQuery<Item> = FooterProps['list'] & {
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
