import { isAllowedMail } from '@hot/domain/auth/mail-domains'
import { DataError } from '#web/lib/api/data-error.ts'

/** What the operator decides about signing up. */
export type SignUpSettings = { inviteOnly: boolean; extraMailDomains: readonly string[] }

async function fetchSettings(): Promise<SignUpSettings> {
  const { restClient } = await import('#web/lib/api/transport/rest-client.ts')
  const client = await restClient()
  const { data, error, status } = await client.from('app_settings').select('signup_mode, extra_mail_domains').single()
  if (error) throw new DataError(error.code, status, error.message)
  return { inviteOnly: data.signup_mode === 'invite', extraMailDomains: data.extra_mail_domains }
}

export const signUpSettingsQuery = {
  queryKey: ['sign-up-settings'],
  queryFn: fetchSettings,
  staleTime: 60_000,
} as const

/** Whether the form lets an address pass; without the operator's list the backend decides. */
export const mailCheck =
  (settings: SignUpSettings | null) =>
  (email: string): boolean =>
    settings === null || isAllowedMail(email, settings.extraMailDomains)
