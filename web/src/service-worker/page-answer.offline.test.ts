import { expect, it } from 'vitest'
import { listPlace, titleIn, withReadablePages } from './page-answer.ts'

it("titles of pages are listed without the site's name", () => {
  expect(titleIn('<head><title data-x="1">Anna &amp; Bert – HoT</title>')).toBe('Anna &amp; Bert')
  expect(titleIn('<title>HoT – Reality-TV</title>')).toBe('HoT – Reality-TV')
  expect(titleIn('<p>')).toBeUndefined()
})

it('a URL cannot break out of its link', () => {
  const page = withReadablePages(`<main>${listPlace}</main>`, [{ path: '/stars?q="><script>', title: '$& Stars' }])
  expect(page).toContain('<a href="/stars?q=&quot;&gt;&lt;script&gt;">$& Stars</a>')
})

it('without any page it says how to get some', () => {
  expect(withReadablePages(listPlace, [])).toBe('<p>Was du mit Netz gelesen hast, steht beim nächsten Mal hier.</p>')
})
