/** What pages say to the worker. */
export type WorkerMessage =
  /** Something was read: `page` is the address whose document is to be kept, `files` what it showed. Paths with search. */
  | { kind: 'keep'; page?: KeptPage; files: readonly string[] }
  /** The network is back: ask again for what is kept. Answered with `WorkerAnswer` about `page`. */
  | { kind: 'check'; page: string }
  /** Which notifications were tapped here and not told yet? Answered with their ids. */
  | { kind: 'tapped' }
  /** Somebody signed out: nothing that was visited stays. */
  | { kind: 'forget' }
  /** Take over now instead of waiting until every page of the old version is closed. */
  | { kind: 'activate' }
  /** Which build is this? Answered with the path of its first script. */
  | { kind: 'build' }

/** What the worker says to a page by itself: a tap on a notification led to it, which was open before. */
export type PageMessage = 'tapped'

/** `loaded`: the browser has just loaded the document itself, so that it lies in its own cache. */
export type KeptPage = { path: string; loaded: boolean }

/** Whether the address names a page no more. */
export type CheckAnswer = { gone: boolean }

const kinds: readonly unknown[] = [
  'keep',
  'check',
  'tapped',
  'forget',
  'activate',
  'build',
] satisfies WorkerMessage['kind'][]

/** Only pages of this origin can send anything, but an extension may, and says something else. */
export const isWorkerMessage = (data: unknown): data is WorkerMessage =>
  typeof data === 'object' && data !== null && 'kind' in data && kinds.includes(data.kind)
