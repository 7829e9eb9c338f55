import { expect, test } from 'vitest'
import { keyIntent, swipeOf } from './gestures.ts'

const key = (name: string, held: object = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held })

test.each([
  [key('ArrowRight'), { type: 'next' }],
  [key('ArrowLeft'), { type: 'back' }],
  [key('1'), { type: 'answer', value: 1 }],
  [key('5'), { type: 'answer', value: 5 }],
  [key('6'), null],
  [key('0'), null],
  [key('Enter'), null],
  [key('ArrowDown'), null],
  [key('1', { ctrlKey: true }), null],
  [key('ArrowLeft', { altKey: true }), null],
])('%o means %o', (pressed, intent) => expect(keyIntent(pressed)).toEqual(intent))

test.each([
  ['far to the left', { dx: -120, dy: 10, ms: 600 }, 'left'],
  ['far to the right', { dx: 120, dy: -30, ms: 600 }, 'right'],
  ['a quick flick', { dx: -45, dy: 5, ms: 60 }, 'left'],
  ['slow and short', { dx: -60, dy: 5, ms: 600 }, null],
  ['scrolling down', { dx: -100, dy: 300, ms: 300 }, null],
  ['a trembling tap', { dx: 6, dy: 2, ms: 5 }, null],
])('%s', (_, stroke, direction) => expect(swipeOf(stroke)).toBe(direction))
