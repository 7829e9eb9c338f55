import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withoutIdlePlugins } from './without-idle-capacitor.ts'

const main = createRequire(import.meta.url).resolve('@capacitor/core')
const core = fs.readFileSync(path.join(path.dirname(main), 'index.js'), 'utf8')

test('of the installed core only two registrations change, and only in that they may be left out', () => {
  const lighter = withoutIdlePlugins(core)
  expect(lighter.match(/\/\* @__PURE__ \*\/ registerPlugin\('(CapacitorCookies|CapacitorHttp)'/g)).toHaveLength(2)
  expect(lighter.replaceAll('/* @__PURE__ */ ', '')).toBe(core)
})

test('a core that registers them differently stops the build', () => {
  expect(() => withoutIdlePlugins('const CapacitorCookies = register("CapacitorCookies")')).toThrow(/differently/)
})
