import { constants, written } from './constants.ts'
import type { Figure } from './page-says.ts'

const requests = constants('server/wire/request-limits.ts')
const target = constants('server/wire/request-target.ts')
const gateway = constants('packages/embedded/src/gateway/gateway.ts')
const rest = constants('packages/embedded/src/rest/requests/allowed-requests.ts')
const embeds = constants('packages/embedded/src/rest/embeds.ts')
const http = constants('server/http/http-server.ts')
const pictures = constants('packages/embedded/src/rest/pictures.ts')
const searching = constants('domain/src/search/limits.ts')
const kilobytes = 1024
const megabytes = 1024 * 1024

const bodies = constants('packages/embedded/src/wire/bodies.ts')
const classes = constants('server/wire/request-classes.ts')
const rates = constants('packages/embedded/src/auth/limits.ts')
const kept = constants('packages/embedded/src/auth/mails/mail-limits.ts')
const retry = written('packages/embedded/src/mailbox/account-mail-queue.ts')
const networks = 'packages/embedded/src/wire/networks.ts'

/** In tenths of the hour. */
const left = (who: string) => Math.round(kept(`LEFT_FOR_OTHERS.${who}`) * 10)

const gatewayBytes = (who: string, unit: number) => gateway(`BODY_LIMITS.${who}`, unit)

export const limits: readonly Figure[] = [
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
  ['network.md', 'IPv4 address or the /{} of an IPv6 address', written(networks)("join(':')}::/{}`, site:")],
  ['network.md', 'The /{} around it has', written(networks)("slice(0, 3).join(':')}::/{}` }")],
  ['network.md', 'by network in turn (IPv4 address, IPv6 /{})', written(networks)("slice(0, 3).join(':')}::/{}` }")],
  ['network.md', '| comments, posts, reports | {} s |', classes('TEXTS.patience', 1000)],
  ['network.md', 'not named here | {} s |', classes('READS.patience', 1000)],
  ['network.md', 'stickers, saved posts | {} s |', classes('VOTES.patience', 1000)],
  ['network.md', 'what was read | {} s |', classes('COUNTS.patience', 1000)],
  [
    'network.md',
    'bodies being sent at the same time | {} a network, {} in all; {} s, uploads {} s |',
    bodies('BODY_OPTIONS.openPerNetwork'),
    bodies('BODY_OPTIONS.open'),
    bodies('BODY_OPTIONS.seconds'),
    bodies('BODY_OPTIONS.slowSeconds'),
  ],
  [
    'network.md',
    '| twice, {} times and {} times what any field holds',
    constants('domain/src/text/search-fold.ts')('READ') / constants('domain/src/post/limits.ts')('postContentMax'),
    constants('domain/src/text/slug.ts')('READ') / constants('domain/src/star/star-form.ts')('starLimits.slug'),
  ],
]

export const mails: readonly Figure[] = [
  [
    'network.md',
    '**{} mails an hour to one recipient and {} an hour from one network**',
    rates('GOTRUE_RATES.mailsTo.times'),
    rates('GOTRUE_RATES.mailsFrom.times'),
  ],
  ['network.md', 'More than {} would annoy', rates('GOTRUE_RATES.mailsTo.times')],
  ['network.md', '{} are enough for a household', rates('GOTRUE_RATES.mailsFrom.times')],
  ['network.md', '`HOT_NETWORK_FACTOR` multiplies the {} for', rates('GOTRUE_RATES.mailsFrom.times')],
  ['network.md', "- One of a mailbox's {} mails is reserved", rates('GOTRUE_RATES.mailsTo.times')],
  [
    'network.md',
    '(`HOT_MAILS_PER_HOUR`) {} thirds are kept',
    written('server/mail/mail-outbox.ts')('Math.floor(perHour / {})') - 1,
  ],
  [
    'network.md',
    '(IPv4 /{}, IPv6 /{}) has asked',
    written(networks)('.0.0/{}` }'),
    written(networks)("slice(0, 2).join(':')}::/{}` }"),
  ],
  ['network.md', '| somebody in the range has | {} | {} |', left('member.1'), left('stranger.1')],
  [
    'network.md',
    '(IPv4 /{}, IPv6 /{}) has | {} | {} |',
    written(networks)('.0/{}`, range'),
    written(networks)("slice(0, 3).join(':')}::/{}` }"),
    left('member.2'),
    left('stranger.2'),
  ],
  [
    'network.md',
    'tried again after {}, {} and {} seconds and then every {} minutes',
    ...[0, 1, 2].map((tries) => retry("interval '{} seconds' * power") * retry('power({}, tries - 1)') ** tries),
    retry("tries - 1), interval '{} minutes')"),
  ],
  [
    'network.md',
    'its code ({} minutes) or link',
    constants('packages/embedded/src/auth/mails/link-mails.ts')('CODE_SECONDS', 60),
  ],
]
