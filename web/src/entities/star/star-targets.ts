// Apart from `star-choices.ts`, which only members load, and from `fans/use-fan.ts`, which loads it.
import type { Question } from '@hot/domain/star/hot-score'
import type { Target } from '#web/lib/offline/queued-writes/own-choices.ts'

/** Its choice is '1'…'5', or null. */
export const voteTarget = (question: Question, starId: string): Target => `${question}:${starId}`
export const fanTarget = (starId: string): Target => `fan:${starId}`
export const fanChoice = 'yes'
