export type ShareOutcome = 'shared' | 'copied' | 'dismissed' | 'failed'

/** `url`: absolute. */
export type Shared = { title: string; url: string }

/** Base64 of bytes, in parts: a call takes only so many arguments. */
export function base64Of(bytes: Uint8Array): string {
  const part = 0x8000
  let text = ''
  for (let at = 0; at < bytes.length; at += part) text += String.fromCharCode(...bytes.subarray(at, at + part))
  return btoa(text)
}

/** Error messages of the plugin when sharing is cancelled or started twice. */
const dismissed = /cancel|in progress/i

/** The outcome of a shell's share sheet. Never throws. */
export async function sheetOutcome(open: () => Promise<unknown>): Promise<ShareOutcome> {
  try {
    await open()
    return 'shared'
  } catch (error) {
    return error instanceof Error && dismissed.test(error.message) ? 'dismissed' : 'failed'
  }
}

/**
 * The receiving app may still read the file this long after the sheet has closed, for example as a mail attachment
 * (ms).
 */
const readableMs = 60_000

type FileSharing = {
  /** Writes the file, resolves with its address. */
  write: () => Promise<string>
  /** Opens the share sheet, which can save or send a file. */
  share: (address: string) => Promise<unknown>
  /** Deletes the file; rejects when there is none. */
  remove: () => Promise<unknown>
  /** Calls back after this many milliseconds. */
  after: (ms: number, callback: () => void) => unknown
}

/** Shares a file and deletes its copy. Closing the sheet is no failure; rejects when writing or the sheet fails. */
export async function shareFile({ write, share, remove, after }: FileSharing): Promise<void> {
  const forget = () => remove().catch(console.warn)
  // A former copy is left over if the app was ended before its timer ran.
  await forget()
  const address = await write()
  const outcome = await sheetOutcome(() => share(address))
  if (outcome === 'shared') after(readableMs, forget)
  else await forget()
  if (outcome === 'failed') throw new Error('the share sheet could not be opened')
}
