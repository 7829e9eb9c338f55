import { constants, every, written } from './constants.ts'
import type { Figure } from './page-says.ts'

const warming = constants('domain/src/network/cache-warming.ts')
const searching = constants('domain/src/search/limits.ts')
const events = constants('domain/src/analytics/events.ts')
const slow = constants('domain/src/monitoring/filter.ts')
const tooltip = constants('web/src/ui/overlays/tooltip-layer.ts')
const minute = 60_000
const kilobytes = 1024

const depth = constants('web/src/app/analytics/count-visit.ts')
const fallback = constants('web/src/admin/analytics/reading.ts')
const tokens = 'web/src/ui/styles/tokens.css'
const vital = (name: string) => constants('domain/src/analytics/web-vitals-ratings.ts')(`vitalThresholds.${name}`)

export const search: readonly Figure[] = [
  ['search.md', 'searches {} ms after the last key', searching('searchDebounceMs')],
  ['search.md', 'cut to {} characters in the browser', searching('searchQueryMax')],
  ['search.md', '{} by default, `ceil(limit / 4)`', searching('searchDefaultLimit')],
  ['search.md', 'Recent searches of the visit: at most {}', warming('recentSearchesMax')],
  ['search.md', 'the first {} results', searching('searchGroupSize')],
  ['search.md', 'one kind (`art`), {} at a time', searching('searchPartSize')],
  ['search.md', 'At most {} words; every one', constants('domain/src/text/search-fold.ts')('maxWords')],
  [
    'search.md',
    'blank query: {} entries, up to {} stars and {} posts',
    searching('popularDefaultLimit'),
    searching('popularStars'),
    searching('popularPosts'),
  ],
  ['search.md', 'of each of {} sources in the order', written('domain/src/search/limits.ts')('Math.ceil(limit / {})')],
  ['search.md', 'a search within one category {} at a time', searching('searchPartSize')],
  ['search.md', '{} kinds, each with its number', constants('domain/src/search/kinds.ts')('searchKinds.length')],
  ['search.md', 'The {} charts (`domain/src/chart', constants('domain/src/chart/entries.ts')('charts.length')],
  ['search.md', 'counted once a visit, every {} minutes', every('refresh_popular')],
]

export const pages: readonly Figure[] = [
  [
    'pages.md',
    'preview picture of {} × {} that',
    constants('domain/src/url/shared-picture.ts')('sharedPictureSize.width'),
    constants('domain/src/url/shared-picture.ts')('sharedPictureSize.height'),
  ],
  ['pages.md', 'stack ({} characters)', constants('web/src/app/errors/global-error-boundary.tsx')('loggedStackLength')],
  [
    'pages.md',
    'set {} ms after the last change',
    constants('web/src/platform/browser-chrome/status-bar.ts')('settleMs'),
  ],
  [
    'pages.md',
    'more than {} px shorter',
    constants('web/src/platform/browser-chrome/keyboard.ts')('keyboardThreshold'),
  ],
  ['pages.md', '| tooltip | after {} ms, the next within {} ms', tooltip('tooltipDelay'), tooltip('tooltipSkipDelay')],
  [
    'pages.md',
    'Shown once per browser, {} s after',
    constants('web/src/app/start/app-modal-due.ts')('appModalDelayMs', 1000),
  ],
  ['pages.md', 'cut at a word to {} characters', written('web/src/app/head/page-head.ts')('limit = {}): string')],
  ['pages.md', '- {} px high: logo', written(tokens)('--header-h: {}px')],
  ['pages.md', 'From {} px on the desktop layout', written('web/src/ui/hooks/wide-screen.ts')("'(width >= {}px)'")],
  ['pages.md', 'on screens below {} px', written('web/src/ui/hooks/wide-screen.ts')("'(width >= {}px)'")],
  ['pages.md', '{} px, on narrow screens and in the apps', written(tokens)('--bottom-bar-h: {}px')],
  [
    'pages.md',
    'Padding beside the page is {} px on the web, {} px in the apps, and from {} px on {} px',
    written(tokens)('--bottom-bar-h: 72px; --gutter: {}px'),
    written(tokens)('[data-shell="native"] { --gutter: {}px'),
    written(tokens)('@media (width >= {}px) { :root { --gutter'),
    written(tokens)('px) { :root { --gutter: {}px'),
  ],
  ['pages.md', 'widens a page from {} px up', constants('tests/e2e/pages/broken-words.phone.spec.ts')('widths.0')],
  ['pages.md', 'copyright {}.', written('web/src/app/shell/footer.tsx')('© {} HoT')],
  ['pages.md', 'or after {} ms, which is as long', constants('domain/src/auth/timing.ts')('authStartOverallMs')],
  [
    'pages.md',
    'is idle ({} seconds; immediately',
    written('web/src/lib/hydration/when-idle.ts')("'full' ? 0 : {}", 1000),
  ],
  [
    'privacy.md',
    'on screens lower than {} px',
    written('web/src/features/consent/consent.css')('@media (height < {}px)'),
  ],
  [
    'home.md',
    'asked for once a visit; the server keeps them for {} s',
    constants('web/src/app/start/site-queries.ts')('serverMemory', 1000),
  ],
]

