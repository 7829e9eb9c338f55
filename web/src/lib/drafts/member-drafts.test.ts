import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memberDrafts, storeMemberDrafts } from './member-drafts.ts'
import { forgetDrafts } from './stored-drafts.ts'

let stored: Map<string, string>
/** What ends with the tab. */
let ended: Map<string, string>
beforeEach(() => {
  stored = new Map()
  ended = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => ended.get(key) ?? null,
    setItem: (key: string, value: string) => ended.set(key, value),
    removeItem: (key: string) => ended.delete(key),
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('posts, forms of the team and letters to it lie in one record and do not replace each other', () => {
  storeMemberDrafts('anna', 'letters', { 'appeal:1': 'Anders' })
  storeMemberDrafts('anna', 'drafts', { rumor: 1 })
  storeMemberDrafts('anna', 'team', { 'format:neu': 2 })
  storeMemberDrafts('anna', 'drafts', { poll: 3 })
  expect(memberDrafts('anna', 'team')).toEqual({ 'format:neu': 2 })
  expect(memberDrafts('anna', 'drafts')).toEqual({ poll: 3 })
  storeMemberDrafts('anna', 'drafts', {})
  expect(memberDrafts('anna', 'team')).toEqual({ 'format:neu': 2 })
  storeMemberDrafts('anna', 'team', {})
  expect(memberDrafts('anna', 'letters')).toEqual({ 'appeal:1': 'Anders' })
  storeMemberDrafts('anna', 'letters', {})
  expect(stored.size).toBe(0)
})

test('signing out forgets both, and another member sees neither', () => {
  storeMemberDrafts('anna', 'team', { 'format:neu': 2 })
  expect(memberDrafts('ben', 'team')).toEqual({})
  storeMemberDrafts('ben', 'drafts', { rumor: 1 })
  expect(memberDrafts('anna', 'team')).toEqual({})
  storeMemberDrafts('anna', 'team', { 'format:neu': 2 })
  forgetDrafts()
  expect(stored.size).toBe(0)
})

test('a record of before there were forms of the team is read', () => {
  stored.set(storageKeys.postDrafts, '{"member":"anna","drafts":{"rumor":1}}')
  expect(memberDrafts('anna', 'drafts')).toEqual({ rumor: 1 })
  expect(memberDrafts('anna', 'team')).toEqual({})
})

test('what a guest types is neither a member’s nor on the device, and a member’s stays', () => {
  storeMemberDrafts('anna', 'drafts', { rumor: 1 })
  storeMemberDrafts(null, 'letters', { 'report:1': 'Gemein' })
  expect(memberDrafts(null, 'letters')).toEqual({ 'report:1': 'Gemein' })
  expect(memberDrafts(null, 'drafts')).toEqual({})
  expect([...stored.values()].join()).not.toContain('Gemein')
  storeMemberDrafts(null, 'letters', {})
  expect(ended.size).toBe(0)
  expect(memberDrafts('anna', 'drafts')).toEqual({ rumor: 1 })
})
