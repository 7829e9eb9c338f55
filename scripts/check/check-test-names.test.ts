import { expect, test } from 'vitest'
import { misnamed } from './check-test-names.ts'

const sources = ['web/a/star.ts', 'web/a/post.tsx', 'web/a/share.native.ts', 'web/b/other.ts']
const check = (file: string, text: string) => misnamed([...sources, file], () => text)

test.each([
  ['its file', 'web/a/star.test.ts', "from './star.ts'"],
  ['an aspect of its file', 'web/a/post.browser.test.tsx', "from './post.tsx'"],
  ['a file of one platform', 'web/a/share.native.test.ts', "from './share.native.ts'"],
  ['a file of the apps', 'web/a/share.test.ts', "from './star.ts'"],
  ['its file, though it imports another', 'web/a/star.test.ts', "from './post.tsx'"],
  ['what two files do together', 'web/a/together.test.ts', "from './star.ts'\nfrom './post.tsx'"],
  ['the whole', 'web/a/whole.full.test.ts', "from '../b/other.ts'"],
])('a test called after %s is accepted', (_, file, text) => expect(check(file, text)).toEqual([]))

test.each([
  ['another name', 'web/a/stars-page.test.ts', "import { star } from './star.ts'"],
  ['a longer name', 'web/a/star-votes.test.ts', "import { star } from './star.ts'"],
  ['a file that is loaded later', 'web/a/late.test.ts', "await import('./star.ts')"],
])('%s is named', (_, file, text) => expect(check(file, text)).toEqual([[file, 'star']]))
