import { expect, test } from 'vitest'
import { emptied, withoutMethods } from './without-view-transitions.ts'

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

test('the methods of a class go, and nothing else', () => {
  const methods =
    'A.prototype.focus = function (a) {\n  if (a) {\n    b();\n  }\n};\nA.prototype.blur = function () {\n  c();\n};\n'
  expect(withoutMethods(`function A() {}\n${methods}d();\n`, 'A')).toBe('function A() {}\nd();\n')
  expect(() => withoutMethods(methods, 'B')).toThrow(/methods of B/)
})
