import { lastWeeksDiscussions } from './discussions-last-weeks.ts'
import { latestDiscussions } from './discussions-latest.ts'
import { olderDiscussions } from './discussions-older.ts'
import type { DemoDiscussion } from './post-types.ts'

/** More than one page of the list. */
export const demoDiscussions: readonly DemoDiscussion[] = [
  ...latestDiscussions,
  ...lastWeeksDiscussions,
  ...olderDiscussions,
]
