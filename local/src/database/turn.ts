/**
 * Turns at something that serves one at a time, in the order of asking. PGlite has one session: without turns the
 * statements of two requests would share one transaction and one role.
 */
export function turns(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    let done = () => {}
    const mine = new Promise<void>((resolve) => {
      done = resolve
    })
    const before = last
    last = before.then(() => mine)
    await before
    return done
  }
}
