import type { HouseState } from '@hot/domain/contract/site-state'
import { siteAddress } from '#web/lib/api/config/site-address.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { accessToken } from '#web/lib/auth/session/access-token.ts'

/** How the installation runs, from the web server; for staff. Throws DataError or, without a network, TypeError. */
export async function fetchHouseState(signal: AbortSignal): Promise<HouseState> {
  const token = await accessToken()
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetch(await siteAddress('/_house.json'), { signal, headers })
  if (!answer.ok) throw new DataError('', answer.status, 'house state', '')
  return answer.json()
}
