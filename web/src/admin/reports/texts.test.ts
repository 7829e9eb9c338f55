import type { ReportCase } from '@hot/domain/contract/admin/reports'
import { expect, test } from 'vitest'
import { caseName } from './texts.ts'

type Named = Pick<ReportCase, 'target_type' | 'content' | 'author' | 'profile'>
const content = { title: 'Wer gewinnt?' } as ReportCase['content']
const author = { member: { nickname: 'pausenbrot' } } as ReportCase['author']
const post: Named = { target_type: 'post', content, author, profile: null }

test('buttons of a post and of a comment below it have different names', () => {
  expect(caseName(post)).toBe('Wer gewinnt?')
  expect(caseName({ ...post, target_type: 'comment' })).toBe('Kommentar von pausenbrot zu „Wer gewinnt?“')
})

test('what is gone is named by its kind', () => {
  expect(caseName({ ...post, target_type: 'comment', content: null })).toBe('Kommentar')
  expect(caseName({ ...post, target_type: 'profile', content: null })).toBe('Profil')
})
