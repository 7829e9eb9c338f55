type Place = { path: string; at: number }

type Options = {
  history: {
    location: { href: string }
    replace: (path: string) => void
    subscribe: (listener: (change: { location: { href: string } }) => void) => () => void
  }
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Calls back when the app goes into the background. */
  onPause: (listener: () => void) => () => void
  now?: () => number
}

const storageKey = 'hot_last_place'
/** The system ends apps that were left for a moment; after longer, people begin anew (ms). */
const forMs = 10 * 60_000

function storedPlace(storage: Options['storage']): Place | null {
  try {
    const { path, at } = JSON.parse(storage.getItem(storageKey) ?? '{}')
    return typeof path === 'string' && typeof at === 'number' ? { path, at } : null
  } catch {
    // Storage is blocked, or the entry is damaged.
    return null
  }
}

/**
 * Opens the page at which the app was when the system ended it, within ten minutes, and unless a link has opened another;
 * from then on remembers where it is. Drafts are kept by their forms. Returns the unsubscribe function.
 */
export function followPlace({ history, storage, onPause, now = Date.now }: Options): () => void {
  const last = storedPlace(storage)
  if (history.location.href === '/' && last && last.path.startsWith('/') && now() - last.at < forMs)
    if (last.path !== '/' && !last.path.startsWith('//')) history.replace(last.path)
  const keep = () => {
    const path = history.location.href
    if (path.startsWith('/auth')) return
    try {
      storage.setItem(storageKey, JSON.stringify({ path, at: now() } satisfies Place))
    } catch {
      // Storage is blocked or full: the next start begins at the front.
    }
  }
  const stops = [history.subscribe(keep), onPause(keep)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** For signing out. */
export const forgetPlace = (storage: Pick<Storage, 'setItem'>): void => storage.setItem(storageKey, '{}')
