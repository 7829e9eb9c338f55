import type { Shared, ShareOutcome } from './share-sheet.ts'

/** Opens the device's share sheet; where there is none, copies the address. Never throws. */
export async function share(what: Shared): Promise<ShareOutcome> {
  const sheet = await openSheet(what)
  return sheet === 'failed' ? copy(what.url) : sheet
}

async function openSheet(what: Shared): Promise<ShareOutcome> {
  if (import.meta.env.VITE_SHELL === 'native') return (await import('./share.native.ts')).openShellSheet(what)
  if (!('share' in navigator)) return 'failed'
  try {
    await navigator.share(what)
    return 'shared'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'dismissed' : 'failed'
  }
}

async function copy(url: string): Promise<ShareOutcome> {
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'failed'
  }
}
