import { constants as zlib } from 'node:zlib'
import { trendingEntries } from '@hot/domain/network/cache-warming'
import { networkPolicy } from '@hot/domain/network/query-policy'
import { constants, written } from './constants.ts'
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
    constants('web/src/app/native/start-native.ts')('askAgainMs', 1000),
  ],
  [
    'network.md',
    'app stay {} s; those of signing in {} s, or {} s where',
    toasts('durations.app', 1000),
    toasts('durations.signIn', 1000),
    toasts('signInOutcomeMs', 1000),
  ],
  [
    'network.md',
    'for members by realtime and every {} s',
    constants('web/src/features/posts/live-post.ts')('pollMs', 1000),
  ],
  ['network.md', '| Every {} minutes the oldest entries', queries('queryPolicy.sweepMs', minute)],
  ['network.md', 'stars and formats older than {} minutes', queries('staleMs.stars', minute)],
  ['network.md', 'stars and formats older than {} minutes', queries('staleMs.formats', minute)],
  [
    'network.md',
    '| background refresh | low | {}, {}, {} min and {} h |',
    warming('cacheTasks.refresh-meta.everyMs', minute),
    warming('cacheTasks.refresh-profiles.everyMs', minute),
    warming('cacheTasks.refresh-stars-and-formats.everyMs', minute),
    warming('cacheTasks.clean.everyMs', 60 * minute),
  ],
  ['network.md', 'while rendered again, {} MB', documents('pageCacheBytes', megabytes)],
  [
    'network.md',
    'for the rest of those {} s (`/_live` {} s)',
    documents('freshFor', 1000) + documents('staleFor', 1000),
    documents('liveFor', 1000),
  ],
  ['pages.md', 'pictures and the sitemap within {} s', documents('freshFor', 1000) + documents('staleFor', 1000)],
  ['network.md', 'Pages read {} times are compressed', constants('server/documents/recompress.ts')('worthAfter')],
  ['network.md', 'once more with brotli {}.', zlib.BROTLI_MAX_QUALITY],
  ['network.md', 'read again, at a random moment within {} ms |', realtime('realtimeLimits.rereadMs')],
  [
    'network.md',
    'are read again every {} to {} ms',
    realtime('realtimeLimits.askEveryMs'),
    realtime('realtimeLimits.askEveryMs') *
      (1 + written('web/src/lib/realtime/realtime-connection.ts')('askEveryMs * ({} + Math.random())')),
  ],
  ['network.md', '| a row that {} or more are told of', sockets('REALTIME_LIMITS.crowd')],
  ['network.md', 'within {} ms a reader, at most {} |', sockets('REREAD_MS_EACH'), sockets('LONGEST_REREAD_MS')],
  [
    'network.md',
    'of silence ({} heartbeats)',
    sockets('REALTIME_LIMITS.silenceMs') / realtime('realtimeLimits.heartbeatMs'),
  ],
  ['network.md', 'cost a query every {} s', documents('liveFor', 1000)],
  ['network.md', 'After {} s without an answer', constants('web/src/lib/api/backend-reachable.ts')('longMs', 1000)],
  [
    'network.md',
    'At most {}. Those of the app stay',
    written('web/src/app/shell/toast-host.tsx')('visibleToasts={{}}'),
  ],
  ['privacy.md', '| offline copies on devices | {} days', persisted('persistedLimits.ageMs', day)],
  ['privacy.md', '| offline copies on devices | {} days', copies('copyLimits.pages.maxAgeMs', day)],
]
