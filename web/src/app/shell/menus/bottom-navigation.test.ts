import { expect, test } from 'vitest'
import { bottomTabs, isActivePath } from './bottom-navigation.tsx'

const activeTabs = (path: string) => bottomTabs.filter((tab) => isActivePath(path, tab.to)).map((tab) => tab.title)

test.each([
  ['/', ['Home']],
  ['/stars', ['Stars']],
  ['/stars/mandy-pfefferkorn-1a2b', ['Stars']],
  ['/trashtalk/geruechte/2026/11/21/x', ['Trashtalk']],
  ['/charts/stars/hot-bestenliste', ['Charts']],
  ['/formate', ['Formate']],
  ['/format/alt', []],
  ['/impressum', []],
])('on %s the active tabs are %j', (path, tabs) => expect(activeTabs(path)).toEqual(tabs))

test('there are six tabs, in this order', () => {
  expect(bottomTabs.map((tab) => tab.title)).toEqual(['Home', 'Stars', 'Formate', 'Trashtalk', 'Charts', 'Kalender'])
})
