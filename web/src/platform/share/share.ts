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

/** Where a file went: among the browser's downloads, or to the person's choice in a shell's share sheet. */
export type SavedTo = 'downloads' | 'sheet'

/** Gives the person a file with a text. Rejects in the shells only, when the device has no room or no sheet. */
export async function saveFile(name: string, type: string, text: string): Promise<SavedTo> {
  // Spelled out, because a constant of another module comes too late: the website's build would carry the plugins.
  if (import.meta.env.VITE_SHELL === 'native') {
    // A WebView has no downloads.
    await (await import('./share.native.ts')).offerFile(name, text)
    return 'sheet'
  }
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken over by then; kept, it would hold the whole text in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  return 'downloads'
}
