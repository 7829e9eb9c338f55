import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from '../overlays/dialog.tsx'
import { ComboboxList, ComboboxStatus, useCombobox } from './combobox.tsx'

type Options = Partial<Parameters<typeof useCombobox>[0]>
type Props = Options & { names?: readonly string[]; as?: 'input' | 'textarea'; state?: 'loading' | 'ready' | 'failed' }

const many = (count: number) => Array.from({ length: count }, (_, at) => `Name ${at}`)
const three = ['Anna', 'Berta', 'Carla']

/** A field with proposals, in a form and beside others, as screens have it. */
function Proposals({ names = three, as = 'input', state = 'ready', ...options }: Props) {
  const [text, setText] = useState('a')
  const [taken, setTaken] = useState('')
  const combobox = useCombobox({
    text,
    count: names.length,
    onTake: (index) => setTaken(names[index] ?? 'none'),
    onClear: () => setText(''),
    ...options,
  })
  const Control = as as 'input'
  return (
    <form action={() => setTaken('sent')}>
      <Control
        aria-label="Wer?"
        value={text}
        onChange={(event: { target: { value: string } }) => setText(event.target.value)}
        {...(combobox.fieldProps as ComponentProps<'input'>)}
      />
      <ComboboxList combobox={combobox} label="Treffer" style={{ height: 80, overflow: 'auto' }}>
        {names.map((name, index) => (
          <button type="button" key={name} {...combobox.optionProps(index)} style={{ display: 'block', height: 40 }}>
            {name}
          </button>
        ))}
      </ComboboxList>
      <ComboboxStatus state={state} count={names.length} loading="Sucht …" empty="Nichts gefunden." />
      <output>{taken}</output>
      <button type="submit">Senden</button>
    </form>
  )
}

const field = () => page.getByLabelText('Wer?')
const list = () => page.getByRole('listbox')
const taken = () => page.getByRole('status')
const marked = () => page.getByRole('option', { selected: true })
const press = (keys: string) => userEvent.keyboard(keys)
/** What the field says is marked; the list says the same. */
const markedName = () => {
  const id = field().element().getAttribute('aria-activedescendant')
  const names = marked()
    .elements()
    .map((one) => one.textContent)
  expect(names).toEqual(id === null ? [] : [document.getElementById(id)?.textContent])
  return names[0] ?? null
}

async function show(props: Props = {}) {
  const shown = await render(<Proposals {...props} />)
  const control = field().element() as HTMLInputElement
  control.focus()
  control.setSelectionRange(1, 1)
  return shown
}

test('the field is a combobox that names its list, and keeps the focus', async () => {
  await show()
  await expect.element(field()).toHaveAttribute('role', 'combobox')
  await expect.element(field()).toHaveAttribute('aria-autocomplete', 'list')
  await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
  expect(field().element().getAttribute('aria-controls')).toBe(list().element().id)
  await press('{ArrowDown}')
  await expect.element(field()).toHaveFocus()
})

test('without options there is no list, and nothing refers to one', async () => {
  await show({ names: [] })
  await expect.element(list()).not.toBeInTheDocument()
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(field()).not.toHaveAttribute('aria-controls')
  await press('{ArrowDown}{PageDown}')
  expect(markedName()).toBeNull()
  await press('{Enter}')
  expect(taken().element().textContent).toBe('')
})

test.each<[string, number, number | null]>([
  ['{ArrowDown}', 3, 0],
  ['{ArrowDown>3/}', 3, 2],
  ['{ArrowDown>4/}', 3, null],
  ['{ArrowUp}', 3, 2],
  ['{ArrowUp>3/}', 3, 0],
  ['{ArrowUp>4/}', 3, null],
  ['{PageDown}', 30, 9],
  ['{PageDown>2/}', 12, 11],
  ['{PageDown>2/}{PageUp}', 30, 9],
  ['{ArrowDown}{PageUp}', 30, 0],
  ['{ArrowDown}{Home}', 3, null],
  ['{ArrowDown}{End}', 3, null],
  ['{ArrowDown}{ArrowLeft}', 3, null],
  ['{ArrowDown}{ArrowRight}', 3, null],
  ['{ArrowDown}x', 3, null],
])('%s among %i marks %s', async (keys, count, place) => {
  await show({ names: many(count) })
  await press(keys)
  await expect.poll(markedName).toBe(place === null ? null : `Name ${place}`)
})

test.each<[string, number]>([
  ['', 0],
  ['{ArrowDown>3/}', 0],
  ['{ArrowUp}', 2],
])('where one is always marked, %s marks number %i', async (keys, place) => {
  await show({ names: many(3), alwaysMarks: true })
  if (keys) await press(keys)
  await expect.poll(markedName).toBe(`Name ${place}`)
})

test('Home, End and the arrows move the caret', async () => {
  await show()
  await press('bc{ArrowDown}{Home}x{ArrowDown}{End}y{ArrowDown}{ArrowLeft}z')
  await expect.element(field()).toHaveValue('xabczy')
})

test('what is marked is scrolled into the list', async () => {
  await show({ names: many(30) })
  await press('{ArrowUp}')
  await expect.element(page.getByRole('option', { name: 'Name 29' })).toBeInViewport()
  const box = list().element().getBoundingClientRect()
  const option = marked().element().getBoundingClientRect()
  expect(option.top).toBeGreaterThanOrEqual(box.top - 1)
  expect(option.bottom).toBeLessThanOrEqual(box.bottom + 1)
})

