import { isBehind, standingOf } from '@hot/domain/installation/served-apps'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { adoptKey, todaysConfig } from '#web/lib/api/config/todays-config.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { isUnanswered } from '#web/lib/api/no-answer.ts'
import { appState } from './app-standing.ts'

type Learned = { isOlder: boolean; newestBuild: number; hasNewKey: boolean; isBehind: boolean }

/** Asks the server, and keeps what it says. Rejects without an answer. */
async function ask(): Promise<Learned> {
  const [{ app }, { apps, publishableKey, site }] = await Promise.all([runtimeConfig(), todaysConfig()])
  const hasNewKey = await adoptKey(publishableKey)
  // A server of before, or a file of before: neither can tell.
  if (!app || !apps) return { isOlder: false, newestBuild: 0, hasNewKey, isBehind: false }
  const standing = standingOf(app, apps)
  if (standing === 'refused') appState.set({ standing, site })
  const newestBuild = apps.newestBuild ?? 0
  return { isOlder: standing === 'older', newestBuild, hasNewKey, isBehind: isBehind(app, apps) }
}

/** The newest upload that was told of. */
const storageKey = 'hot_told_of_build'

function toldBefore(build: number): boolean {
  try {
    if (Number(localStorage.getItem(storageKey) ?? 0) >= build) return true
    localStorage.setItem(storageKey, String(build))
    return false
  } catch {
    // Storage is blocked: better never than at each start.
    return true
  }
}

/** At the start: an app that is served no more says so; one that is only older says it once. */
export async function askAtStart(tell: () => void): Promise<void> {
  const { isOlder, newestBuild } = await ask()
  if (isOlder && !toldBefore(newestBuild)) tell()
}

/** PostgREST and PostgreSQL: what was called is not there, or looks otherwise. */
const skew = /^(PGRST20[0-9]|42703|42883|42P01|22P02)$/
const isSkew = ({ code, status }: DataError) => skew.test(code) || status === 401 || status === 406 || status === 410

/**
 * A page failed: by a refusal that speaks of another version, or by an answer the app makes nothing of. Asks the server, which
 * of them it is, and starts anew with the key of today. Never because of a missing answer.
 */
export async function learnFromFailure(error: unknown, restart: () => void): Promise<void> {
  if (isUnanswered(error) || (error instanceof DataError && !isSkew(error))) return
  const learned = await ask()
  if (learned.hasNewKey) return restart()
  if (learned.isBehind && appState.get().standing === 'served') appState.set({ standing: 'behind', site: {} })
}
