/** How clients call an RPC, and whether it changes cached pages. */
export type RpcTraits = {
  /** Has side effects: sent by POST, and not retried unless it is `repeatable`. */
  writes?: true
  /** Read-only, but sent by POST, because its arguments may be too long for a URL, or null. */
  posted?: true
  /** Idempotent, by an id made by the client or a natural key. */
  repeatable?: true
  /** Takes long, so progress is shown: a whole file, or an account with all its data. */
  slow?: true
  /**
   * Changes what guests see, so cached pages are purged. `true`: all, at once, because staff decided. Within a second,
   * because members may call it again and again: `all`, or those that show the `caller`, or the row whose id is the
   * argument `p_id`. An answer `false` means that nothing changed.
   */
  purges?: true | 'all' | 'caller' | 'p_id'
}

/** `answer` exists only for type inference. */
export type Rpc<Answer> = RpcTraits & { readonly answer?: Answer }

export const read = <Answer>(traits: Omit<RpcTraits, 'writes'> = {}): Rpc<Answer> => traits
export const write = <Answer>(traits: RpcTraits = {}): Rpc<Answer> => ({ writes: true, ...traits })