test('Enter takes what is marked, otherwise the first, and never sends the form', async () => {
  await show()
  await press('{Enter}')
  await expect.element(taken()).toHaveTextContent('Anna')
  await press('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(taken()).toHaveTextContent('Berta')
})

test('a press takes an option and leaves the focus in the field', async () => {
  await show()
  await page.getByRole('option', { name: 'Carla' }).click()
  await expect.element(taken()).toHaveTextContent('Carla')
  await expect.element(field()).toHaveFocus()
})

test.each<[string, KeyboardEventInit]>([
  ['composing', { isComposing: true }],
  ['the end of composing in Safari', { keyCode: 229 } as KeyboardEventInit],
])('keys of %s belong to the keyboard', async (_, init) => {
  await show()
  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
    field().element().dispatchEvent(event)
    expect(event.defaultPrevented, key).toBe(false)
  }
  expect(markedName()).toBeNull()
  await expect.element(list()).toBeVisible()
  expect(taken().element().textContent).toBe('')
})

test('Escape closes the list, then empties the field, then is somebody else’s', async () => {
  const outside = vi.fn()
  const shown = await show()
  shown.container.addEventListener('keydown', (event) => event.key === 'Escape' && outside(event.defaultPrevented))
  await press('{ArrowDown}{Escape}')
  await expect.element(list()).not.toBeInTheDocument()
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(field()).toHaveValue('a')
  // What is not seen is not taken.
  await press('{Enter}')
  expect(taken().element().textContent).toBe('')
  await press('{Escape}')
  await expect.element(field()).toHaveValue('')
  await press('{Escape}{Escape}')
  expect(outside.mock.calls.map(([used]) => used)).toContain(false)
})

test.each(['{ArrowDown}', '{Alt>}{ArrowDown}{/Alt}', 'n'])('a closed list opens again by %s', async (keys) => {
  await show()
  await press('{Escape}')
  await expect.element(list()).not.toBeInTheDocument()
  await press(keys)
  await expect.element(list()).toBeVisible()
  await expect.poll(markedName).toBe(keys === '{ArrowDown}' ? 'Anna' : null)
})

test('a closed list opens again by a press on the field, and closes by Alt and the arrow up', async () => {
  await show()
  await press('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(list()).not.toBeInTheDocument()
  await field().click()
  await expect.element(list()).toBeVisible()
})

test('Tab takes nothing, leads on and closes the list', async () => {
  await show()
  await press('{ArrowDown}{Tab}')
  await expect.element(page.getByRole('button', { name: 'Senden' })).toHaveFocus()
  expect(taken().element().textContent).toBe('')
  await expect.element(list()).not.toBeInTheDocument()
})

test('in a dialog Escape closes the list first, and the dialog last', async () => {
  const close = vi.fn()
  await render(
    <Dialog open onClose={close} title="Verbinden">
      <Proposals />
    </Dialog>,
  )
  await expect.element(field()).toHaveFocus()
  await press('{Escape}{Escape}')
  await expect.element(field()).toHaveValue('')
  expect(close).not.toHaveBeenCalled()
  await press('{Escape}{Escape}')
  expect(close).toHaveBeenCalled()
})

test('a list that the dialog is for goes with it', async () => {
  const close = vi.fn()
  await render(
    <Dialog open onClose={close} title="Springen">
      <Proposals onEscape={close} alwaysMarks />
    </Dialog>,
  )
  await expect.element(field()).toHaveFocus()
  await press('{Escape}')
  expect(close).toHaveBeenCalledTimes(1)
  await expect.element(list()).toBeVisible()
})

test('in a text the keys are the text’s until there are proposals; Tab takes one as well', async () => {
  const shown = await show({ as: 'textarea', inText: true })
  await expect.element(field()).not.toHaveAttribute('role')
  await expect.element(field()).toHaveAttribute('aria-haspopup', 'listbox')
  expect(markedName()).toBe('Anna')
  await press('{ArrowDown}{Tab}')
  await expect.element(taken()).toHaveTextContent('Berta')
  await expect.element(field()).toHaveFocus()
  await press('{Escape}')
  await expect.element(list()).not.toBeInTheDocument()
  await press('{Enter}b')
  await expect.element(field()).toHaveValue('a\nb')
  await shown.rerender(<Proposals as="textarea" inText names={[]} />)
  await press('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Senden' })).toHaveFocus()
})

test.each<[Pick<Props, 'state' | 'names'>, string, boolean]>([
  [{ state: 'loading', names: [] }, 'Sucht …', true],
  [{ state: 'ready', names: [] }, 'Nichts gefunden.', true],
  [{ state: 'ready', names: ['Anna'] }, '1 Treffer', false],
  [{ state: 'ready', names: three }, '3 Treffer', false],
  [{ state: 'failed', names: [] }, '', false],
])('%j is said as %j', async (props, words, isSeen) => {
  const shown = await render(<Proposals names={[]} state="failed" />)
  const live = shown.container.querySelector('[aria-live=polite]')
  await shown.rerender(<Proposals {...props} />)
  expect(shown.container.querySelector('[aria-live=polite]')).toBe(live)
  expect(live?.textContent).toBe(words)
  expect(live?.classList.contains('visually-hidden')).toBe(!isSeen)
})
