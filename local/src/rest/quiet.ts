import { AsyncLocalStorage } from 'node:async_hooks'

const quiet = new AsyncLocalStorage<true>()
const { error, warn } = console

/** lite prints every failed statement with its parameters. Those may hold anything a person typed. */
console.error = (...args: unknown[]) => {
  if (!quiet.getStore()) error.apply(console, args)
}
console.warn = (...args: unknown[]) => {
  if (!quiet.getStore()) warn.apply(console, args)
}

/** Runs `work`, and drops what is written to the console's error and warning streams from within it. */
export const whileQuiet = <T>(work: () => Promise<T>): Promise<T> => quiet.run(true, work)
