/** Limits per visitor. The client's own limits are lower. */
export type RealtimeLimits = {
  /** Open sockets of this process. */
  sockets: number
  /** Open sockets of one network (`networkOf`): a school or a mobile carrier shows many people as one. */
  socketsPerNetwork: number
  /** Of those, sockets on which nobody is signed in. */
  guestSocketsPerNetwork: number
  /** Open sockets of one member: tabs and devices. */
  socketsPerMember: number
  /** New sockets of one network a minute. */
  connectsPerMinute: number
  /** Supabase's default for a client (`max_channels_per_client`). */
  channelsPerSocket: number
  bindingsPerChannel: number
  /** Characters of a filter; Supabase allows lists of a hundred values, which are uuids at most. */
  filterLength: number
  /** Characters of all filters of one socket together: they stay in memory and are evaluated at every change of their table. */
  filtersPerSocket: number
  /** The same for a channel on which nobody is signed in. */
  guestChannelsPerSocket: number
  guestBindingsPerChannel: number
  guestFilterLength: number
  /** Messages of a client per second (ours sends at most 10), after a first burst for joining everything. */
  messagesPerSecond: number
  messageBurst: number
  /** Bytes of one message from a client. */
  messageBytes: number
  /** Bytes that may wait for a slow reader before they are hung up on. */
  waitingBytes: number
  /**
   * From how many channels on that are told of a row, those that agreed to it (`postgres_changes_options.gather`) are told of
   * one change a second; of what follows within it they are told once that something changed.
   */
  crowd: number
  /** A client sends a heartbeat every 15 s; after three missed ones it is gone. */
  silenceMs: number
  /** Time to join a first channel, or any after the last was left. */
  idleMs: number
}

export const REALTIME_LIMITS: RealtimeLimits = {
  sockets: 2_000,
  socketsPerNetwork: 100,
  guestSocketsPerNetwork: 20,
  socketsPerMember: 12,
  connectsPerMinute: 200,
  channelsPerSocket: 100,
  bindingsPerChannel: 20,
  filterLength: 4_000,
  filtersPerSocket: 64_000,
  guestChannelsPerSocket: 20,
  guestBindingsPerChannel: 5,
  guestFilterLength: 256,
  messagesPerSecond: 10,
  messageBurst: 150,
  messageBytes: 64 << 10,
  waitingBytes: 1 << 20,
  crowd: 500,
  silenceMs: 45_000,
  idleMs: 60_000,
}

/** For each who is told that something changed: at an average of half of it, a hundred a second read again. */
const REREAD_MS_EACH = 20
const LONGEST_REREAD_MS = 60_000

/** Within how many ms that many readers may read again what changed, each at a moment of its own. */
export const rereadWithin = (readers: number): number => Math.min(LONGEST_REREAD_MS, readers * REREAD_MS_EACH)
