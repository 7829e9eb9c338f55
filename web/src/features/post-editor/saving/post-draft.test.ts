import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyFields } from '../fields/post-fields.ts'
import { changeKind, type Draft, newPostDrafts, readDraft, removeDraft, writeDraft } from './post-draft.ts'

let stored: Map<string, string>
let full = false
beforeEach(() => {
  stored = new Map()
  full = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const draft = (title: string): Draft => ({
  id: crypto.randomUUID(),
  fields: { ...emptyFields(), title },
  sent: null,
  seen: null,
})

describe('a draft', () => {
  test('is stored per kind and restored completely', () => {
    const [rumor, poll] = [draft('Gerücht'), { ...draft('Umfrage'), sent: '{}' }]
    expect(writeDraft('anna', 'rumor', rumor)).toBe(true)
    writeDraft('anna', 'poll', poll)
    expect(readDraft('anna', 'rumor')).toEqual(rumor)
    expect(readDraft('anna', 'poll')).toEqual(poll)
    removeDraft('anna', 'poll')
    expect(readDraft('anna', 'poll')).toBeNull()
    expect(readDraft('anna', 'rumor')).toEqual(rumor)
  })

  test('is never shown to another member, and is deleted when they write', () => {
    writeDraft('anna', 'rumor', draft('Gerücht'))
    expect(readDraft('ben', 'rumor')).toBeNull()
    writeDraft('ben', 'poll', draft('Umfrage'))
    expect(readDraft('anna', 'rumor')).toBeNull()
  })

  test('that is empty is not stored, and deleting the last one removes the key', () => {
    writeDraft('anna', 'rumor', draft('Gerücht'))
    writeDraft('anna', 'rumor', draft('  '))
    expect(stored.has(storageKeys.postDrafts)).toBe(false)
  })

  test('of a new post is listed, the last written first; one of an edited post is not', () => {
    const edited = draft('Alter Beitrag')
    for (const [slot, title] of [
      ['rumor', 'Gerücht'],
      ['poll', ' Umfrage '],
      [edited.id, 'Alter Beitrag'],
    ] as const)
      writeDraft('anna', slot, draft(title))
    expect(newPostDrafts('anna')).toEqual([
      { type: 'poll', title: 'Umfrage' },
      { type: 'rumor', title: 'Gerücht' },
    ])
    writeDraft('anna', 'rumor', draft('Gerücht, weiter'))
    expect(newPostDrafts('anna').map(({ type }) => type)).toEqual(['rumor', 'poll'])
    expect(newPostDrafts('ben')).toEqual([])
  })

  test('that the browser cannot store is reported', () => {
    full = true
    expect(writeDraft('anna', 'rumor', draft('Gerücht'))).toBe(false)
  })

  test.each([
    '{',
    'null',
    '{"member":"anna","drafts":{"rumor":{"id":"x"}}}',
    '{"member":"anna","drafts":{"rumor":{"id":"018f3c5e-0000-7000-8000-000000000001","sent":null,"fields":{"title":1}}}}',
  ])('of another build is no draft: %s', (text) => {
    stored.set(storageKeys.postDrafts, text)
    expect(readDraft('anna', 'rumor')).toBeNull()
  })
})

describe('when another kind is chosen', () => {
  test('the typed text moves along, and its draft is deleted', () => {
    const typed = draft('Gerücht')
    writeDraft('anna', 'rumor', typed)
    expect(changeKind('anna', 'rumor', 'poll', typed)).toEqual(typed.fields)
    expect(readDraft('anna', 'rumor')).toBeNull()
  })

  test('an existing draft of that kind is kept, and so is the typed text', () => {
    const [typed, waiting] = [draft('Gerücht'), draft('Umfrage')]
    writeDraft('anna', 'poll', waiting)
    expect(changeKind('anna', 'rumor', 'poll', typed)).toBeNull()
    expect(readDraft('anna', 'poll')).toEqual(waiting)
    expect(readDraft('anna', 'rumor')).toEqual(typed)
  })
})
