/** The part of the browser's cache storage that the worker uses. */
export function fakeCaches() {
  const all = new Map<string, Map<string, Response>>()
  const addressOf = (key: RequestInfo | URL) => (key instanceof Request ? key.url : String(key))
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>()
    all.set(name, entries)
    return {
      match: async (key: RequestInfo | URL) => entries.get(addressOf(key))?.clone(),
      put: async (key: RequestInfo | URL, answer: Response) => void entries.set(addressOf(key), answer),
      delete: async (key: RequestInfo | URL) => entries.delete(addressOf(key)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    }
  }
  return {
    open,
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
  }
}
