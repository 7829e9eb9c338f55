/** A table with realtime changes, and which of its rows: `filter` is `column=eq.value`, in the realtime server's syntax. */
export type RowWatch = {
  table: 'notifications' | 'comments' | 'community_posts' | 'post_rumors' | 'poll_options'
  event: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  filter?: string
}

/** A change of a row the member may read. `row` is empty for DELETE; `old` holds at most the primary key. */
export type RowChange = {
  table: string
  event: 'INSERT' | 'UPDATE' | 'DELETE'
  row: Record<string, unknown>
  old: Record<string, unknown>
}

export type Watcher = {
  watches: readonly RowWatch[]
  onChange: (change: RowChange) => void
  onMissed?: (() => void) | undefined
  onJoined?: (() => void) | undefined
}
