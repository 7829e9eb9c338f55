import { describe, expect, it } from 'vitest'
import { stylesOf } from '../../server/documents/used-styles.ts'
import { classesOf, partsOf } from './style-parts.ts'

describe('classesOf', () => {
  it.each<[selector: string, classes: string[]]>([
    ['.card', ['card']],
    ['.card .title:hover>a.link', ['card', 'title', 'link']],
    ['[data-theme=dark] a:hover', []],
    ['.row:not(.is-open):has(.mark)', ['row']],
    [':is(.a,.b) .c', ['c']],
    [':where(:not(.a .b)) .c', ['c']],
    ['a[href$=".pdf"].file', ['file']],
    [String.raw`.top-\[46\%\]`, ['top-[46%]']],
    [String.raw`.\[\&\>li\]\:mt-2\.5>li`, ['[&>li]:mt-2.5']],
    [String.raw`.\32 xl\:flex`, ['2xl:flex']],
    ['.größe', ['größe']],
  ])('%s', (selector, classes) => expect(classesOf(selector)).toEqual(classes))
})

const sheet = [
  '@layer base,components;',
  '@font-face{font-family:A;src:url(/a.woff2)}',
  ':root{--paper:#fff}',
  '@layer base{a{color:red}.gone{color:blue}}',
  '@layer components{.card{color:red}.card:not(.old){top:0}.card .title,.row .title{left:0}@media print{.gone{display:none}.card{margin:0}}@supports (top:0){.gone{top:0}}}',
  String.raw`.\[\&\>li\]\:top-0>li{top:0}`,
  '@keyframes spin{to{rotate:1turn}}',
].join('')

function pageWith(body: string): string {
  const { css: _, ...parts } = partsOf(sheet, () => '/assets/rest.css')
  const page = `<head><style nonce="n" data-tsr-inline-css="">${sheet}</style></head><body>${body}</body>`
  return stylesOf(parts)(Buffer.from(page)).toString()
}

const stylesIn = (page: string) => /<style[^>]*>(.*)<\/style>/s.exec(page)?.[1] ?? ''

describe('a page', () => {
  it('keeps what its classes need and what needs none, in the order of the sheet, without empty groups', () => {
    expect(stylesIn(pageWith('<p class="x card">„Größe“ <b class="title y">🔥</b></p>'))).toBe(
      [
        '@layer base,components;',
        '@font-face{font-family:A;src:url(/a.woff2)}',
        ':root{--paper:#fff}',
        '@layer base{a{color:red}}',
        '@layer components{.card{color:red}.card:not(.old){top:0}.card .title,.row .title{left:0}@media print{.card{margin:0}}}',
        '@keyframes spin{to{rotate:1turn}}',
      ].join(''),
    )
  })
  it('finds classes that the renderer has escaped', () => {
    expect(stylesIn(pageWith('<ul class="[&amp;&gt;li]:top-0"></ul>'))).toContain('top-0>li{top:0}')
  })
  it('does not read the words of its texts as classes', () => {
    expect(stylesIn(pageWith('<p>class=card card</p>'))).not.toContain('.card{')
  })
  it('says where the rest is, and changes nothing else', () => {
    const body = '<p class="x">„Größe“ 🔥</p>'
    expect(pageWith(body)).toContain(`</style></head><body>${body}</body>`)
    expect(pageWith(body)).toContain('<style nonce="n" data-rest="/assets/rest.css" data-tsr-inline-css="">')
  })
  it('without the sheet stays as it is', () => {
    const page = Buffer.from('<head><style>a{}</style></head>')
    expect(stylesOf({ classes: [], parts: [], rest: '' })(page)).toBe(page)
  })
})

it('the rest is the whole sheet but for the fonts, which every page has', () => {
  const { css, rest } = partsOf(sheet, (text) => `/assets/${text.length}.css`)
  expect(css).toBe(sheet.replace('@font-face{font-family:A;src:url(/a.woff2)}', ''))
  expect(rest).toBe(`/assets/${css.length}.css`)
})
