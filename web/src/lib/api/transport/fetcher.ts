import { serverSlot } from '../config/runtime-config.ts'
import { withTrace } from './trace.ts'

/** On the server the gateway is called in process; in the browser the network is used. */
export const reach: typeof fetch = (input, init) => {
  // The backend is elsewhere. Spelled out, because a constant of another module comes too late for the bundler.
  if (import.meta.env.VITE_SHELL === 'native' && !import.meta.env.SSR) return fetch(input, init)
  const inProcess = import.meta.env.SSR ? serverSlot()?.fetch : undefined
  return inProcess ? inProcess(new Request(input as string, init)) : fetch(input, withTrace(input, init))
}
