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
