import { describe, expect, test } from 'vitest'
import { type RestRequests, refuseRequest, withReadableColumns } from './allowed-requests.ts'
import type { Catalogue } from './catalogue.ts'

const catalogue: Catalogue = {
  columns: new Map([
    ['books', new Set(['id', 'title', 'data', 'author_id'])],
    ['authors', new Set(['id', 'name'])],
    ['secrets', new Set(['id'])],
  ]),
  functions: new Map([['greet', new Set(['p_name', 'p_times'])]]),
  readable: new Map([['anon books', ['id', 'title']]]),
  references: new Map([['author_id', new Set(['authors'])]]),
}
const rules: RestRequests = {
  tables: {
    books: { writes: ['POST', 'DELETE'], patterns: ['title'], paths: ['data->>kind'], embeds: ['authors'] },
    authors: {},
  },
}

const asked = async (path: string, method = 'GET', given: RestRequests | 'no table' = rules, role = 'anon') => {
  const table = given === 'no table' ? undefined : given
  const refusal = refuseRequest({ method, url: `http://x/rest/v1/${path}` }, role, catalogue, table)
  return refusal ? [refusal.status, ((await refusal.json()) as { code: string }).code] : 'allowed'
}

describe('what the table of requests offers', () => {
  test.each([
    'books',
    'books?select=*',
    'books?select=id,title&id=eq.1&title=neq.a%26b&order=title.desc.nullslast,id&limit=20&offset=40',
    'books?select=id,author:authors(name)&author.name=eq.Bert&author.order=name&author.limit=2',
    'books?select=id,authors!inner(name)&authors.name=eq.Bert',
    'books?select=id,author_id(name)',
    'books?id=in.(1,2,"3,4")&title=not.is.null&data=cs.{"a":1}',
    'books?title=ilike.*drei*',
    'books?or=(id.eq.2,title.ilike.*drei*,and(id.gt.3,not.id.in.(4,5)))',
    'books?select=data->>kind&data->>kind=eq.novel',
    'books?not.or=(id.eq.1,title.eq."a,b)")',
    'rpc/greet?p_name=eq.1&p_times=2',
    'rpc/greet?select=id&order=id&limit=3',
  ])('%s', async (path) => {
    expect(await asked(path)).toBe('allowed')
  })

  test.each([
    ['a table that is not offered', 'secrets', 'GET', 404],
    ['an unknown table', 'nothing', 'GET', 404],
    ['a method that is not offered', 'books?id=eq.1', 'PATCH', 400],
    ['a write to a table that is read', 'authors?id=eq.1', 'DELETE', 400],
    ['an unknown column', 'books?select=nothing', 'GET', 400],
    ['a filter of an unknown column', 'books?nothing=eq.1', 'DELETE', 400],
    ['an order by an unknown column', 'books?order=nothing', 'GET', 400],
    ['an unknown function', 'rpc/nothing', 'POST', 404],
    ['an unknown argument', 'rpc/greet?nothing=1', 'GET', 400],
    ['arguments in the address of a POST', 'rpc/greet?p_name=1', 'POST', 400],
    ['an argument given twice', 'rpc/greet?p_name=a&p_times=2&p_name=b', 'GET', 400],
    ['a deletion without a filter', 'books', 'DELETE', 400],
    ['a deletion with an order and columns only', 'books?select=id&order=id&limit=1', 'DELETE', 400],
    ['a deletion with a filter of what is embedded', 'books?select=authors(name)&authors.name=eq.x', 'DELETE', 400],
    ['a regular expression', 'books?title=match.^(.+)(.+)\\2\\1$', 'GET', 400],
    ['a regular expression in a tree', 'books?or=(id.eq.1,title.imatch.a)', 'GET', 400],
    ['a regular expression, turned round', 'books?title=not.match.a', 'GET', 400],
    ['full-text search', 'books?title=fts(german).a', 'GET', 400],
    ['a pattern on another column', 'books?data=ilike.*a*', 'GET', 400],
    ['a pattern of many wildcards', `books?title=ilike.${'*a'.repeat(20)}`, 'GET', 400],
    ['a long pattern', `books?title=ilike.${'a'.repeat(300)}`, 'GET', 400],
    ['a quantified operator', 'books?id=eq(any).{1,2}', 'GET', 400],
    ['an operator beyond comparisons', 'books?id=ov.{1}', 'GET', 400],
    ['an embed that is not offered', 'authors?select=id,books(id)', 'GET', 400],
    ['an embed inside an embed', 'books?select=id,authors(id,books(id))', 'GET', 400],
    ['a spread', 'books?select=id,...authors(name)', 'GET', 400],
    ['a cast', 'books?select=id::text', 'GET', 400],
    ['an aggregate', 'books?select=id.sum()', 'GET', 400],
    ['a count of rows', 'books?select=count()', 'GET', 400],
    ['another path into JSON', 'books?select=data->>other', 'GET', 400],
    ['a filter of something not embedded', 'books?authors.name=eq.Bert', 'GET', 400],
    ['a parameter given twice', 'books?select=id&select=title', 'GET', 400],
    ['a limit that is no number', 'books?limit=many', 'GET', 400],
    ['a name in other letters', 'books?ID=eq.1', 'GET', 400],
    ['a name with a blank', 'books?select=id,%20title', 'GET', 400],
    ['an open quote', 'books?select=%22', 'GET', 400],
    ['open brackets', `books?select=${'authors('.repeat(50)}`, 'GET', 400],
    ['nested trees', `books?or=${'(and'.repeat(50)}`, 'GET', 400],
    ['many conditions', `books?or=(${Array(60).fill('id.eq.1').join()})`, 'GET', 400],
    ['many parameters', `books?${Array(60).fill('id=eq.1').join('&')}`, 'GET', 400],
    ['a long address', `books?title=eq.${'a'.repeat(9_000)}`, 'GET', 400],
    ['no table', '', 'GET', 404],
    ['a longer path', 'books/1', 'GET', 404],
  ])('not %s', async (_, path, method, status) => {
    expect(await asked(path, method)).toEqual([status, expect.stringMatching(/^(PGRST\d{3}|42703|21000)$/)])
  })
})

