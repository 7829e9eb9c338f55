import { constants, every, written } from './constants.ts'
import type { Figure } from './page-says.ts'

const embedded = (file: string) => constants(`packages/embedded/src/auth/${file}.ts`)
const rates = embedded('limits')
const passwords = embedded('passwords/passwords')
const mailed = embedded('mails/link-mails')
const timing = constants('domain/src/auth/timing.ts')
const security = constants('domain/src/auth/security-form.ts')
const password = constants('domain/src/auth/password.ts')
const callback = constants('web/src/features/sign-in/callback/finish-callback.ts')

const digits = written('packages/embedded/src/auth/mails/link-mails.ts')("padStart({}, '0')")
const usualMails = constants('server/settings/sign-in-settings.ts')('USUAL_MAILS_PER_HOUR')

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
  [
    'accounts.md',
    'one letter or {} beside an allowed domain',
    written('domain/src/auth/mail-domains.ts')('domain.length < 7 ? 1 : {})'),
  ],
  ['accounts.md', 'after {} s it says that it takes long', timing('pressPatienceMs', 1000)],
  ['accounts.md', 'Members are at least {}.', constants('domain/src/member/age.ts')('minimumAge')],
  ['accounts.md', 'Ich bin mindestens {} Jahre alt', constants('domain/src/member/age.ts')('minimumAge')],
  ['accounts.md', 'a {}-digit code', digits],
  ['accounts.md', '| {} digits, only together', digits],
  [
    'accounts.md',
    'one was proven within {} minutes',
    written('server/backend/embedded-backend.ts')('proofSeconds: {} }', 60),
  ],
  [
    'accounts.md',
    'whole installation sends {} an hour unless configured',
    usualMails - usualMails / written('server/mail/mail-outbox.ts')('Math.floor(perHour / {})'),
  ],
  ['accounts.md', "not for the mailbox's {}, which", rates('GOTRUE_RATES.mailsTo.times')],
  ['accounts.md', 'sets this end every {} minutes', every('limit_staff_sessions')],
  ['accounts.md', 'signed in before has {} of its own', rate('wrongPasswords')[0]],
  ['accounts.md', '- {} passwords in {} minutes: a school class of {} can', ...rate('signIns', 60), rate('signIns')[0]],
  ['accounts.md', 'of hashing every {} seconds', rate('signIns')[1] / rate('signIns')[0]],
  [
    'accounts.md',
    'one at a time on {} cores and {} at most',
    1 + written('packages/embedded/src/auth/passwords/passwords.ts')('availableParallelism() - {}))'),
    written('packages/embedded/src/auth/passwords/passwords.ts')('Math.min({}, availableParallelism()'),
  ],
  ['accounts.md', "use up an account's {} wrong passwords", rate('wrongPasswords')[0]],
  [
    'accounts.md',
    '(IPv4 address, IPv6 /{}) that it signed in from',
    written('packages/embedded/src/wire/networks.ts')("join(':')}::/{}`, site:"),
  ],
  [
    'accounts.md',
    'as hashes, each for {} days after the last time',
    written('packages/embedded/src/auth/sessions/known-networks.ts')("seen_at < now() - interval '{} days'"),
  ],
  [
    'privacy.md',
    'as hashes | {} days after the last',
    written('packages/embedded/src/auth/sessions/known-networks.ts')("seen_at < now() - interval '{} days'"),
  ],
]
