import { queryOptions } from '@tanstack/react-query'
import { authClient } from '#web/lib/auth/session/auth-client.ts'
import { accountKey } from '../account-queries.ts'

/** A device that makes codes, as the member set it up. Times are ISO instants. */
export type Factor = { id: string; name: string; type: string; addedAt: string }

/** The verified second factors of the account. */
export const factorsQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'factors'),
    queryFn: async (): Promise<Factor[]> => {
      const { data, error } = await (await authClient()).mfa.listFactors()
      if (error) throw error
      return data.all.filter(({ status }) => status === 'verified').map(asFactor)
    },
    staleTime: 0,
  })

type Listed = { id: string; friendly_name?: string | undefined; factor_type: string; created_at: string }

const asFactor = ({ id, friendly_name, factor_type, created_at }: Listed): Factor => ({
  id,
  name: friendly_name || (factor_type === 'phone' ? 'SMS' : 'Authenticator-App'),
  type: factor_type,
  addedAt: created_at,
})

/** What is needed to set up an app: `qrCode` is an image address, `secret` the same for typing. */
export type Enrolment = { factorId: string; qrCode: string; secret: string }

/** Begins setting up an authenticator app. What an earlier, abandoned attempt left is removed first. Throws AuthError. */
export async function beginEnrolment(friendlyName: string): Promise<Enrolment> {
  const { mfa } = await authClient()
  const listed = await mfa.listFactors()
  if (listed.error) throw listed.error
  for (const factor of listed.data.all.filter(({ status }) => status !== 'verified')) {
    const { error } = await mfa.unenroll({ factorId: factor.id })
    if (error) throw error
  }
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'HoT' })
  if (error) throw error
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret }
}

/** Proves that the app makes the right codes; the session is aal2 afterwards. Throws AuthError. */
export async function proveCode(factorId: string, code: string): Promise<void> {
  const { mfa } = await authClient()
  const { error } = await mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
}

/** Removes a factor. Throws AuthError; `insufficient_aal` when this session has not shown a code yet. */
export async function removeFactor(factorId: string): Promise<void> {
  const client = await authClient()
  const { error } = await client.mfa.unenroll({ factorId })
  if (error) throw error
  // The token still says aal2; a fresh one says what is true now.
  await client.refreshSession()
}
