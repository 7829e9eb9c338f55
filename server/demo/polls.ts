import { lastWeeksPolls } from './polls-last-weeks.ts'
import { latestPolls } from './polls-latest.ts'
import { olderPolls } from './polls-older.ts'
import type { DemoPoll } from './post-types.ts'

/** More than one page of the list. */
export const demoPolls: readonly DemoPoll[] = [...latestPolls, ...lastWeeksPolls, ...olderPolls]
