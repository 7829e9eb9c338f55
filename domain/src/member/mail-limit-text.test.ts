import { expect, test } from 'vitest'
import { mailLimitText } from './mail-limit-text.ts'

test.each([
  ['email rate limit exceeded for the whole site, please retry after 178 seconds', /viele Mails.*in 3 Minuten/],
  ['email rate limit exceeded for the whole site, please retry after 60 seconds', /viele Mails.*in einer Minute/],
  ['email rate limit exceeded for the whole site, please retry after 1 seconds', /viele Mails.*in einer Minute/],
  ['email rate limit exceeded', /letzten Stunde.*Spam-Ordner.*in einer Stunde/],
  ['For security purposes, you can only request this after 41 seconds.', /schon eine Mail.*Warte eine Minute/],
  ['', /schon eine Mail/],
])('%s', (message, text) => {
  expect(mailLimitText(message)).toMatch(text)
})
