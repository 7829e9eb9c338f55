import type { ServedApps } from '@hot/domain/installation/served-apps'
import { fetchMarked } from '../no-answer.ts'
import { fetchConfig, type LegalConfig, type RuntimeConfig, runtimeConfig, storageKey } from './runtime-config.ts'

/** What the server says today, asked by a shell, whose own file is as old as the app. Rejects without an answer. */
export async function todaysConfig(): Promise<RuntimeConfig & LegalConfig & { apps?: ServedApps }> {
  const { siteUrl } = await runtimeConfig()
  const answer = await fetchMarked(`${siteUrl}/config.json`, { cache: 'no-store' })
  if (!answer.ok) throw new Error(`config.json: ${answer.status}`)
  return answer.json()
}

/** Takes the key that the server has today; false if the shell has it already. What is connected keeps the old one until a reload. */
export async function adoptKey(key: string): Promise<boolean> {
  if (key === '' || (await runtimeConfig()).publishableKey === key) return false
  const { publishableKey: was } = await fetchConfig()
  localStorage.setItem(storageKey, JSON.stringify({ was, is: key }))
  return true
}
