/** Messages from pages to the worker. */
export type WorkerMessage =
  /** Something was read: `page` is the document to cache, `files` the files it loaded. Paths with search. */
  | { kind: 'keep'; page?: VisitedPage; files: readonly string[] }
  /** The network is back: revalidate cached pages. Answered with `CheckAnswer` about `page`. */
  | { kind: 'check'; page: string }
  /** Requests the ids of tapped notifications that were not reported yet. */
  | { kind: 'tapped' }
  /** Sign-out: delete all copies of visited pages, and end push on this device. */
  | { kind: 'forget' }
  /** Take over now instead of waiting until every page of the old version is closed. */
  | { kind: 'activate' }
  /** Requests the worker's build. Answered with the path of its entry script. */
  | { kind: 'build' }

/** Message from the worker to an open page: a notification tap focused it. */
export type PageMessage = 'tapped'

/** `loaded`: the browser has just loaded the document itself, so it is in the HTTP cache. */
export type VisitedPage = { path: string; loaded: boolean }

/** Whether the page was removed. */
export type CheckAnswer = { gone: boolean }

const kinds: readonly unknown[] = [
  'keep',
  'check',
  'tapped',
  'forget',
  'activate',
  'build',
] satisfies WorkerMessage['kind'][]

/** Browser extensions may send other messages from pages of this origin. */
export const isWorkerMessage = (data: unknown): data is WorkerMessage =>
  typeof data === 'object' && data !== null && 'kind' in data && kinds.includes(data.kind)
