import type { Shared, ShareOutcome } from './share-sheet.ts'

/** Opens the device's share sheet, or copies the URL where there is none. Never throws. */
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

/** Where a file was saved: in the browser's downloads, or through a shell's share sheet. */
export type SavedTo = 'downloads' | 'sheet'

/** Saves a file. Rejects in the shells only, when the device has no space or no share sheet. */
export async function saveFile(
  name: string,
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<SavedTo> {
  // Spelled out: with a constant of another module, the website's build would include the plugins.
  if (import.meta.env.VITE_SHELL === 'native') {
    // A WebView has no downloads.
    await (await import('./share.native.ts')).openFileSheet(name, content)
    return 'sheet'
  }
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by then; without this the whole file would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  return 'downloads'
}
