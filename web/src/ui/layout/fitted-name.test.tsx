import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FittedName } from './fitted-name.tsx'

const markup = (name: string) => renderToStaticMarkup(<FittedName name={name} />)

test.each([
  ['nachtschicht_nils', 'nachtschicht_</span><wbr/><span>nils', '13'],
  ['Celina-Joy Bergstein', 'Celina-</span><wbr/><span>Joy </span><wbr/><span>Bergstein', '9'],
  ['lisa.guckt', 'lisa.</span><wbr/><span>guckt', '5'],
  ['Sommerhaus', '>Sommerhaus<', '11'],
  ['…', '…', '1'],
])('%s may end a line after its signs, and fits by its widest part', (name, inside, letters) => {
  expect(markup(name)).toContain(inside)
  expect(markup(name)).toContain(`--letters:${letters}"`)
})
