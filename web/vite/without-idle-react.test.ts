import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { usesIdle, withoutIdle } from './without-idle-react.ts'

const reactDom = createRequire(import.meta.url)
  .resolve('react-dom/client')
  .replace(/client\.js$/, 'cjs/react-dom-client.production.js')

test('finds everything it takes out in the installed React', () => {
  const code = fs.readFileSync(reactDom, 'utf8')
  expect(withoutIdle(code).length).toBeLessThan(code.length - 8_000)
  expect(() => withoutIdle('function preload() {\n}\n')).toThrow(/no longer has/)
})

test.each([
  ["import { useState, useActionState } from 'react'", true],
  ['import { preload } from "react-dom"', true],
  ['ReactDOM.preinit("/a.css")', true],
  ["import React, { Activity } from 'react'", true],
  ["import { Activity } from 'lucide-react'", false],
  ["import { useState } from 'react'", false],
  ['route.preload()', false],
])('%s: %s', (code, used) => {
  expect(usesIdle(code)).toBe(used)
})
