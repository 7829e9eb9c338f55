/** A table that tells about its rows, and which of them: `filter` is `column=eq.value`, as the realtime server reads it. */
export type RowWatch = {
  table:
    | 'notifications'
    | 'post_reactions'
    | 'comments'
    | 'comment_reactions'
    | 'community_posts'
    | 'post_rumors'
    | 'poll_options'
    | 'star_scores'
  event: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  filter?: string
}

/** What happened to a row the member may read. `row` is empty for DELETE; `old` holds the primary key, if anything. */
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
