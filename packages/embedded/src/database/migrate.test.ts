import { expect, test } from 'vitest'
import { sqlStatements } from './migrate.ts'

const texts = (sql: string) => sqlStatements(sql).map((statement) => statement.text)

test('splits at semicolons and names the line on which each statement begins', () => {
  expect(sqlStatements('select 1;\n\n-- hier; nicht\nselect 2;\n')).toEqual([
    { text: 'select 1', line: 1 },
    { text: '-- hier; nicht\nselect 2', line: 4 },
  ])
})

test('counts the lines of statements and comments before it', () => {
  const sql = 'do $$\n;\n$$;\n/* a;\n b */\nselect 1; select 2;\n\n\nselect a-b/c;'
  expect(sqlStatements(sql).map(({ line }) => line)).toEqual([1, 6, 6, 9])
})

test.each([
  ["select ';';select 2", ["select ';'", 'select 2']],
  ["select 'it''s;';select 2", ["select 'it''s;'", 'select 2']],
  [String.raw`select e'\';';select 2`, [String.raw`select e'\';'`, 'select 2']],
  [String.raw`select '\';select 2`, [String.raw`select '\'`, 'select 2']],
  ['select ";";select 2', ['select ";"', 'select 2']],
  ['do $$ begin; end $$;select 2', ['do $$ begin; end $$', 'select 2']],
  ['do $a$ $$;$$ ; $a$;select 2', ['do $a$ $$;$$ ; $a$', 'select 2']],
  ['select $1;select a$b;select 2', ['select $1', 'select a$b', 'select 2']],
  ['/* a; /* b; */ c; */ select 1;select 2', ['/* a; /* b; */ c; */ select 1', 'select 2']],
  ['-- nur ein Kommentar;\n;;', []],
  ['select 1', ['select 1']],
  ["select 'offen; bis zum Ende", ["select 'offen; bis zum Ende"]],
])('%s', (sql, expected) => {
  expect(texts(sql)).toEqual(expected)
})
