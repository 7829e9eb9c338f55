import { expect, test } from 'vitest'
import { mentionedNames } from './mentioned-names.ts'

test.each([
  ['@Anna hat recht', ['anna']],
  ['hallo @anna, @Öko.Test und @anna', ['anna', 'öko.test']],
  ['frag @anna.', ['anna.']],
  ['anna@web.de @@anna x@anna', []],
  ['(@anna) „@bert“', ['anna', 'bert']],
  [`@${'x'.repeat(21)}`, []],
  ['@kim.Das ist @kim_', ['kim.das', 'kim_']],
  ['https://www.tiktok.com/@anna, youtube.com/@anna und www.x.de/?q=@anna', []],
  ['https://a.de/x: @anna', ['anna']],
  ['@ ... @...', ['...']],
  [Array.from({ length: 12 }, (_, n) => `@nr_${n}`).join(' '), Array.from({ length: 10 }, (_, n) => `nr_${n}`)],
])('names in %s', (text, names) => expect(mentionedNames(text)).toEqual(names))
