import { trendingEntries } from '@hot/domain/network/cache-warming'
import { networkPolicy } from '@hot/domain/network/query-policy'
import { constants } from './constants.ts'
import type { Figure } from './page-says.ts'

const queries = constants('domain/src/network/query-policy.ts')
const tiers = constants('domain/src/network/cache-policy.ts')
const warming = constants('domain/src/network/cache-warming.ts')
const documents = constants('server/pages/document-cache.ts')
const renders = constants('server/http/app-parts.ts')
const realtime = constants('domain/src/network/realtime-limits.ts')
const sockets = constants('packages/embedded/src/realtime/limits.ts')
const copies = constants('web/src/service-worker/worker-limits.ts')
const persisted = constants('domain/src/network/persisted-queries.ts')
const toasts = constants('web/src/ui/feedback/toasts.ts')
const requests = constants('server/wire/request-limits.ts')
const target = constants('server/wire/request-target.ts')
const gateway = constants('packages/embedded/src/gateway/gateway.ts')
const rest = constants('packages/embedded/src/rest/requests/allowed-requests.ts')
const embeds = constants('packages/embedded/src/rest/embeds.ts')
const http = constants('server/http/http-server.ts')
const pictures = constants('packages/embedded/src/rest/pictures.ts')
const searching = constants('domain/src/search/limits.ts')
const events = constants('domain/src/analytics/events.ts')
const slow = constants('domain/src/monitoring/filter.ts')
const tooltip = constants('web/src/ui/overlays/tooltip-layer.ts')
const live = constants('web/src/features/posts/guest-live.tsx')
const minute = 60_000
const kilobytes = 1024
const megabytes = 1024 * 1024
const day = 24 * 60 * minute

const on2g = networkPolicy('2g')
const on4g = networkPolicy('4g')

