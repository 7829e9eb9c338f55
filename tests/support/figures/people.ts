import { constants } from './constants.ts'
import type { Figure } from './page-says.ts'

const embedded = (file: string) => constants(`packages/embedded/src/auth/${file}.ts`)
const rates = embedded('limits')
const passwords = embedded('passwords/passwords')
const mailed = embedded('mails/link-mails')
const timing = constants('domain/src/auth/timing.ts')
const security = constants('domain/src/auth/security-form.ts')
const password = constants('domain/src/auth/password.ts')
const callback = constants('web/src/features/sign-in/callback/finish-callback.ts')
const pictures = constants('packages/embedded/src/rest/pictures.ts')
const chosen = constants('web/src/ui/picture-input/chosen-picture.ts')
const crop = constants('web/src/ui/picture-input/avatar-crop.ts')
const nickname = constants('domain/src/member/nickname-form.ts')
const karma = constants('domain/src/member/karma.ts')
const cases = constants('domain/src/moderation/case-rules.ts')
const reports = constants('domain/src/moderation/report-rules.ts')
const moderation = constants('domain/src/post/moderation.ts')
const reason = constants('domain/src/moderation/decision-form.ts')
const invites = constants('domain/src/member/staff-forms.ts')
const megabytes = 1024 * 1024

/** A limit of sign-in: how often, and within how many of `seconds`. */
const rate = (name: string, seconds = 1): [number, number] => [
  rates(`GOTRUE_RATES.${name}.times`),
  rates(`GOTRUE_RATES.${name}.seconds`, seconds),
]

export const accounts: readonly Figure[] = [
  ['accounts.md', 'At least {} characters ("Passwort zu kurz"', password('passwordMin')],
  ['accounts.md', 'muss mindestens {} Zeichen lang sein', passwords('MIN_LENGTH')],
  ['accounts.md', 'at most {} bytes, because bcrypt', password('passwordMaxBytes')],
  ['accounts.md', 'at most {} bytes, because bcrypt', passwords('MAX_BYTES')],
  ['accounts.md', 'within {} million tries', constants('server/backend/usual-passwords.ts')('LEAST_GUESSES', 1e6)],
  ['accounts.md', 'first {} characters count', constants('server/backend/usual-passwords.ts')('READ_CHARACTERS')],
  ['accounts.md', 'at most {} times an hour per network, so that nobody', rates('GOTRUE_RATES.knownAddresses.times')],
  ['accounts.md', 'confirmed within the last {} s', callback('freshMs', 1000)],
  ['accounts.md', 'longer than {} characters is not read', callback('maxLength')],
  ['accounts.md', 'to one mailbox are limited to {} an hour', rates('GOTRUE_RATES.mailsTo.times')],
  ['accounts.md', 'one network to {} an hour', rates('GOTRUE_RATES.mailsFrom.times')],
  ['accounts.md', '| {} random bits;', mailed('LINK_BYTES') * 8],
  ['accounts.md', '| {} minutes: it is typed at once', mailed('CODE_SECONDS', 60)],
  [
    'accounts.md',
    '| {} an hour per network; {} an hour from everywhere',
    rate('wrongLinks')[0],
    rate('allWrongLinks')[0],
  ],
  ['accounts.md', '| {} in {} minutes per account, whatever the network', ...rate('wrongCodes', 60)],
  [
    'accounts.md',
    '{} per account, names up to {} characters. The login',
    embedded('passkeys/store')('MAX_PASSKEYS'),
    security('factorNameMax'),
  ],
  ['accounts.md', '| challenge | {} minutes, one answer', embedded('passkeys/ceremonies')('CHALLENGE_SECONDS', 60)],
  ['accounts.md', '| limit | {} requests in {} minutes per network', ...rate('passkeys', 60)],
  [
    'accounts.md',
    '{} factors per account, names up to {} characters, a challenge is valid for {} minutes',
    embedded('factors/enrolment')('MAX_FACTORS'),
    security('factorNameMax'),
    embedded('factors/enrolment')('FACTOR_EXPIRY_SECONDS', 60),
  ],
  [
    'accounts.md',
    'Below {} the page advises',
    constants('web/src/features/account/security/recovery-codes.tsx')('few'),
  ],
  [
    'accounts.md',
    'renewed {} s before their end',
    constants('web/src/lib/auth/session/access-token.ts')('renewalMargin', 1000),
  ],
  ['accounts.md', 'used twice later than {} s', embedded('sign-in/token')('REUSE_SECONDS')],
  ['accounts.md', '| a start stops loading | {} |', timing('authStartOverallMs')],
  ['accounts.md', 'until its answer arrives, after | {} |', timing('authStartFastPathMs')],
  ['accounts.md', '| {}, asked again no sooner than {} |', timing('authStateTtlMs'), timing('authStateSpacingMs')],
  ['accounts.md', '| profile cache | {} |', timing('profileCacheMs')],
  ['accounts.md', 'counts as registration | {} |', timing('registrationWindowMs')],
  ['accounts.md', '| a provider in the app | {} |', timing('nativeOAuthWaitMs')],
  ['accounts.md', 'gives up after {} minutes', timing('nativeOAuthWaitMs', 60_000)],
  [
    'accounts.md',
    '{} ms after the browser was closed',
    constants('web/src/platform/links/oauth-return.ts')('linkGrace'),
  ],
  [
    'accounts.md',
    'request, {} times at most',
    constants('web/src/features/account/security/identity-check.tsx')('maxProofs'),
  ],
  ['accounts.md', '| forms (sign-up, recovery, resend, change) | {} in {} minutes |', ...rate('forms', 60)],
  [
    'accounts.md',
    '| requested mails, all kinds | {} an hour; to one mailbox {} an hour',
    rate('mailsFrom')[0],
    rate('mailsTo')[0],
  ],
  ['accounts.md', '| tokens | {} in {} minutes |', ...rate('token', 60)],
  ['accounts.md', '| mailed links and codes | {} in {} minutes |', ...rate('verify', 60)],
  ['accounts.md', '| second factors | {} in {} minutes |', ...rate('factors', 60)],
  ['accounts.md', '| passwords, right or wrong | {} in {} minutes |', ...rate('signIns', 60)],
  ['accounts.md', '| wrong passwords, per account | {} an hour', rate('wrongPasswords')[0]],
  ['accounts.md', '| wrong codes, per factor or account | {} in {} minutes |', ...rate('wrongCodes', 60)],
  ['accounts.md', '| wrong mailed links | {} an hour |', rate('wrongLinks')[0]],
  [
    'accounts.md',
    'when {} wait, the next one is told to retry in {} seconds',
    passwords('MOST_WAITING'),
    passwords('RETRY_SECONDS'),
  ],
  ['accounts.md', 'remembers the last {} networks', embedded('sessions/known-networks')('MOST_KEPT')],
]

