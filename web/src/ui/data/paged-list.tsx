import type { ComponentProps, ReactNode } from 'react'
import { ErrorState } from '../feedback/error-state.tsx'
import { Loading } from '../feedback/loading.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { ListFoot } from './list-footer.tsx'

type FootProps = ComponentProps<typeof ListFoot>

/** What TanStack Query says of a list that comes in pages. */
type PagedQuery<Item> = FootProps['list'] & {
  data: { pages: readonly { items: readonly Item[] }[] } | undefined
  isError: boolean
  refetch: () => unknown
}

type Props<Item> = Pick<FootProps, 'automatic' | 'more' | 'end'> & {
  list: PagedQuery<Item>
  /** Said while it loads: `Nutzer werden geladen`. */
  loading: string
  /** Says that it did not come: `Die Nutzer konnten nicht geladen werden`. */
  failed: string
  skeleton?: ReactNode
  /** There is none: why, and what to do about it. */
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** A list in each of its states: on its way, failed, empty, shown, and its foot with more, failed or the end. */
export function PagedList<Item>({ list, loading, failed, skeleton, empty, children, ...foot }: Props<Item>) {
  if (list.isError && !list.data) return <ErrorState title={failed} onRetry={() => void list.refetch()} />
  if (!list.data) return <Loading label={loading}>{skeleton ?? <Skeleton className="h-80" />}</Loading>
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      <ListFoot list={list} {...foot} />
    </>
  )
}
