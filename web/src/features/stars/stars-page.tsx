import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { starsQuery } from '#web/entities/star/stars-queries.ts'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { StarsControls } from './stars-controls.tsx'
import { StarsList } from './stars-list.tsx'
import { type StarsSearch, starsFilter } from './stars-search.ts'

/** All stars: search, A to Z, sorting and an endless list. The old list stays while the next one is on its way. */
export function StarsPage({ search }: { search: StarsSearch }) {
  const list = useInfiniteQuery({ ...starsQuery(starsFilter(search)), placeholderData: keepPreviousData })
  const first = list.data?.pages[0]
  return (
    <div className="page">
      <PageHead title="Stars" intro={<span role="status">{first && countText(first.total, search)}</span>}>
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
  if (buchstabe) return `${amount} Stars mit ${buchstabe}.`
  return total === 0 ? 'Alle noch im Casting.' : `${amount} Leute, die wir seit Jahren duzen.`
}
