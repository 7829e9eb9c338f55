import { siteAddress } from '#web/lib/api/config/site-address.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { accessToken } from '#web/lib/auth/session/access-token.ts'

/**
 * Asks the web server to make an account and to mail its owner the way in; answers its id. Throws DataError, whose hint names
 * the reason: `email_exists`, `email_domain_not_allowed`, `not_allowed`, `no_secret_key` …
 */
export async function inviteMember(email: string): Promise<string> {
  const token = await accessToken()
  const response = await fetch(await siteAddress('/_team/invite'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token ?? ''}` },
    body: JSON.stringify({ email }),
  })
  const answer = (await response.json().catch(() => ({}))) as { id?: string; hint?: string }
  if (response.ok && answer.id) return answer.id
  throw new DataError('', response.status, 'invitation refused', answer.hint ?? '')
}
