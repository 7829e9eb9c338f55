// A module of its own, because `star-choices.ts` is loaded for members only, by `fans.tsx`.
import type { Question } from '@hot/domain/star/hot-score'
import type { Target } from '#web/lib/offline/queued-writes/own-choices.ts'

/** Target of an answer to a question about a star; the choice is '1'…'5', or null. */
export const voteTarget = (question: Question, starId: string): Target => `${question}:${starId}`
/** Target of being a fan; the choice is `fanChoice` or null. */
export const fanTarget = (starId: string): Target => `fan:${starId}`
export const fanChoice = 'yes'
