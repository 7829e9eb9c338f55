import { describe, expect, it } from 'vitest'
import { readPageTarget, refuseApiTarget, tidyPath } from './request-target.ts'

const read = (target: string) => {
  const result = readPageTarget(target)
  return 'status' in result ? result.status : result.path
}

describe('readPageTarget', () => {
  it.each([
    ['/', '/'],
    ['/stars/mandy', '/stars/mandy'],
    ['/stars/m%C3%BCller?x=%ff', '/stars/m%C3%BCller'],
    ['/stars/%6dandy', '/stars/mandy'],
    ['/a%2Fb', '/a%2Fb'],
    ['/stars?q=100%', '/stars'],
    ['/stars?q={|}^`', '/stars'],
    ['/stars/%F0%9F%94%A5', '/stars/%F0%9F%94%A5'],
  ])('reads %s', (target, path) => expect(read(target)).toBe(path))

  it.each([
    ['/stars/%', 400],
    ['/stars/%zz', 400],
    ['/stars/%ff', 400],
    ['/stars/%ed%a0%80', 400],
    ['/stars/%c0%af', 400],
    ['/stars/%00', 400],
    ['/stars/a%0d%0aSet-Cookie:x', 400],
    ['/%2e%2e/etc/passwd', 400],
    ['/../etc/passwd', 400],
    ['/./stars', 400],
    ['/..%5c..%5cwindows', 400],
    ['/\\evil.example', 400],
    ['/st\u00e4rs', 400],
    ['/a b', 400],
    ['http://evil.example/', 400],
    ['*', 400],
    ['', 400],
  ])('refuses %j with %i', (target, status) => expect(read(target)).toBe(status))
})

describe('readPageTarget of very long URLs', () => {
  it('refuses them by length, in path or query', () => {
    expect(read(`/stars?q=${'x'.repeat(100_000)}`)).toBe(414)
    expect(read(`/${'x'.repeat(9_000)}`)).toBe(414)
    expect(read(`/${'/'.repeat(9_000)}`)).toBe(414)
  })
})

describe('refuseApiTarget', () => {
  it('accepts long filters and keeps their encoding', () => {
    expect(refuseApiTarget(`/rest/v1/stars?id=in.(${'x,'.repeat(10_000)})`)).toBeUndefined()
    expect(refuseApiTarget('/rest/v1/stars?slug=eq.%00')).toBeUndefined()
    expect(refuseApiTarget(`/rest/v1/rpc/search_all?p_query=${'x'.repeat(100_000)}`)).toEqual({ status: 414 })
  })
})

describe('tidyPath', () => {
  it.each([
    ['/stars/', '/stars'],
    ['//evil.example', '/evil.example'],
    ['//', '/'],
    ['/a//b///', '/a/b'],
    ['/sTARS', '/stars'],
    ['/Stars/M%C3%9CLLER/', '/stars/m%C3%9Cller'],
    ['/trashtalk%20', '/trashtalk'],
    ['/%20', '/'],
    ['/%20%20/%20stars%20/%20mandy%20%20', '/stars/mandy'],
    ['/suche/zwei%20worte', undefined],
    ['/stars/m%C3%BCller', undefined],
    ['/', undefined],
    ['/stars', undefined],
  ])('%s → %s', (path, tidy) => expect(tidyPath(path)).toBe(tidy))
})
