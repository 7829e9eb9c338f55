export type ShareOutcome = 'shared' | 'copied' | 'dismissed' | 'failed'

export type Shared = { title: string /** Absolute address. */; url: string }

/** What the plugin says when people change their mind, or tap twice. */
const dismissed = /cancel|in progress/i

/** How it ended with the share sheet of a shell. Never throws. */
export async function sheetOutcome(open: () => Promise<unknown>): Promise<ShareOutcome> {
  try {
    await open()
    return 'shared'
  } catch (error) {
    return error instanceof Error && dismissed.test(error.message) ? 'dismissed' : 'failed'
  }
}

/** The receiving app may read the file after the sheet has closed, as a mail with an attachment does (ms). */
const readWithin = 60_000

type Handing = {
  /** Writes the file, resolves with its address. */
  write: () => Promise<string>
  /** Opens the share sheet, which can keep a file as well as send it. */
  share: (address: string) => Promise<unknown>
  /** Removes what was handed on; rejects when there is nothing. */
  remove: () => Promise<unknown>
  /** Calls back after so many milliseconds. */
  after: (ms: number, callback: () => void) => unknown
}

/** Hands a file on and leaves no copy behind. Closing the sheet is no failure; rejects when the file or sheet cannot be. */
export async function handOnFile({ write, share, remove, after }: Handing): Promise<void> {
  const forget = () => remove().catch(console.warn)
  // Of an app that was ended before its time was over.
  await forget()
  const address = await write()
  const outcome = await sheetOutcome(() => share(address))
  if (outcome === 'shared') after(readWithin, forget)
  else await forget()
  if (outcome === 'failed') throw new Error('the share sheet could not be opened')
}
