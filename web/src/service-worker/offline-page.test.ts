import { expect, it } from 'vitest'
import { listPlace, titleIn, withReadablePages } from './page-answer.ts'

it('the title of a page goes into the list without the name of the house', () => {
  expect(titleIn('<head><title data-x="1">Anna &amp; Bert – HoT</title>')).toBe('Anna &amp; Bert')
  expect(titleIn('<title>HoT – Reality-TV</title>')).toBe('HoT – Reality-TV')
  expect(titleIn('<p>')).toBeUndefined()
})

it('an address cannot break out of its link', () => {
  const page = withReadablePages(`<main>${listPlace}</main>`, [{ path: '/stars?q="><script>', title: '$& Stars' }])
  expect(page).toContain('<a href="/stars?q=&quot;&gt;&lt;script&gt;">$& Stars</a>')
})

it('without any page it says how one gets there', () => {
  expect(withReadablePages(listPlace, [])).toBe('<p>Was du mit Netz gelesen hast, steht beim nächsten Mal hier.</p>')
})
