/** SQL of one line of who-may-what.txt. `:owner` is the owner of the row, `:me` the caller. */
export type Probe = {
  /** Finds the row. */
  where: string
  /** Columns and values of an insert through the API. */
  values: string
  set: string
  /** Creates the row, as the owner of the tables; without it, the row is part of the world. */
  seed?: string
  /** Creates what an insert refers to. */
  given?: string
  /** What a guest inserts instead. */
  guestValues?: string
  /** For a delete that keeps the row: a condition that is true afterwards. */
  gone?: string
}

export type Probes = Record<string, Probe>
