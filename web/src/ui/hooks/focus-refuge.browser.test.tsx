import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { ConfirmDialog } from '../overlays/dialog.tsx'
import { keepFocusInLists } from './focus-refuge.ts'

function List() {
  const [names, setNames] = useState(['Anna', 'Ben', 'Cleo'])
  const [asking, setAsking] = useState<string | null>(null)
  useEffect(keepFocusInLists, [])
  const remove = (name: string) => {
    setAsking(null)
    setNames(names.filter((one) => one !== name))
  }
  return (
    <section>
      <h2 hidden>Menü</h2>
      <nav>
        <h2>Haus</h2>
      </nav>
      <h2>Stumm</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <span>{name}</span>
            <button type="button" onClick={() => remove(name)}>{`${name} aufheben`}</button>
            <button type="button" onClick={() => setAsking(name)}>{`${name} löschen`}</button>
            {asking === name && (
              <ConfirmDialog
                title="Löschen?"
                text="Für immer."
                confirm="Ja"
                busy={false}
                failure={null}
                onConfirm={() => remove(name)}
                onClose={() => setAsking(null)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const focused = () => document.activeElement?.textContent ?? ''
const press = async (name: string) => {
  const button = page.getByRole('button', { name, exact: true })
  await expect.element(button).toBeVisible()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
}

test('who removes entries stands at the next one, then the one before, in the end at the heading', async () => {
  await show(<List />)
  await press('Ben aufheben')
  await expect.poll(focused).toMatch(/^Cleo/)
  await press('Cleo aufheben')
  await expect.poll(focused).toMatch(/^Anna/)
  await press('Anna aufheben')
  await expect.poll(focused).toBe('Stumm')
})

test('the same after a question that goes with its entry', async () => {
  await show(<List />)
  await press('Ben löschen')
  await press('Ja')
  await expect.poll(focused).toMatch(/^Cleo/)
})

function Page() {
  const [isAsking, setAsking] = useState(true)
  return (
    <main>
      <h1>Übersicht</h1>
      {isAsking && (
        <ConfirmDialog
          title="Wie heißt du?"
          text="Das geht auch später."
          confirm="Später"
          busy={false}
          failure={null}
          onConfirm={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </main>
  )
}

test('after a dialog that nobody has opened the focus is on the title of the page', async () => {
  await show(<Page />)
  await press('Später')
  await expect.poll(focused).toBe('Übersicht')
})

function Ticked() {
  const [ticked, setTicked] = useState(['Anna', 'Ben'])
  useEffect(keepFocusInLists, [])
  return (
    <main>
      <h1>Kommentare</h1>
      {ticked.length > 0 && (
        <section>
          <h2>Warten auf dich</h2>
          <fieldset aria-label="Mehrere">
            <button type="button" onClick={() => setTicked([])}>
              Auswahl freigeben
            </button>
          </fieldset>
          <ul>
            {ticked.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </section>
      )}
    </main>
  )
}

test('who decides about all that is ticked stands at the title when the section goes with it', async () => {
  await show(<Ticked />)
  await press('Auswahl freigeben')
  await expect.poll(focused).toBe('Kommentare')
})

function Form() {
  const [typed, setTyped] = useState('x')
  useEffect(keepFocusInLists, [])
  return (
    <form>
      <input aria-label="Adresse" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <button type="button" disabled={typed === ''} onClick={() => setTyped('')}>
        Leeren
      </button>
    </form>
  )
}

test('who switches off what was pressed stands at the control before it', async () => {
  await show(<Form />)
  await press('Leeren')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Adresse')
})
