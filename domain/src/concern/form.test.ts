import { expect, test } from 'vitest'
import { type ConcernFields, concernForm, pageOfSite } from './form.ts'

const site = 'https://hot.example'

test.each([
  ['/stars/mandy', '/stars/mandy'],
  [' https://hot.example/stars/mandy ', '/stars/mandy'],
  ['https://www.hot.example/stars/mandy', '/stars/mandy'],
  ['hot.example/stars/mandy?x=1#a', '/stars/mandy?x=1#a'],
  ['stars/mandy', '/stars/mandy'],
  ['https://hot.example', '/'],
  ['https://evil.example/stars/mandy', null],
  ['//evil.example/x', null],
  ['/\\evil.example', null],
  ['javascript:alert(1)', null],
  ['mailto:a@b.de', null],
  [`/${'a'.repeat(500)}`, null],
  ['', null],
])('%j is the page %j', (typed, page) => expect(pageOfSite(typed, site)).toBe(page))

const sent: ConcernFields = {
  wish: 'remove',
  page: '/stars/mandy',
  who: 'self',
  person: '',
  name: 'Mandy',
  email: 'mandy@agentur.example',
  text: 'Das ist nie passiert.',
  goodFaith: true,
}

test.each<[Partial<ConcernFields>, string[]]>([
  [{}, []],
  [{ wish: 'access', page: '' }, []],
  [{ who: 'other', person: 'Mandy Pfefferkorn' }, []],
  [{ page: '' }, ['page']],
  [{ page: 'https://evil.example/' }, ['page']],
  [{ wish: 'access', page: 'https://evil.example/' }, ['page']],
  [{ who: 'other' }, ['person']],
  [{ wish: '', goodFaith: false }, ['wish', 'goodFaith']],
  [{ name: ' ', email: 'mandy', text: ' ' }, ['name', 'email', 'text']],
])('with %j these fields are at fault: %j', (changed, fields) => {
  const { error } = concernForm(site).safeParse({ ...sent, ...changed })
  expect(error?.issues.map(({ path }) => path[0]) ?? []).toEqual(fields)
})
