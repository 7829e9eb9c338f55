import type { StarSort } from '@hot/domain/contract/star'
import { Link, useNavigate } from '@tanstack/react-router'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { LiveSearchField } from '#web/ui/forms/live-search-field.tsx'
import { LetterNav } from './letter-index.tsx'
import type { StarsSearch } from './stars-search.ts'

const sortings: readonly { sort: StarSort; value: StarsSearch['sortierung']; label: string }[] = [
  { sort: 'hot', value: undefined, label: 'HoT' },
  { sort: 'name', value: 'name', label: 'Name' },
  { sort: 'new', value: 'neu', label: 'Neu' },
]

const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** A link is the chosen one only when its whole search equals the address. */
const chosen = { exact: true, includeSearch: true } as const

type Props = {
  search: StarsSearch
  /** First letters that have stars. */
  letters: string[]
}

/** Search, sorting and A to Z. Everything is in the address and works as plain links and a form. */
export function StarsControls({ search, letters }: Props) {
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

/** On a desk all letters fit beside the sorting. */
const narrow = 'lg:min-w-7.5 lg:px-0.5'

function StarsLetters({ search, letters }: Props) {
  const offered = letters.includes('#') ? [...alphabet, '#'] : alphabet
  const linkTo = (letter: string | undefined) => ({
    to: '/stars' as const,
    search: { ...search, buchstabe: letter, nach: undefined },
    activeOptions: chosen,
    resetScroll: false,
    preload: false as const,
  })
  return (
    <div className="w-full min-w-0 lg:w-auto">
      <LetterNav>
        <Link {...linkTo(undefined)}>Alle</Link>
        {offered.map((letter) =>
          letters.includes(letter) ? (
            <Link key={letter} {...linkTo(letter)} className={narrow}>
              {letter}
            </Link>
          ) : (
            <span key={letter} className={narrow}>
              {letter}
            </span>
          ),
        )}
      </LetterNav>
    </div>
  )
}
