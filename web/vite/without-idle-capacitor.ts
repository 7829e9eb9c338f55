import type { Plugin } from 'vite'

const core = /\/@capacitor\/core\/dist\/index\.js(\?|$)/
/** Registered when the core is loaded, though HoT asks neither of them: kept, they would be half of it. */
const idle = ['CapacitorCookies', 'CapacitorHttp']

/** The core of Capacitor, from which the bundler may leave out what nobody imports. Throws when it looks different. */
export function withoutIdlePlugins(code: string): string {
  return idle.reduce((left, name) => {
    const registration = `const ${name} = registerPlugin(`
    if (!left.includes(registration))
      throw new Error(`Capacitor registers ${name} differently: check without-idle-capacitor.ts.`)
    return left.replace(registration, `const ${name} = /* @__PURE__ */ registerPlugin(`)
  }, code)
}

/**
 * Capacitor's core brings cookies and requests of its own for browsers (1.5 kB of the shells' first screen), which nothing
 * in HoT asks for (docs/decisions/006).
 */
export const withoutIdleCapacitor = (): Plugin => ({
  name: 'hot-without-idle-capacitor',
  apply: 'build',
  transform: (code, id) => (core.test(id) ? { code: withoutIdlePlugins(code), map: null } : null),
})
