import type { HouseState } from '@hot/domain/wire/house-state'
import { accessToken } from './access-token.ts'
import { DataError } from './data-error.ts'

/** How the installation runs, from the web server; for staff. Throws DataError or, without a network, TypeError. */
export async function fetchHouseState(signal: AbortSignal): Promise<HouseState> {
  const token = await accessToken()
  const answer = await fetch('/_house.json', { signal, headers: token ? { authorization: `Bearer ${token}` } : {} })
  if (!answer.ok) throw new DataError('', answer.status, 'house state', '')
  return answer.json()
}
