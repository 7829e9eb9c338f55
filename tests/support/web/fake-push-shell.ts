import type { ShellPush } from '#web/platform/push/push-shell.ts'
import type { DeviceStore } from '#web/platform/storage/device-store.native.ts'

type Wishes = {
  permission?: string
  /** The person's answer to the permission prompt. */
  answer?: string
  /** Why there is no token. */
  problem?: string
  silent?: boolean
  environment?: 'production' | 'sandbox'
}

/** A phone and its push service for tests: each request returns a new token. */
export function fakeShell(
  kind: ShellPush['kind'],
  { permission = 'prompt', answer, problem, silent, environment }: Wishes = {},
) {
  const asked: string[] = []
  const listeners = new Set<(token: string) => void>()
  const refusals = new Set<(problem: string) => void>()
  let allowed = permission
  let tokens = 0
  const giveToken = async (token: string) => {
    for (const listener of [...listeners]) listener(token)
    await new Promise((resolve) => setTimeout(resolve))
  }
  const shell: ShellPush = {
    kind,
    environment: async () => environment ?? 'production',
    permission: async () => allowed,
    async askPermission() {
      asked.push('ask')
      allowed = answer ?? allowed
      return allowed
    },
    makeChannel: async ({ id, name }) => void asked.push(`channel ${id} ${name}`),
    async register() {
      asked.push('register')
      if (silent) return
      if (problem) for (const listener of [...refusals]) listener(problem)
      else void giveToken(`Token-${++tokens}`)
    },
    unregister: async () => void asked.push('unregister'),
    async onToken(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async onError(listener) {
      refusals.add(listener)
      return () => refusals.delete(listener)
    },
  }
  return { shell, asked, giveToken, listening: () => listeners.size + refusals.size }
}

export function fakeStore(stored: Record<string, string> = {}): DeviceStore {
  const values = new Map(Object.entries(stored))
  return {
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => void values.set(key, value),
    remove: async (key) => void values.delete(key),
  }
}
