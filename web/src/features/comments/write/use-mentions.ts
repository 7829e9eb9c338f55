import type { MentionSuggestions } from '@hot/domain/contract/community'
import { nicknameCharacters, nicknameMax } from '@hot/domain/member/nickname-form'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, use, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useCombobox, useDebounced } from '#web/ui/forms/combobox.tsx'

const debounceMs = 150
const noPeople: MentionSuggestions = []

/** Suggestions for the mention before the caret. The focus stays in the field while arrow keys select a suggestion. */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>, onText: (text: string) => void) {
  const post = use(CommentedPostContext)
  const [at, setAt] = useState<MentionAtCaret | null>(null)
  /** Where the caret stood after the last mention was taken. */
  const taken = useRef<number | null>(null)
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
    setAt(area.selectionStart === area.selectionEnd ? mentionAtCaret(area.value, area.selectionStart) : null)
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
    taken.current = caret
  }
  /** Before what was typed is read: the blank that many type after a mention is there already. */
  const settle = (area: HTMLTextAreaElement) => {
    const single = singleSpace(area.value, area.selectionStart, taken.current)
    taken.current = null
    if (single === null) return
    const caret = area.selectionStart - 1
    area.value = single
    area.setSelectionRange(caret, caret)
  }
  const combobox = useCombobox({
    text: at ? `${at.start} ${at.query}` : '',
    count: people.length,
    onTake: choose,
    inText: true,
  })
  return { people, combobox, update, settle, close: () => setAt(null) }
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

/** The text without the blank just typed after a mention that brought one (`after`: the caret then); else null. */
export function singleSpace(text: string, caret: number, after: number | null): string | null {
  if (after === null || caret !== after + 1 || text.slice(after - 1, caret) !== '  ') return null
  return text.slice(0, after) + text.slice(caret)
}

/** The text with the mention put before it, unless it contains the mention; for replies to a reply. */
export function withMention(text: string, nickname: string | undefined): string {
  if (!nickname || text.includes(`@${nickname}`)) return text
  return `@${nickname} ${text}`
}
