import { describe, expect, test } from 'vitest'
import { type FormatFilter, filterFormats, findFormat, findFormatByLegacySlug } from './filter.ts'

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

describe('lookups', () => {
  const history = [
    { old_slug: 'sommerhaus', format_id: 'a' },
    { old_slug: '', format_id: 'b' },
    { old_slug: 'gone', format_id: 'x' },
  ]
  test.each([
    [findFormat(formats, 'id', 'b')?.id, 'b'],
    [findFormat(formats, 'slug', 'slug-c')?.id, 'c'],
    [findFormat(formats, 'slug', 'unknown')?.id, undefined],
    [findFormat([...formats, format('d', { slug: '' })], 'slug', '')?.id, undefined],
    [findFormat(formats, 'broadcaster_id', null)?.id, undefined],
    [findFormatByLegacySlug(formats, history, 'sommerhaus')?.id, 'a'],
    [findFormatByLegacySlug(formats, history, 'gone')?.id, undefined],
    [findFormatByLegacySlug(formats, history, '')?.id, undefined],
    [findFormatByLegacySlug(formats, history, null)?.id, undefined],
  ])('%s is %s', (found, expected) => expect(found).toBe(expected))
})
