import { constants, written } from './constants.ts'
import type { Figure } from './page-says.ts'

const pictures = constants('packages/embedded/src/rest/pictures.ts')
const cases = constants('domain/src/moderation/case-rules.ts')
const reports = constants('domain/src/moderation/report-rules.ts')
const moderation = constants('domain/src/post/moderation.ts')
const reason = constants('domain/src/moderation/decision-form.ts')

const megabytes = 1024 * 1024
const notified = constants('domain/src/notification/limits.ts')

/** The chapter of the guidelines that begins with this word. */
const chapter = (rule: string, begins: string) =>
  written('domain/src/moderation/case-rules.ts')(`${rule}: '{}. ${begins}`)

export const team: readonly Figure[] = [
  ['moderation.md', 'Up to {} posts in one call', moderation('decisionBatchMax')],
  ['moderation.md', 'excerpt ({} characters) and full text', constants('domain/src/text/excerpt.ts')('excerptLimit')],
  ['moderation.md', 'reason, details (up to {})', reports('reportDetailsMax')],
  ['moderation.md', 'Name (up to {}), e-mail', reports('reporterNameMax')],
  ['moderation.md', 'Every decision needs a reason (up to {})', reason('moderationReasonMax')],
  ['moderation.md', 'one per decision, up to {} characters', reports('appealMessageMax')],
  ['moderation.md', '| moderators | 1–{} days', cases('moderatorBanDays')],
  ['moderation.md', '| admins | 1–{} days', cases('longestBanDays')],
  ['moderation.md', '{} in {} days suggest a ban', cases('warningsThatSuggestBan'), cases('warningWindowDays')],
  ['moderation.md', 'restorable by admins for {} |', moderation('restoreDays')],
  ['roles.md', 'ban up to {} days', cases('moderatorBanDays')],
  [
    'admin.md',
    '- Lists: {} rows (members and invites {})',
    constants('web/src/admin/posts/api.ts')('pageSize'),
    constants('web/src/admin/users/api.ts')('pageSize'),
  ],
  [
    'admin.md',
    '- Lists: {} rows (members and invites {})',
    constants('web/src/admin/reports/api.ts')('pageSize'),
    constants('web/src/admin/invites/screen.tsx')('pageSize'),
  ],
  [
    'admin.md',
    'Pictures: longest edge {} px, news {}',
    pictures('MAX_EDGE'),
    constants('web/src/admin/news/form.tsx')('longEdge'),
  ],
  ['admin.md', 'contrast of {} with the text', constants('web/src/ui/color/color-field.tsx')('minContrast')],
  ['admin.md', 'Ctrl/Cmd K, {} entries of each kind', constants('web/src/admin/palette-dialog.tsx')('perKind')],
  ['admin.md', 'the dashboard shows {}.', constants('web/src/admin/dashboard/api.ts')('latestActions')],
  ['admin.md', 'They stop counting at {}', constants('web/src/admin/kit/list.tsx')('countedMax')],
  ['admin.md', 'more than {} hours late', constants('web/src/admin/dashboard/warnings.ts')('lateHours')],
  ['admin.md', 'or older than {} days', constants('domain/src/contract/site.ts')('backupOldAfterDays')],
  ['admin.md', '({} days), as tables and CSV', constants('web/src/admin/transparency/report.ts')('maxDays')],
  ['import.md', 'larger than {} MB', constants('domain/src/import/read-tables.ts')('importFileMaxBytes', megabytes)],
  [
    'import.md',
    '{} MB a file, and {} MB of JSON',
    constants('domain/src/import/read-tables.ts')('importFileMaxBytes', megabytes),
    constants('web/src/admin/imports/api.ts')('maxRequestBytes', megabytes),
  ],
  ['import.md', '({} shown). The command', constants('server/import/command.ts')('SHOWN_PROBLEMS')],
  ['import.md', 'preview ({} rows shown)', constants('web/src/admin/social/import-dialog.tsx')('mostShown')],
  ['import.md', 'place (1–{}), result', constants('domain/src/import/prepare-tables.ts')('NO_PLACE') - 1],
  [
    'admin.md',
    'just decided; cached {} minutes',
    constants('domain/src/network/query-policy.ts')('freshMs.adminBadges', 60_000),
  ],
  [
    'admin.md',
    'of one day to {} years (',
    Math.floor(constants('web/src/admin/transparency/report.ts')('maxDays', 365)),
  ],
  ['moderation.md', '| Illegaler Inhalt | 72 h | {} |', chapter('content', 'Was')],
  ['moderation.md', '| Falschbehauptung über eine Person | 24 h | {} |', chapter('rumors', 'Gerüchte')],
  ['moderation.md', '| Privatsphäre | 24 h | {} |', chapter('privacy', 'Privates')],
  ['moderation.md', '| Spam, Spoiler, Sonstiges | 0 | {} |', chapter('content', 'Was')],
  ['moderation.md', '| suggested | {} days |', written('web/src/admin/reports/decision-dialog.tsx')("days: '{}'")],
  ['moderation.md', 'for good, or for {} days by a moderator', cases('moderatorBanDays')],
  ['moderation.md', 'comments of 1, {} or', written('web/src/admin/comments/api.ts')("'{}': 'Letzte 7 Tage'")],
  ['moderation.md', 'or {} days, latest first', written('web/src/admin/comments/api.ts')("'{}': 'Letzte 30 Tage'")],
  [
    'moderation.md',
    'a text of up to {} characters, and good faith',
    constants('domain/src/concern/form.ts')('concernTextMax'),
  ],
]

export const notifications: readonly Figure[] = [
  [
    'notifications.md',
    'above {} the badge shows "{}+"',
    constants('domain/src/notification/limits.ts')('highestShown'),
    constants('domain/src/notification/limits.ts')('highestShown'),
  ],
  [
    'notifications.md',
    '(gathered for {} ms)',
    constants('web/src/features/notifications/use-notifications.ts')('batchMs'),
  ],
  [
    'notifications.md',
    'Excerpts of comments: {} characters',
    constants('domain/src/notification/types.ts')('excerptLength'),
  ],
  [
    'notifications.md',
    'of a warning the first sentence; {} characters',
    constants('server/push/push-message.ts')('longest'),
  ],
  [
    'notifications.md',
    'a device that is off | {} hours',
    constants('server/push/push-message.ts')('KEEP_SECONDS', 3600),
  ],
  [
    'notifications.md',
    'or off, in {} groups that open',
    constants('domain/src/notification/types.ts')('notificationGroups.length'),
  ],
  [
    'notifications.md',
    '| menu in the header | {}, {} px high, more within {} px of its end',
    notified('notificationLimits.menuPageSize'),
    notified('notificationLimits.menuHeight'),
    notified('notificationLimits.loadMoreWithin'),
  ],
  ['notifications.md', '`/account/benachrichtigungen` | {}, optionally', notified('notificationLimits.pageSize')],
  ['notifications.md', 'Fetched every {} s while the tab', notified('notificationLimits.countEveryMs', 1000)],
  [
    'notifications.md',
    'counted again after {} ms, and the list is fetched again after {} ms',
    notified('notificationLimits.recountAfterMarkAllMs'),
    notified('notificationLimits.followUpMs'),
  ],
]
