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
type EndlessList = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type Props = {
  list: EndlessList
  /** Address of the next page, for readers without JavaScript. */
  href?: string | undefined
  /** Loads when scrolled into view; otherwise only by the button. */
  automatic?: boolean
  more?: string
  end?: ReactNode
}

/** The footer of an infinite list: a button for more, loading, failed, or the end. */
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
  const place = useRef<HTMLSpanElement>(null)
  const load = useRef(onMore)
  load.current = onMore
  useEffect(() => {
    if (!automatic || !place.current) return
    return onceVisible(place.current, () => load.current())
  }, [automatic])
  const stay = (event: MouseEvent) => {
    event.preventDefault()
    onMore()
  }
  return (
    <span ref={place}>
      {href ? (
        <a href={href} className={buttonClass()} onClick={stay}>
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
  /** Shown for an empty list: why, and what to do about it. */
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** A list in each of its states: loading, failed, empty, shown, with its footer. */
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
