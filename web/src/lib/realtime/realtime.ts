import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import type { RowChange, RowWatch, Watcher } from './row-watch.ts'

function memberId(): string | null {
  const current = viewer()
  return current.state === 'member' ? current.user.id : null
}

const nothing = () => {}

/**
 * Watches rows while a member is signed in; guests load no code and open no socket. All watches share one socket.
 * `onMissed` is called when changes may have been missed (after a lost connection, a hidden tab, or more than
 * ten changes a second): refetch then. `onJoined` is called at the first join, which can take a while: data fetched before
 * it may be outdated. Returns the unsubscribe function.
 */
export function watchRows(
  watches: readonly RowWatch[],
  onChange: (change: RowChange) => void,
  onMissed?: () => void,
  onJoined?: () => void,
): () => void {
  let following: string | null = null
  let stop = nothing
  const followViewer = () => {
    const member = memberId()
    if (member === following) return
    stop()
    following = member
    stop = member ? follow(member, { watches, onChange, onMissed, onJoined }) : nothing
  }
  followViewer()
  const unsubscribe = subscribeViewer(followViewer)
  return () => {
    unsubscribe()
    stop()
  }
}

/** If the code cannot be loaded there are no live updates; retries once the network is back. */
function follow(member: string, watcher: Watcher): () => void {
  let over = false
  let leave = nothing
  const begin = () => {
    import('./realtime-connection.ts')
      .then(({ connectionOf }) => {
        if (!over) leave = connectionOf(member).watch(watcher)
      })
      .catch(() => window.addEventListener('online', begin, { once: true }))
  }
  begin()
  return () => {
    over = true
    window.removeEventListener('online', begin)
    leave()
  }
}
