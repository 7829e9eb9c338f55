import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import type { RowChange, RowWatch, Watcher } from './row-watch.ts'

function memberId(): string | null {
  const current = viewer()
  return current.state === 'member' ? current.user.id : null
}

const nothing = () => {}

/**
 * Follows rows for as long as a member is there; guests load nothing and open no socket. All watches share one socket.
 * `onMissed` is called whenever changes may have gone by (after a lost connection, a tab out of sight, a flood of more
 * than ten changes a second): fetch again then. Not at the first join, which takes its time: `onJoined` is, and what was
 * fetched before it may have missed something.
 * Returns the unsubscribe function.
 */
export function watchRows(
  watches: readonly RowWatch[],
  onChange: (change: RowChange) => void,
  onMissed?: () => void,
  onJoined?: () => void,
): () => void {
  let following: string | null = null
  let stop = nothing
  const look = () => {
    const member = memberId()
    if (member === following) return
    stop()
    following = member
    stop = member ? follow(member, { watches, onChange, onMissed, onJoined }) : nothing
  }
  look()
  const forget = subscribeViewer(look)
  return () => {
    forget()
    stop()
  }
}

/** Without its code nothing is live; it is tried again once the network is back. */
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
