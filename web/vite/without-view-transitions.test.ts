import { expect, test } from 'vitest'
import { emptied } from './without-view-transitions.ts'

const code = `var a = 1;
function commitExitViewTransitions(deletion) {
  if (a) {
    measure(deletion);
  }
}
function next() {
  return commitExitViewTransitions;
}
`

test('a function loses its inside and nothing else', () => {
  expect(emptied(code, 'commitExitViewTransitions')).toBe(
    'var a = 1;\nfunction commitExitViewTransitions() {}\nfunction next() {\n  return commitExitViewTransitions;\n}\n',
  )
})

test('a function that React renamed stops the build', () => {
  expect(() => emptied(code, 'startViewTransition')).toThrow(/startViewTransition/)
})
