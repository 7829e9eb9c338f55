import type { PostCard } from '@hot/domain/contract/post'
import { describe, expect, it } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { lostAnswer } from '../../../../../tests/support/web/lost-answer.ts'
import { failureText, isRefusal, refusalText } from './post-choices.ts'

const policy = new DataError('42501', 403, 'new row violates row-level security policy')
const noSuchOption = new DataError('23503', 409, 'violates foreign key constraint')
const now = Date.parse('2026-11-21T20:00:00Z')
const poll = (ends_at: string | null) => ({ poll: { ends_at, options: [] } }) as unknown as PostCard
const rumor = { poll: null } as unknown as PostCard
const debunked = { poll: null, rumor: { status: 'debunked' } } as unknown as PostCard

describe('a refusal is explained', () => {
  it.each([
    ['a post that is gone', { post: null }, 'Dieser Beitrag ist nicht mehr da.'],
    ['a poll that is over', { kind: 'poll', post: poll('2026-11-21T19:59:59Z') }, 'Diese Umfrage ist beendet.'],
    ['a rumor that is debunked', { post: debunked }, 'Dieses Gerücht ist widerlegt.'],
    ['a ban beside a debunked rumor', { kind: 'post', post: debunked }, /gesperrt/],
    ['answers that changed', { error: noSuchOption, kind: 'poll', post: poll(null) }, /Antworten haben sich/],
    ['a missing invitation', { needsInvite: true }, /Einladung/],
    ['a ban', {}, /gesperrt/],
    ['a ban in a running poll', { kind: 'poll', post: poll('2026-11-21T20:00:01Z') }, /gesperrt/],
  ] as const)('as %s', (_, given, expected) => {
    const { title, text } = refusalText(
      { error: policy, kind: 'rumor', post: rumor, needsInvite: false, ...given },
      now,
    )
    expect(`${title} ${text}`).toMatch(expected)
  })
})

describe('other failures', () => {
  it.each([
    [new DataError('', 0, 'Failed to fetch'), /Prüf dein Netz/],
    [lostAnswer(), /Prüf dein Netz/],
    [new DataError('PT429', 429, '', 'rate_limited'), /Warte ein paar Minuten/],
    [new DataError('PGRST301', 401, ''), /Melde dich neu an/],
    [new DataError('XX000', 500, ''), /Versuch es gleich noch einmal/],
  ])('%s says what to do', (error, expected) => {
    expect(isRefusal(error)).toBe(false)
    expect(failureText(error, 'post').text).toMatch(expected)
  })
})
