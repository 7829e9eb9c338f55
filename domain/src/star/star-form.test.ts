import { expect, test } from 'vitest'
import { formIssues } from '../../../tests/support/form-issues.ts'
import { starForm } from './star-form.ts'

const star = {
  first_name: ' Mandy ',
  last_name: 'Pfefferkorn',
  nickname: '',
  slug: 'Mandy Pfefferkorn!',
  bio: '',
  birthdate: '',
  avatar_author: '',
  avatar_source: '',
  avatar_license: '',
  is_active: true,
}
const mistakes = (changes: Partial<typeof star>) =>
  formIssues(starForm.safeParse({ ...star, ...changes }).error?.issues ?? [])

test('a star is normalised for storage', () => {
  expect(starForm.parse(star)).toMatchObject({ first_name: 'Mandy', slug: 'mandy-pfefferkorn' })
})

test.each([
  [{ first_name: ' ', last_name: '' }, { first_name: 'Gib mindestens einen Namen an.' }],
  [{ first_name: '', last_name: '', nickname: 'Pepper' }, {}],
  [{ slug: 'Voting' }, { slug: 'Diese Adresse gehört schon einer Seite. Nimm eine andere.' }],
  [{ nickname: 'x'.repeat(101) }, { nickname: 'Höchstens 100 Zeichen.' }],
  [{ bio: 'x'.repeat(10_001) }, { bio: 'Höchstens 10.000 Zeichen.' }],
  [{ birthdate: '2026-02-30' }, { birthdate: 'Dieses Datum gibt es nicht.' }],
  [{ avatar_license: 'press' }, { avatar_author: 'Zu dieser Lizenz gehört, wer das Bild gemacht hat.' }],
  [
    { avatar_author: 'Ana', avatar_license: 'cc_by_4' },
    { avatar_source: 'Diese Lizenz verlangt einen Link dorthin, wo das Bild herkommt.' },
  ],
  [{ avatar_author: 'Ana', avatar_source: 'example.org/foto', avatar_license: 'cc_by_4' }, {}],
])('%o is refused with a message', (changes, words) => {
  expect(mistakes(changes)).toEqual(words)
})