export const network: readonly Figure[] = [
  [
    'network.md',
    'Fresh for {} minutes unless named below, dropped {} minutes after its last use, swept every {}',
    queries('queryPolicy.freshMs', minute),
    queries('queryPolicy.cachedMs', minute),
    queries('queryPolicy.sweepMs', minute),
  ],
  [
    'network.md',
    '| stars, formats | {}; stale until {}, then dropped |',
    queries('freshMs.stars', minute),
    queries('staleMs.stars', minute),
  ],
  ['network.md', '| posts (and comments, home, search, calendar) | {} |', queries('freshMs.posts', minute)],
  ['network.md', '| profiles | {} |', queries('freshMs.profiles', minute)],
  ['network.md', '| settings, operator, installation state | {} |', queries('freshMs.apiMeta', minute)],
  [
    'network.md',
    '| badges of the staff | {}, {} after an error |',
    queries('freshMs.adminBadges', minute),
    queries('freshMs.adminBadgesAfterError', minute),
  ],
  ['network.md', '| everything else | {} |', queries('queryPolicy.freshMs', minute)],
  [
    'network.md',
    '| stars, formats, charts, tags | {} | {} min |',
    tiers('cacheTiers.stars.entries'),
    tiers('cacheTiers.stars.freshMs', minute),
  ],
  [
    'network.md',
    '| posts, comments, home, search, calendar | {} | {} min |',
    tiers('cacheTiers.posts.entries'),
    tiers('cacheTiers.posts.freshMs', minute),
  ],
  [
    'network.md',
    '| profiles, account, notifications | {} | {} min |',
    tiers('cacheTiers.profiles.entries'),
    tiers('cacheTiers.profiles.freshMs', minute),
  ],
  [
    'network.md',
    '| analytics | {} | {} min |',
    tiers('cacheTiers.analytics.entries'),
    tiers('cacheTiers.analytics.freshMs', minute),
  ],
  [
    'network.md',
    '| pictures (browser and service worker) | {} | {} min |',
    tiers('cacheTiers.images.entries'),
    tiers('cacheTiers.images.freshMs', minute),
  ],
  ['network.md', '| slow-2g, 2g | {} |', on2g.timeoutMs],
  ['network.md', '| 3g | {} |', networkPolicy('3g').timeoutMs],
  ['network.md', '| 4g | {} |', on4g.timeoutMs],
  ['network.md', '| unknown | {} |', networkPolicy(undefined).timeoutMs],
  [
    'network.md',
    'export, deletion of an account | {}:',
    constants('web/src/lib/api/transport/time-limit.ts')('patientLimitMs'),
  ],
  ['network.md', '| 2g, slow-2g | {} | {} ms | {} ms |', on2g.retries, on2g.baseDelayMs, on2g.maxDelayMs],
  ['network.md', '| others | {} | {} ms | {} ms |', on4g.retries, on4g.baseDelayMs, on4g.maxDelayMs],
  ['network.md', '| core formats | critical | {} min |', warming('cacheTasks.core-formats.everyMs', minute)],
  [
    'network.md',
    '| trending ({} entries, {} on pages of formats) | high | {} min |',
    trendingEntries('/stars'),
    trendingEntries('/formate'),
    warming('cacheTasks.trending.everyMs', minute),
  ],
  [
    'network.md',
    'and {} recent searches) | normal | {} min |',
    warming('recentSearchesMax'),
    warming('cacheTasks.search.everyMs', minute),
  ],
  ['network.md', '| analytics metadata | low | {} min |', warming('cacheTasks.analytics.everyMs', minute)],
  ['network.md', 'degraded from {} %', warming('degradedFrom') * 100],
  [
    'formats.md',
    'with {} trending formats, {} on pages of formats',
    trendingEntries('/stars'),
    trendingEntries('/formate'),
  ],
  [
    'network.md',
    "Guests' pages on the server: {} s fresh, {} s stale",
    documents('freshFor', 1000),
    documents('staleFor', 1000),
  ],
  ['network.md', 'redirects {} s and apart ({} entries)', documents('briefFor', 1000), documents('briefEntries')],
  [
    'network.md',
    '{} pages are rendered at a time, {} for one network, {} wait',
    renders('rendered.running'),
    renders('rendered.runningPerNetwork'),
    renders('rendered.waiting'),
  ],
  ['network.md', 'At most {} of a network wait', renders('rendered.waitingPerNetwork')],
  ['network.md', '| events a client takes | {} a second', realtime('realtimeLimits.eventsPerSecond')],
  ['network.md', '| heartbeat | {} ms |', realtime('realtimeLimits.heartbeatMs')],
  [
    'network.md',
    '| reconnect | attempt × {} ms, at most {}; from the ninth attempt on doubled, up to {}',
    realtime('reconnectStepMs'),
    realtime('longestReconnectMs'),
    realtime('longestPauseMs'),
  ],
  ['network.md', '| hidden tab closes its socket | after {} ms |', realtime('realtimeLimits.hiddenMs')],
  [
    'network.md',
    '| sockets | {} a process, {} an address ({} without a member), {} a member, {} new a minute',
    sockets('REALTIME_LIMITS.sockets'),
    sockets('REALTIME_LIMITS.socketsPerNetwork'),
    sockets('REALTIME_LIMITS.guestSocketsPerNetwork'),
    sockets('REALTIME_LIMITS.socketsPerMember'),
    sockets('REALTIME_LIMITS.connectsPerMinute'),
  ],
  [
    'network.md',
    '| channels, bindings | {} a socket, {} a channel |',
    sockets('REALTIME_LIMITS.channelsPerSocket'),
    sockets('REALTIME_LIMITS.bindingsPerChannel'),
  ],
  [
    'network.md',
    '| messages | {} a second after a burst of {}, {} kB each |',
    sockets('REALTIME_LIMITS.messagesPerSecond'),
    sockets('REALTIME_LIMITS.messageBurst'),
    sockets('REALTIME_LIMITS.messageBytes', kilobytes),
  ],
  ['network.md', 'after {} s of silence', sockets('REALTIME_LIMITS.silenceMs', 1000)],
  ['network.md', '{} s without a channel', sockets('REALTIME_LIMITS.idleMs', 1000)],
  [
    'network.md',
    'filter, channels, bindings of a guest | {} characters, {}, {} | members {}, {}, {}, and {} characters on one socket',
    sockets('REALTIME_LIMITS.guestFilterLength'),
    sockets('REALTIME_LIMITS.guestChannelsPerSocket'),
    sockets('REALTIME_LIMITS.guestBindingsPerChannel'),
    sockets('REALTIME_LIMITS.filterLength'),
    sockets('REALTIME_LIMITS.channelsPerSocket'),
    sockets('REALTIME_LIMITS.bindingsPerChannel'),
    sockets('REALTIME_LIMITS.filtersPerSocket'),
  ],
  ['network.md', 'its {} latest comments', live('mostNamed')],
  ['network.md', 'caches it for {} s, apart', documents('liveFor', 1000)],
  [
    'network.md',
    'A page asks {} s after it was opened, then every {} s',
    constants('web/src/features/posts/post-page.tsx')('guestMs', 1000),
    live('everyMs', 1000),
  ],
  ['network.md', 'double up to {} minutes', live('mostMs', minute)],
  [
    'network.md',
    'opened public pages ({}), files of the build ({}), pictures ({}, up to {} MB)',
    copies('copyLimits.pages.entries'),
    copies('copyLimits.build.entries'),
    copies('copyLimits.pictures.entries'),
    copies('largestPicture', 1e6),
  ],
  [
    'network.md',
    'after {} s on a bad connection, {} s otherwise',
    copies('pagePatienceMs.bad', 1000),
    copies('pagePatienceMs.otherwise', 1000),
  ],
  ['network.md', 'is deleted after {} days', copies('copyLimits.pages.maxAgeMs', day)],
  ['network.md', 'network is back, {} at a time', copies('revalidateMost')],
  [
    'network.md',
    'Answers to public pages: {} days, {} records, {} kB each, {} MB, {} pages of a list',
    persisted('persistedLimits.ageMs', day),
    persisted('persistedLimits.entries'),
    persisted('persistedLimits.entrySize', 1000),
    persisted('persistedLimits.totalSize', 1e6),
    persisted('persistedLimits.pages'),
  ],
  ['network.md', 'waits up to {} ms for the device', persisted('persistedLimits.readWithinMs')],
  [
    'network.md',
    'every {} s they are attempted again',
    constants('web/src/app/native/offline-reading.ts')('askAgainMs', 1000),
  ],
  [
    'network.md',
    'app stay {} s; those of signing in {} s, or {} s where',
    toasts('durations.app', 1000),
    toasts('durations.signIn', 1000),
    toasts('signInOutcomeMs', 1000),
  ],
  ['network.md', '| REST requests | {} a minute', requests('REQUESTS.times')],
  ['network.md', '| {} s at once, refilled over a minute', requests('DATABASE_TIME.times', 1000)],
  [
    'network.md',
    '| guest | events | {} in {} minutes',
    constants('server/wire/guest-events.ts')('GUEST_EVENTS.times'),
    constants('server/wire/guest-events.ts')('GUEST_EVENTS.seconds', 60),
  ],
  [
    'network.md',
    '| new pictures for sharing | {} a minute',
    constants('server/media/og-pictures.ts')('drawnPerAddress.times'),
  ],
  ['network.md', 'has {} times the limit', constants('packages/embedded/src/wire/networks.ts')('SITE_FACTOR')],
  ['network.md', 'go out {} ms late', constants('server/wire/held-refusals.ts')('heldMs')],
  [
    'network.md',
    '| request body: guest, member, auth | {} kB, {} kB, {} kB |',
    ...(['guest', 'member', 'auth'] as const).map((who) => gatewayBytes(who, kilobytes)),
  ],
  [
    'network.md',
    'import of staff, upload, secret key | {} MB, {} MB, {} MB |',
    requests('IMPORT_BYTES', megabytes),
    gatewayBytes('upload', megabytes),
    gatewayBytes('operator', megabytes),
  ],
  [
    'network.md',
    '| path of a page, of the API | {} and {} characters |',
    target('longestPageTarget'),
    target('longestApiTarget'),
  ],
  ['network.md', '| headers, whole request | {} s, {} s |', http('headersTimeout', 1000), http('requestTimeout', 1000)],
  ['network.md', '| rows of one answer | {} |', constants('packages/embedded/src/rest/lite.ts')('MAX_ROWS')],
  [
    'network.md',
    '| {} characters, {} parameters, {} conditions, patterns of {} characters with {} wildcards |',
    rest('MAX_SEARCH'),
    rest('MAX_PARAMETERS'),
    rest('MAX_CONDITIONS'),
    rest('MAX_PATTERN'),
    rest('MAX_WILDCARDS'),
  ],
  [
    'network.md',
    '| {} levels, no table twice on a path, {} rows in all |',
    embeds('MAX_LEVELS'),
    embeds('MAX_TOTAL_ROWS'),
  ],
  [
    'network.md',
    '| search query | {} characters, {} words |',
    searching('searchQueryMax'),
    constants('domain/src/text/search-fold.ts')('maxWords'),
  ],
  [
    'network.md',
    '| {}, {} and {} characters | twice, four times',
    constants('domain/src/text/sanitize-text.ts')('READ'),
    constants('domain/src/text/search-fold.ts')('READ'),
    constants('domain/src/text/slug.ts')('READ'),
  ],
  [
    'network.md',
    '| upload | {} MB, {} megapixels',
    pictures('MAX_IMAGE_BYTES', megabytes),
    pictures('MAX_PIXELS', 1e6),
  ],
]

function gatewayBytes(who: string, unit: number): number {
  return gateway(`BODY_LIMITS.${who}`, unit)
}

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
]