test("the operator's key writes wherever people read, and nowhere else", async () => {
  expect(await asked('authors?id=eq.1', 'PATCH', rules, 'service_role')).toBe('allowed')
  expect(await asked('secrets?id=eq.1', 'PATCH', rules, 'service_role')).toEqual([404, 'PGRST205'])
  expect(await asked('books?title=match.a', 'GET', rules, 'service_role')).toEqual([400, 'PGRST127'])
})

test('a star is what the role may read', () => {
  const written = (path: string, role = 'anon') =>
    withReadableColumns(new URL(`http://x/rest/v1/${path}`), role, catalogue).searchParams.get('select')
  expect([written('books'), written('books?select=*,authors(*)&id=eq.1'), written('books?select=data')]).toEqual([
    'id,title',
    'id,title,authors(*)',
    'data',
  ])
  expect([written('books', 'authenticated'), written('authors'), written('rpc/greet')]).toEqual([null, null, null])
})

describe('without a table of requests', () => {
  test.each([
    ['books?select=id,...authors(name)', 'GET'],
    ['books?select=id::text,data->a->>b,price:id.sum()', 'GET'],
    ['books?id=eq(any).{1,2}&data=cd.{1}', 'GET'],
    ['secrets?id=eq.1', 'DELETE'],
  ])('%s is allowed', async (path, method) => {
    expect(await asked(path, method, 'no table')).toBe('allowed')
  })

  test.each(['books?title=match.a', 'books?title=plfts.a', 'books?nothing=eq.1'])('%s is refused', async (path) => {
    expect(await asked(path, 'GET', 'no table')).toEqual([400, expect.any(String)])
  })
})
