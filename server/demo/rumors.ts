import type { DemoRumor } from './post-types.ts'
import { lastWeeksRumors } from './rumors-last-weeks.ts'
import { latestRumors } from './rumors-latest.ts'
import { olderRumors } from './rumors-older.ts'

/** Rumors about invented people and about television. Funny, harmless, and every one of them made up. */
export const demoRumors: readonly DemoRumor[] = [...latestRumors, ...lastWeeksRumors, ...olderRumors]
