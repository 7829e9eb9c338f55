import { Button } from '#web/ui/controls/button.tsx'
import { searchHeadline } from './search-headline.ts'
import { resultId, resultListId, SearchRow } from './search-row.tsx'
import type { SearchView } from './use-search-results.ts'

type Props = { view: SearchView; active: number; onChoose: () => void }

/** Headline and list. The box keeps the height of a full answer, so that nothing jumps while typing. */
export function SearchResults({ view, active, onChoose }: Props) {
  const headline = searchHeadline(view)
  return (
    <div className="mt-2 min-h-92">
      <p className="meta px-2.5 pt-1" role="status">
        {headline}
      </p>
      {view.state === 'failed' && (
        <p className="p-2.5">
          <Button small onClick={view.retry}>
            Erneut versuchen
          </Button>
        </p>
      )}
      <div id={resultListId} role="listbox" aria-label={headline}>
        {view.results.map((result, index) => (
          <SearchRow
            key={result.key}
            id={resultId(index)}
            result={result}
            query={view.query}
            active={index === active}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}
