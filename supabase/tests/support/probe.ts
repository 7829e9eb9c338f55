/** SQL of one line of who-may-what.txt. `:owner` is whose row it is, `:me` who asks. */
export type Probe = {
  /** Finds the row. */
  where: string
  /** Columns and values of an insert through the API. */
  values: string
  set: string
  /** How the row comes to be, as the owner of the tables; without it, the row is part of the world. */
  seed?: string
  /** What an insert needs to be there first. */
  given?: string
  /** What a guest inserts instead. */
  guestValues?: string
  /** When a delete keeps the row: what is then true of it. */
  gone?: string
}

export type Probes = Record<string, Probe>
