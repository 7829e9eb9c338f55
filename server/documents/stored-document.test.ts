import { expect, it } from 'vitest'
import { chooseEncoding } from './stored-document.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *;q=0.5', 'gzip'],
  ['identity', 'identity'],
  ['deflate', 'identity'],
  ['brotli', 'identity'],
  ['BR', 'br'],
  ['br;q=x', 'br'],
  ['', 'identity'],
  [undefined, 'identity'],
])('%s → %s', (accept, encoding) => expect(chooseEncoding(accept)).toBe(encoding))
