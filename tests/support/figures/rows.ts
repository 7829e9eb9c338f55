import { accounts } from './accounts.ts'
import { calendarAndHome } from './calendar.ts'
import { limits, mails } from './limits.ts'
import { members } from './members.ts'
import { network } from './network.ts'
import type { Figure, StoredFigure } from './page-says.ts'
import { analytics, pages, search } from './pages.ts'
import { comments, posts } from './posts.ts'
import { starsAndFormats } from './stars.ts'
import { storedContent } from './stored/content.ts'
import { kept } from './stored/kept.ts'
import { storedNetwork } from './stored/network.ts'
import { storedAccounts, storedNotifications } from './stored/people.ts'
import { storedSettings, storedTeam } from './stored/team.ts'
import { notifications, team } from './team.ts'

/** What constants have. */
export const figures: readonly Figure[] = [
  ...posts,
  ...comments,
  ...starsAndFormats,
  ...calendarAndHome,
  ...accounts,
  ...members,
  ...team,
  ...notifications,
  ...network,
  ...limits,
  ...mails,
  ...search,
  ...pages,
  ...analytics,
]

/** What SQL has: read by `supabase/tests/reference/figures.test.ts`. */
export const storedFigures: readonly StoredFigure[] = [
  ...storedContent,
  ...storedNetwork,
  ...kept,
  ...storedAccounts,
  ...storedNotifications,
  ...storedTeam,
  ...storedSettings,
]
