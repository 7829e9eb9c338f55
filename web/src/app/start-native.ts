import type { RouterHistory } from '@tanstack/react-router'
import { runtimeConfig } from '#web/data/runtime-config.ts'
import { shellLinks } from '#web/platform/deep-link.native.ts'
import { followLinks } from '#web/platform/deep-link.ts'

/** What runs in the shells for as long as the app does. Resolves with the way out. */
export async function startNative(history: RouterHistory): Promise<() => void> {
  const { siteUrl } = await runtimeConfig()
  return followLinks({ source: shellLinks, siteUrl, history, memory: window.sessionStorage })
}
