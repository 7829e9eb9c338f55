import { constants, written } from './constants.ts'
import type { Figure } from './page-says.ts'

const event = constants('domain/src/calendar/event-rules.ts')
const onAir = constants('domain/src/calendar/on-air.ts')
const news = constants('domain/src/news/news-form.ts')

export const calendarAndHome: readonly Figure[] = [
  ['calendar.md', '| title | up to {} characters', event('eventTitleMax')],
  ['calendar.md', 'optional; numbers 0–{} |', event('eventNumberMax')],
  [
    'calendar.md',
    '| duration | 1–{} minutes, optional; otherwise {} are assumed',
    event('eventMinutesMax'),
    onAir('assumedEventMinutes'),
  ],
  ['calendar.md', 'with a copy of their names (up to {})', event('eventChannelMax')],
  ['calendar.md', '| description | up to {} |', event('eventDescriptionMax')],
  [
    'calendar.md',
    'ends after {} weeks without an event',
    constants('web/src/features/calendar/week/calendar-weeks.ts')('emptyWeeksToEnd'),
  ],
  [
    'calendar.md',
    '| month | {} events a day',
    constants('web/src/features/calendar/month/calendar-month.tsx')('shownPerDay'),
  ],
  ['calendar.md', 'At most {} broadcasts', constants('domain/src/time/series.ts')('maxSeriesEpisodes')],
  [
    'calendar.md',
    '| {}, {}, {} days |',
    constants('domain/src/time/series.ts')('stepDays.daily'),
    constants('domain/src/time/series.ts')('stepDays.weekly'),
    constants('domain/src/time/series.ts')('stepDays.biweekly'),
  ],
  ['calendar.md', 'as `DURATION`, {} minutes where it is not known', onAir('assumedEventMinutes')],
  ['home.md', '| {} events of the television day', constants('web/src/features/home/api.ts')('programmeRows')],
  ['home.md', '| title | 1–{} characters |', news('newsLimits.title')],
  ['home.md', '| excerpt | up to {} characters |', news('newsLimits.excerpt')],
  ['home.md', '| body | up to {}: the markup', news('newsLimits.body')],
  ['home.md', 'http(s), up to {} |', news('newsLimits.url')],
  ['home.md', 'description ({}) and credit: author ({})', news('newsLimits.alt'), news('newsLimits.credit')],
  ['home.md', 'longest edge {} px', constants('web/src/admin/news/form.tsx')('longEdge')],
  [
    'home.md',
    'A change more than {} minutes after',
    constants('web/src/entities/news/article-view.tsx')('unremarkableMs', 60_000),
  ],
  ['calendar.md', '| what changes and why | up to {},', event('eventNoteMax')],
  ['calendar.md', 'warum" (up to {} characters', event('eventNoteMax')],
  [
    'calendar.md',
    'for every sixth hour from {} to {}.',
    written('domain/src/time/berlin-time.offset.test.ts')('let at = Date.UTC({}, 0, 1)'),
    written('domain/src/time/berlin-time.offset.test.ts')('at < Date.UTC({}, 0, 1)') - 1,
  ],
  [
    'calendar.md',
    'begins at {} px at the latest',
    written('tests/e2e/pages/calendar.phone.spec.ts')('?.y).toBeLessThanOrEqual({})'),
  ],
  [
    'calendar.md',
    'a day alone at {}:15',
    written('domain/src/calendar/event-form.ts')("readEventTime(text.trim() || '{}:15')"),
  ],
  [
    'calendar.md',
    'At most {} rows are saved at once',
    constants('domain/src/calendar/guide/guide-table.ts')('guideRowsMax'),
  ],
  ['home.md', '{} rows fit beside the lead story', constants('web/src/features/home/api.ts')('programmeRows')],
  [
    'home.md',
    'like posts: fresh for {} minutes',
    constants('domain/src/network/query-policy.ts')('freshMs.posts', 60_000),
  ],
  ['home.md', 'for {} days, in `/news-sitemap.xml`', constants('server/feeds/news-feed.ts')('newMs', 24 * 3_600_000)],
]
