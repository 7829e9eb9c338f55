import { randomBytes } from 'node:crypto'
import type { Backend } from '@hot/embedded'
import { AuthError } from '@hot/embedded/auth/auth-error'
import { appoint } from '../link/member-accounts.ts'
import { OperatorError } from './requests.ts'

/**
 * Adds mail domains to those that may sign up. What admins added stays: nobody may lose the domain that somebody signs in
 * with.
 */
export const allowMailDomains = ({ query }: Pick<Backend, 'query'>, domains: readonly string[]) =>
  query(
    `update public.app_settings s set extra_mail_domains = s.extra_mail_domains || added.domains
     from (select array_agg(distinct d) as domains from unnest($1::text[]) d
       where d <> all (select lower(known) from public.app_settings, unnest(extra_mail_domains) known)) added
     where added.domains is not null`,
    [domains.map((domain) => domain.trim().toLowerCase()).filter((domain) => domain !== '')],
  )

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

function refusal(error: AuthError, email: string): OperatorError {
  const why = error.message.replace(/\.$/, '')
  const remedy =
    error.code === 'email_domain_not_allowed'
      ? ` Auf dieser Seite melden sich nur bestimmte Domains an. Soll ${domainOf(email)} dazugehören, dann so: npm run admin -- ${email} --allow-domain`
      : ''
  return new OperatorError(`Das geht nicht: ${why}.${remedy}`)
}

/**
 * Gives the account of an e-mail address the admin role, creating a confirmed account if there is none. `allowDomain`: its
 * mail domain may sign up from now on. Returns the lines to print; a new password appears nowhere else. Throws
 * OperatorError.
 */
export async function appointAdmin(backend: Backend, email: string, allowDomain: boolean): Promise<string[]> {
  if (allowDomain) await allowMailDomains(backend, [domainOf(email)])
  const password = randomBytes(12).toString('base64url')
  const { made } = await appoint(backend, { email, role: 'admin', password }).catch((error: unknown) => {
    throw error instanceof AuthError ? refusal(error, email) : error
  })
  return made
    ? [
        `${email} ist jetzt Admin. Das Konto ist neu, das Passwort: ${password}`,
        'Bitte nach der ersten Anmeldung ändern.',
      ]
    : [`${email} ist jetzt Admin.`]
}
