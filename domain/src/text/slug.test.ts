import { describe, expect, it, test } from 'vitest'
import { slugify, starSlug } from './slug.ts'

describe('slugify', () => {
  test.each([
    ['Das Sommerhaus der Stars', 'das-sommerhaus-der-stars'],
    ['Süße Öfen ÄRGERN', 'suesse-oefen-aergern'],
    ['Su\u0308ß', 'suess'],
    ['GROẞ', 'gross'],
    ['snake_case  und\tTab', 'snake-case-und-tab'],
    ['a_ _b', 'a-b'],
    ['--Promi---Big Brother--', 'promi-big-brother'],
    ['Are You The One?', 'are-you-the-one'],
    ['Prince Charming’s & Co.', 'prince-charmings-co'],
    ['Işıl İnce ğ ş ç', 'isil-ince-g-s-c'],
    ['Łukasz Đorđević Ørsted', 'lukasz-dordevic-orsted'],
    ['Æther Œuvre Ðan Þór', 'aether-oeuvre-dan-thor'],
    ['Éléonore Ñandú Čačić', 'eleonore-nandu-cacic'],
    ['geschützt\u00a0leer', 'geschuetzt-leer'],
    ['Folge 7 – Finale 😀', 'folge-7-finale'],
    ['Show™ Ⅶ ＦＵＬＬ', 'showtm-vii-full'],
    ['Наталья', ''],
    ['?!', ''],
    ['', ''],
    ['\u0000<script>', 'script'],
  ])('%j becomes %j', (text, slug) => expect(slugify(text)).toBe(slug))

  it('changes nothing when applied twice', () => {
    for (const text of ['Süße Öfen', ' -a_b- ', 'Þór']) expect(slugify(slugify(text))).toBe(slugify(text))
  })
})

describe('starSlug', () => {
  const id = '018f3c5e-0000-7000-8000-00000000A1B2'
  test.each([
    [{ first_name: 'Mandy', last_name: 'Pfefferkorn', nickname: null }, 'mandy-pfefferkorn-a1b2'],
    [{ first_name: 'Mandy', last_name: 'Pfefferkorn', nickname: 'Pepper' }, 'mandy-pepper-pfefferkorn-a1b2'],
    [{ first_name: null, last_name: 'Gündoğar' }, 'guendogar-a1b2'],
    [{ first_name: null, last_name: null }, 'a1b2'],
    [{ first_name: 'ß'.repeat(94), last_name: `x ${'ö'.repeat(20)}` }, `${'s'.repeat(188)}-x-a1b2`],
  ])('%j becomes %s', (star, slug) => expect(starSlug({ id, ...star })).toBe(slug))
})
