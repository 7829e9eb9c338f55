import type { TargetType } from '@hot/domain/analytics/events'
import { questions } from '@hot/domain/star/hot-score'
import { track } from '#web/lib/analytics/track.ts'
import type { Mark, MarkKey } from './own-reactions.ts'

/** Kinds of marks that are votes, and on what. Reactions are none. */
const voted: Readonly<Record<string, TargetType>> = {
  ...Object.fromEntries(questions.map((question) => [question, 'star'] as const)),
  rumor: 'post',
  poll: 'post',
}

/** Counts a mark that the server has taken. A withdrawn vote is no vote that was cast. */
export function trackMark(key: MarkKey, mark: Mark): void {
  const [kind = '', id = ''] = key.split(':')
  const type = voted[kind]
  if (kind === 'fan') track(mark ? 'fan_add' : 'fan_remove', { target: { type: 'star', id } })
  else if (type && mark) track('vote_cast', { target: { type, id }, metadata: { vote_type: kind, vote_value: mark } })
}
