import { expect, test } from 'vitest'
import { readSocialCsv, socialImportMax } from './social-csv.ts'

test('reads a German spreadsheet with header, in any order of columns', () => {
  expect(readSocialCsv('Follower;Plattform;Star;Konto\r\n1.234.567;TikTok;Mandy Pfefferkorn;@mandy\r\n')).toEqual({
    lines: [
      {
        line: 2,
        star: 'Mandy Pfefferkorn',
        platform: 'tiktok',
        handle: 'mandy',
        url: 'https://www.tiktok.com/@mandy',
        followers: 1_234_567,
      },
    ],
    problems: [],
    notices: [],
  })
})

test('reads pasted cells without a header; a line without an account only has a number', () => {
  expect(readSocialCsv('mandy-0001\tinstagram\t\t500').lines).toEqual([
    { line: 1, star: 'mandy-0001', platform: 'instagram', handle: null, url: null, followers: 500 },
  ])
})

test('every wrong line is named by its number, the right ones are kept', () => {
  const { lines, problems } = readSocialCsv(
    [
      'star,platform,handle,followers',
      ',instagram,mandy,1',
      'Mandy,facebook,mandy,1',
      'Mandy,instagram,https://www.tiktok.com/@mandy,1',
      'Mandy,instagram,mandy,"1,2 Mio."',
      'Mandy,instagram,,',
      'Mandy,facebook,mandy,viele',
      'Mandy,instagram,mandy,12',
    ].join('\n'),
  )
  expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 7])
  expect(problems[1]?.message).toContain('„facebook“')
  expect(problems.slice(-2).map(({ column }) => column)).toEqual(['platform', 'followers'])
  expect(lines.map(({ line }) => line)).toEqual([8])
})

test.each([
  ['nothing', '', 1],
  ['only a header', 'star,platform,handle,followers', 1],
  ['an open quote', 'star,platform\nMandy,"instagram', 2],
  ['too many lines', 'Mandy,x,mandy,1\n'.repeat(socialImportMax + 1), 1],
])('%s is one problem with a line', (_what, text, line) => {
  expect(readSocialCsv(text)).toEqual({ lines: [], problems: [{ line, message: expect.any(String) }], notices: [] })
})
