import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { buttonClass } from '../controls/button-class.ts'
import { ErrorState } from '../feedback/error-state.tsx'
import { onceVisible } from '../hooks/once-visible.ts'
import { EndOfList } from './end-of-list.tsx'

/** What TanStack Query says of an endless list. */
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
  /** Loads on arriving here; without it only when asked to. */
  automatic?: boolean
  more?: string
  end?: ReactNode
}

/** The foot of an endless list: more to come, loading, failed, or the end. */
export function ListFoot({ list, href, automatic = true, more = 'Mehr laden', end }: Props) {
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
