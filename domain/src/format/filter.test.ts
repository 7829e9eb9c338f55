import { describe, expect, test } from 'vitest'
import { type FormatFilter, filterFormats } from './filter.ts'

const format = (id: string, fields: object) => ({
  id,
  slug: `slug-${id}`,
  name: id,
  short_name: null,
  description: null,
  broadcaster_id: null,
  streaming_provider_id: null,
  is_active: true,
  ...fields,
})
const formats = [
  format('a', { name: 'Das Sommerhaus der Stars', broadcaster_id: 'rtl' }),
  format('b', { name: 'Ich bin ein Star', short_name: 'Dschungelcamp', broadcaster_id: 'rtl', is_active: false }),
  format('c', { name: 'Are You The One?', description: 'Zehn Matches, eine Lösung.', streaming_provider_id: 'rtl+' }),
]

describe('filterFormats', () => {
  test.each<[FormatFilter, string]>([
    [{}, 'abc'],
    [{ text: '  ', broadcaster_id: '', streaming_provider_id: null, is_active: undefined }, 'abc'],
    [{ text: 'STAR' }, 'ab'],
    [{ text: 'dschungel' }, 'b'],
    [{ text: 'loesung' }, 'c'],
    [{ text: 'nichts davon' }, ''],
    [{ broadcaster_id: 'rtl' }, 'ab'],
    [{ broadcaster_id: 'rtl', is_active: true }, 'a'],
    [{ is_active: false }, 'b'],
    [{ streaming_provider_id: 'rtl+' }, 'c'],
    [{ text: 'star', streaming_provider_id: 'rtl+' }, ''],
  ])('%o leaves %j', (filter, ids) =>
    expect(
      filterFormats(formats, filter)
        .map(({ id }) => id)
        .join(''),
    ).toBe(ids),
  )
})
