import type { HouseState } from '@hot/domain/contract/site-state'
import { accessToken } from './access-token.ts'
import { DataError } from './data-error.ts'
import { siteAddress } from './site-address.ts'

/** How the installation runs, from the web server; for staff. Throws DataError or, without a network, TypeError. */
export async function fetchHouseState(signal: AbortSignal): Promise<HouseState> {
  const token = await accessToken()
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetch(await siteAddress('/_house.json'), { signal, headers })
  if (!answer.ok) throw new DataError('', answer.status, 'house state', '')
  return answer.json()
}
