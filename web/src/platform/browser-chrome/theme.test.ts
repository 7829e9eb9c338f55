import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { themeScript } from './theme.ts'

type Page = { theme: string | undefined; barColor: string | undefined }

/** Runs the inline script as a browser would, with just the parts of the page it touches. */
function firstPaint(stored: string | null | 'blocked', deviceIsDark: boolean): Page {
  const page: Page = { theme: undefined, barColor: undefined }
  const localStorage = {
    getItem: () => {
      if (stored === 'blocked') throw new Error('SecurityError')
      return stored
    },
  }
  const document = {
    documentElement: { dataset: page },
    createElement: () => ({}),
    head: { append: (meta: { content: string }) => Object.assign(page, { barColor: meta.content }) },
  }
  runInNewContext(themeScript, { localStorage, document, matchMedia: () => ({ matches: deviceIsDark }) })
  return page
}

test.each([
  [null, false, 'light'],
  [null, true, 'dark'],
  ['system', true, 'dark'],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['blocked', true, 'dark'],
  ['blocked', false, 'light'],
  ['<script>', false, 'light'],
])('stored %s on a device that is dark: %s shows %s', (stored, deviceIsDark, theme) => {
  const page = firstPaint(stored, deviceIsDark)
  expect(page.theme).toBe(theme)
  expect(page.barColor).toBe(theme === 'dark' ? '#0a0a0a' : '#F6F5E9')
})