export const analytics: readonly Figure[] = [
  [
    'analytics.md',
    'Sent at {} events, after {} ms without another',
    events('analyticsBatchSize'),
    events('analyticsIdleMs'),
  ],
  ['analytics.md', 'At most {} bytes', events('analyticsBodyBytes')],
  ['analytics.md', 'Without a network {} events wait', events('analyticsQueueLimit')],
  ['analytics.md', 'begins after {} minutes without an event', events('sessionIdleMs', minute)],
  ['analytics.md', 'distinct visits; {} days by default', events('analyticsSummaryDays')],
  [
    'analytics.md',
    '(twenty active readers behind one), then 429; a body of {} kB',
    constants('server/wire/guest-events.ts')('MOST_BYTES', kilobytes),
  ],
  [
    'analytics.md',
    'remembered in `hot_conversions` ({} at most)',
    constants('web/src/lib/analytics/analytics-conversions.ts')('maxStored'),
  ],
  [
    'analytics.md',
    'app load over {} ms, page load over {}, render over {}, API call over {}',
    slow('slowAbove.appLoad'),
    slow('slowAbove.pageLoad'),
    slow('slowAbove.render'),
    slow('slowAbove.apiCall'),
  ],
  [
    'analytics.md',
    '{} errors wait until the reporter',
    constants('web/src/lib/monitoring/monitoring-outbox.ts')('maxQueued'),
  ],
  ['analytics.md', '| `scroll` | {} and {} %, once a page', depth('depths.0'), depth('depths.1')],
  ['analytics.md', 'cut to the first {} segments', written('domain/src/analytics/events.ts')('slice(0, {}).join')],
  [
    'analytics.md',
    '+ milliseconds + {} random characters',
    written('web/src/lib/analytics/analytics.ts')('randomUUID().slice(0, {})'),
  ],
  [
    'analytics.md',
    '{} events in {} minutes from one address',
    constants('server/wire/guest-events.ts')('GUEST_EVENTS.times'),
    constants('server/wire/guest-events.ts')('GUEST_EVENTS.seconds', 60),
  ],
  [
    'analytics.md',
    'a sign-in within {} s of the account',
    constants('domain/src/auth/timing.ts')('registrationWindowMs', 1000),
  ],
  ['analytics.md', 'the latest {} events are read instead', fallback('pageSize') * fallback('mostPages')],
  ['analytics.md', '{} minutes, and whole months are dropped', every('expire_analytics')],
  ['analytics.md', '| CLS | {} | {} |', vital('CLS.0'), vital('CLS.1')],
  ...['INP', 'FCP', 'LCP', 'TTFB'].map(
    (name): Figure => ['analytics.md', `| ${name} | {} ms | {} ms |`, vital(`${name}.0`), vital(`${name}.1`)],
  ),
  ['analytics.md', 'an answer slow above {} ms', slow('slowAbove.apiCall')],
  [
    'analytics.md',
    '| public (1, default) | {} | {} | {} |',
    slow('reportProfiles.public.traceRate'),
    slow('reportProfiles.public.replaySessionRate'),
    slow('reportProfiles.public.replayOnErrorRate'),
  ],
  [
    'analytics.md',
    '| closed test (2) | {} | {} | {} |',
    slow('reportProfiles.closedTest.traceRate'),
    slow('reportProfiles.closedTest.replaySessionRate'),
    slow('reportProfiles.closedTest.replayOnErrorRate'),
  ],
]
