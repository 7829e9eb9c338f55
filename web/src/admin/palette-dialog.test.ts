import { expect, test } from 'vitest'
import { entryOf, kindsOpenTo, palettePlaces, placesFor } from './palette-dialog.tsx'

test('moderators get no entries for admins', () => {
  const paths = palettePlaces(false).map(({ path }) => path)
  expect(paths).toContain('/admin/reports')
  expect(paths.filter((path) => path.startsWith('/admin/users') || path === '/admin/settings')).toEqual([])
  expect(kindsOpenTo(false)).not.toContain('member')
  expect(palettePlaces(true).map(({ path }) => path)).toContain('/admin/users/create')
})

test('every typed word must be in the title, ignoring case and umlauts', () => {
  const places = palettePlaces(true)
  expect(placesFor('EINSPRUCHE', places).map(({ path }) => path)).toEqual(['/admin/appeals'])
  expect(placesFor('anlegen star', places).map(({ path }) => path)).toEqual(['/admin/stars/create'])
  expect(placesFor('star gibtsnicht', places)).toEqual([])
  expect(placesFor('  ', places)).toEqual(places)
})

test('results link to their edit screens', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  expect(entryOf('season', { id, title: 'Sommerhaus · Staffel 9', hint: null })).toEqual({
    path: `/admin/seasons/edit/${id}`,
    title: 'Sommerhaus · Staffel 9',
    hint: 'Staffel',
  })
})
