import type { BackgroundWork } from '../background-work.ts'
import type { Engine, Session } from '../database/engine.ts'
import { transaction } from '../database/transaction.ts'
import type { Keys } from '../keys/keys.ts'
import type { Log } from '../log.ts'
import type { AccountPost } from '../mailbox/account-mail-queue.ts'
import type { AccountMail } from '../mailbox/mail-templates.ts'
import type { SendSms } from '../mailbox/sms-sender.ts'
import type { AuthLimits } from './limits.ts'
import type { OAuthProvider } from './oauth/provider.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import type { PasswordRules } from './passwords/passwords.ts'

/** The installation's rules for new accounts. */
export type SignUpRules = {
  /** `schema.function(jsonb)`: Supabase's before-user-created hook. Without it, sign-up is unrestricted. */
  hook?: string | undefined
  /** Hints by which triggers refuse an address or an account: answered with 422, the hint as code and the trigger's text. */
  refusalHints?: readonly string[] | undefined
  /**
   * The password of a sign-up counts only if the address is confirmed from the browser that chose it: by `POST /verify`
   * with the `code_verifier` of the sign-up's challenge. From elsewhere the answer says `password_missing`.
   */
  provePasswords?: boolean | undefined
}

/** What is asked before an account changes. */
export type ChangeRules = {
  /** Before the address changes, identity must have been proven at most so long ago. Without it a session is enough. */
  proofSeconds?: number | undefined
}

/** Who counts requested mails; without `count`, `limits.mailsTo` and `limits.mailsFrom` do. */
export type MailRules = {
  /**
   * `schema.function(jsonb)`, asked before mails of accounts are sent, for sites whose own functions send mails as well:
   * `{recipients, ip_address, for_member, per_mailbox, per_network}` is answered by `{counted: ids}`, or by
   * `{limit: 'mailbox' | 'network', retry_after: seconds}`; `{give_back: ids}` takes back what was counted.
   */
  count?: string | undefined
}

/** Dependencies of every auth handler. */
export type AuthContext = {
  engine: Engine
  /** The role that owns GoTrue's tables. */
  role: string
  keys: Keys
  post: AccountPost
  accountMail: AccountMail
  signUp: SignUpRules
  mails: MailRules
  changes: ChangeRules
  passwords: PasswordRules
  /** Absent without an SMS sender; then phones cannot be a second factor. */
  sendSms?: SendSms | undefined
  /** Public origin of the site; links in mails and redirects only lead here. */
  siteUrl: string
  /** The enabled providers (Google, Apple), by GoTrue's name. */
  providers: ReadonlyMap<string, OAuthProvider>
  /** For passkeys; absent where the site's address allows none. */
  relyingParty?: RelyingParty | undefined
  /** Scheme of the native app, whose deep link is the only redirect target besides the site. */
  appScheme?: string | undefined
  limits: AuthLimits
  background: BackgroundWork
  log: Log
  now: () => Date
}

/** One request to `/auth/v1`. `path` is below the prefix, `body` the parsed JSON object (empty without one). */
export type AuthCall = {
  request: Request
  url: URL
  path: string
  /** Values of the route's `*` segments. */
  params: readonly string[]
  body: Record<string, unknown>
  address: string
  apiRole: 'anon' | 'service_role'
}

export type AuthHandler = (context: AuthContext, call: AuthCall) => Promise<Response>

/** One transaction on GoTrue's tables. Passwords are hashed and mails sent outside of it. */
export const inAuth = <T>(context: AuthContext, work: (session: Session) => Promise<T>): Promise<T> =>
  transaction(context.engine, context.role, work)

/** A string field of the body; empty when absent or of another type. */
export const text = (body: Record<string, unknown>, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

export const record = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
