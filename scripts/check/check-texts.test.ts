import { expect, test } from 'vitest'
import { breakableTexts } from './check-texts.ts'

const complaints = (jsx: string) => breakableTexts('a.tsx', `const a = ${jsx}`).length

test.each([
  ['a text after an icon that comes and goes', '<b>{on && <i />} Stimmt</b>'],
  ['the same as a value', '<b>{on ? <i /> : null}{name}</b>'],
  ['a text that is there or not', '<b><i />{on && "an"}</b>'],
  ['one of two texts', '<b><i />{on ? "an" : "aus"}</b>'],
  ['one of two texts in a fragment', '<b><i /><>{on ? "an" : "aus"}</></b>'],
  ['a text in a fragment that comes and goes', '<b>{name}{on && <>: <i /></>}</b>'],
  ['the same alone', '<b>{on && <>an <i /></>}</b>'],
  ['a text with a neighbour in one of two elements', '<b>{on ? <p>an <i /></p> : <p>aus</p>}</b>'],
  ['the same in two components', '<b>{on ? <Button>{name} an</Button> : <Button>aus</Button>}</b>'],
  ['a number that is counted on', '<b>{formatCount(votes)} Stimmen</b>'],
])('%s is refused', (_, jsx) => expect(complaints(jsx)).toBe(1))

test.each([
  ['a text of its own element', '<b>{on && <i />}<span>Stimmt</span></b>'],
  ['the only text', '<b>{on ? "an" : "aus"}</b>'],
  ['one text from several parts', `<b>{\`\${formatCount(votes)} Stimmen\`}</b>`],
  ['the same in two elements that are not taken for one', '<b>{on ? <p key="on">an <i /></p> : <p>aus</p>}</b>'],
  ['values in a fragment that comes and goes', '<b>{name}{on && <>{code}<i /></>}</b>'],
  ['a text before what comes and goes', '<b>Stimmt {on && <i />}</b>'],
  ['a text beside what stays', '<b><i /> Stimmt {name}</b>'],
])('%s is allowed', (_, jsx) => expect(complaints(jsx)).toBe(0))

test.each([
  ['function Label() { return on ? "an" : "aus" }', 1],
  [`const Label = () => \`\${count} Stimmen\``, 1],
  ['function Label() { return <>Hinweis</> }', 1],
  ['function Label({ text }: { text: string }) { return text }', 1],
  ['function Label({ menu }: { menu: ReactNode }) { return menu }', 0],
  ['function Label() { if (on) return <p>an</p>; return <p>aus <i /></p> }', 1],
  ['function Label() { return <span>{on ? "an" : "aus"}</span> }', 0],
  ['function label() { return on ? "an" : "aus" }', 0],
  ['function Label() { return list.map(() => "an") }', 0],
])('a component returns an element, no text: %s', (source, count) =>
  expect(breakableTexts('a.tsx', source)).toHaveLength(count),
)
