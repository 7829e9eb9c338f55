export type ScreenProps = {
  /** The `:id` of the address; empty where it has none. */
  id: string
}