export const members: readonly Figure[] = [
  ['members.md', 'bio (up to {})', constants('domain/src/member/profile-form.ts')('bioMax')],
  ['members.md', '- {}–{} of: letters', nickname('nicknameMin'), nickname('nicknameMax')],
  [
    'members.md',
    'checked {} ms after the last key',
    constants('web/src/entities/member/nickname-state.ts')('debounceMs'),
  ],
  ['members.md', 'Cut to {} px in the browser, with zoom up to {}×', crop('avatarEdge'), crop('zoomLimit')],
  [
    'members.md',
    'Files up to {} MB and {} megapixels, at least {} px on an edge',
    chosen('maxFileBytes', megabytes),
    chosen('maxPixels', 1e6),
    chosen('minEdge'),
  ],
  [
    'members.md',
    'server takes {} MB and {} megapixels',
    pictures('MAX_IMAGE_BYTES', megabytes),
    pictures('MAX_PIXELS', 1e6),
  ],
  ['members.md', '(longest edge {} px, quality {})', pictures('MAX_EDGE'), pictures('QUALITY')],
  [
    'members.md',
    '| heart on own post / comment | +{} / +{} |',
    karma('karmaDeltas.post_heart'),
    karma('karmaDeltas.comment_heart'),
  ],
  [
    'members.md',
    '| poop on own post / comment | −{} / −{} |',
    -karma('karmaDeltas.post_poop'),
    -karma('karmaDeltas.comment_poop'),
  ],
  [
    'members.md',
    '| post approved / rejected | +{} / −{} |',
    karma('karmaDeltas.post_approved'),
    -karma('karmaDeltas.post_rejected'),
  ],
  [
    'members.md',
    '| own rumor verified / debunked | +{} / −{} |',
    karma('karmaDeltas.rumor_verified'),
    -karma('karmaDeltas.rumor_debunked'),
  ],
  ['members.md', '| comment removed by staff | −{} |', -karma('karmaDeltas.comment_removed')],
  ['members.md', 'Fan von; {} at a time', constants('web/src/entities/member/api.ts')('pageSize')],
  ['invites.md', '| uses | 1 unless set, up to {};', invites('inviteLimits.uses')],
  ['invites.md', '| note | up to {}, for staff', invites('inviteLimits.note')],
  ['invites.md', 'at most {} characters', constants('web/src/platform/storage/pending-invite.ts')('maxLength')],
]

export const admin: readonly Figure[] = [
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
]
