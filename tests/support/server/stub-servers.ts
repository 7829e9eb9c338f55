import { afterEach } from 'vitest'
import { type StubOptions, startStubServer } from './stub-server.ts'

/** For tests: starts stub servers that are stopped with the test. */
export function stubServers() {
  const running: { close(): Promise<void> }[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.close()))
  })
  return async (options?: StubOptions) => {
    const server = await startStubServer(options)
    running.push(server)
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(server.url + path, { headers, method, redirect: 'manual' })
    return { ...server, get }
  }
}
