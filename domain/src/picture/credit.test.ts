import { expect, test } from 'vitest'
import { licenseOf, pictureLicenses } from './credit.ts'
import { creditMistakes } from './credit-form.ts'

const source = 'https://commons.wikimedia.org/wiki/File:X.jpg'

test.each([
  ['nothing at all', { author: '', source: '', license: '' }, []],
  ['an author without a licence', { author: 'Ana', source: '', license: '' }, []],
  ['an own photo', { author: 'Ana', source: '', license: 'own' }, []],
  ['an own photo of nobody', { author: ' ', source: '', license: 'own' }, ['author']],
  ['a press picture of nobody', { author: '', source, license: 'press' }, ['author']],
  ['a free licence', { author: 'Ana', source, license: 'cc_by_sa_4' }, []],
  ['a free licence alone', { author: '', source: '', license: 'cc_by_4' }, ['author', 'source']],
  ['what is free of conditions', { author: '', source: '', license: 'cc0' }, []],
  ['what belongs to nobody any more', { author: '', source: '', license: 'public_domain' }, []],
] as const)('%s needs what its licence asks for', (_, credit, fields) => {
  expect(Object.keys(creditMistakes(credit))).toEqual(fields)
})

test('every Creative Commons licence links its text and asks for author and source', () => {
  for (const key of pictureLicenses.filter((name) => name.startsWith('cc_by'))) {
    expect(licenseOf(key)?.needs, key).toEqual(['author', 'source'])
    expect(licenseOf(key)?.url).toMatch(/^https:\/\/creativecommons\.org\/licenses\/by(-sa)?\/\d\.0\/deed\.de$/)
  }
  expect(licenseOf('by heart')).toBeNull()
})
