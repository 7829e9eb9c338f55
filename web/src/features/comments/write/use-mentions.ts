import type { MentionSuggestions } from '@hot/domain/contract/community'
import { nicknameCharacters, nicknameMax } from '@hot/domain/member/nickname-form'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, use, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listStep, useDebounced } from '#web/ui/forms/combobox.ts'

const debounceMs = 150
const noPeople: MentionSuggestions = []

/** Suggestions for the mention before the caret. The focus stays in the field while arrow keys select a suggestion. */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>, onText: (text: string) => void) {
  const post = use(CommentedPostContext)
  const listId = useId()
  const [at, setAt] = useState<MentionAtCaret | null>(null)
  const [active, setActive] = useState(0)
  const query = useDebounced(at?.query ?? null, debounceMs)
  const { data = noPeople } = useQuery({
    queryKey: ['comments', 'mentions', post.id, query],
    queryFn: ({ signal }) => rpc('mention_suggestions', { p_post_id: post.id, p_query: query ?? '' }, signal),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    // Suggestions are optional: on failure the name can be typed.
    retry: false,
    meta: { personal: true },
  })
  const people = at ? data : noPeople
  const update = () => {
    const area = field.current
    if (!area) return
    const next = area.selectionStart === area.selectionEnd ? mentionAtCaret(area.value, area.selectionStart) : null
    if (next?.query !== at?.query) setActive(0)
    setAt(next)
  }
  const choose = (place: number) => {
    const area = field.current
    const person = people[place]
    if (!area || !at || !person) return
    const { text, caret } = completeMention(area.value, at, person.nickname)
    // Rendered synchronously, so that the caret is in place for the next key.
    flushSync(() => {
      onText(text)
      setAt(null)
    })
    area.setSelectionRange(caret, caret)
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (people.length === 0 || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return false
    const step = listStep(event.key, active, people.length)
    // The arrows go round, never to no suggestion: Enter after an arrow always takes one.
    if (step !== null) setActive(step >= 0 ? step : event.key === 'ArrowDown' ? 0 : people.length - 1)
    else if (event.key === 'Escape') setAt(null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && active >= 0) choose(active)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const open = people.length > 0
  const optionId = (place: number) => `${listId}-${place}`
  return {
    people,
    active,
    listId,
    optionId,
    update,
    choose,
    close: () => setAt(null),
    onKeyDown,
    /** ARIA attributes of the field: a textarea cannot have the role combobox. */
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      'aria-controls': open ? listId : undefined,
      'aria-activedescendant': open && active >= 0 ? optionId(active) : undefined,
    },
  }
}
export type Mentions = ReturnType<typeof useMentions>

/** A mention being typed: `start` is the index of its @, `query` the text from there to the caret. */
type MentionAtCaret = { start: number; query: string }

const unfinished = new RegExp(`(?:^|[^\\p{L}\\p{N}_.@/-])@(${nicknameCharacters}{0,${nicknameMax}})$`, 'u')

/** The mention at the caret, or null. */
export function mentionAtCaret(text: string, caret: number): MentionAtCaret | null {
  const query = unfinished.exec(text.slice(0, caret))?.[1]
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** The text with the mention completed, and the new caret position: after it and one space. */
export function completeMention(
  text: string,
  { start, query }: MentionAtCaret,
  nickname: string,
): { text: string; caret: number } {
  const after = text.slice(start + 1 + query.length)
  const space = after.startsWith(' ') ? '' : ' '
  return {
    text: `${text.slice(0, start)}@${nickname}${space}${after}`,
    caret: start + 1 + nickname.length + 1,
  }
}

/** The text with the mention put before it, unless it contains the mention; for replies to a reply. */
export function withMention(text: string, nickname: string | undefined): string {
  if (!nickname || text.includes(`@${nickname}`)) return text
  return `@${nickname} ${text}`
}
