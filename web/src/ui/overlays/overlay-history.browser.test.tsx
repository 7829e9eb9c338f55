import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TextField } from '../forms/field.tsx'
import { ConfirmDialog, Dialog, FormDialog } from './dialog.tsx'
import { startFirstPop } from './first-pop.ts'

/** A path that only this test has. */
const next: string = '/next'

type Open = 'outer' | 'form' | null

/** A page with a dialog that has another one in it and a link, and a dialog with a form. */
function Overlays() {
  const [open, setOpen] = useState<Open>(null)
  const [isInner, setInner] = useState(false)
  const router = useRouter()
  const filter = () => router.history.replace('/start?f=1')
  return (
    <>
      <button type="button" onClick={() => setOpen('outer')}>
        Open
      </button>
      <button type="button" onClick={() => setOpen('form')}>
        Write
      </button>
      <Dialog open={open === 'outer'} onClose={() => setOpen(null)} title="Outer">
        <button type="button" onClick={() => setInner(true)}>
          Deeper
        </button>
        <button type="button" onClick={filter}>
          Filter
        </button>
        <Link to={next}>Go on</Link>
      </Dialog>
      {isInner && (
        <ConfirmDialog
          title="Inner"
          text="Sure?"
          confirm="Yes"
          busy={false}
          failure={null}
          onConfirm={() => setInner(false)}
          onClose={() => setInner(false)}
        />
      )}
      {open === 'form' && (
        <FormDialog title="Form" busy={false} onClose={() => setOpen(null)}>
          <TextField label="Words" name="words" />
          <Link to={next}>Go on</Link>
        </FormDialog>
      )}
    </>
  )
}

function Page() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <>
      <h1>{path}</h1>
      {path === '/start' && <Overlays />}
    </>
  )
}

const root = createRootRoute({ component: Page })
const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
// As the app does before it makes its router.
startFirstPop()
const history = createBrowserHistory()

async function start() {
  const before = window.location.href
  onTestFinished(() => window.history.replaceState(null, '', before))
  for (const path of ['/first', '/start']) {
    history.push(path)
    // Two at once would be one entry.
    await expect.poll(() => window.location.pathname).toBe(path)
  }
  const router = createRouter({ routeTree: root.addChildren([anywhere]), history })
  await render(<RouterProvider router={router as never} />)
  await expect.element(heading()).toHaveTextContent('/start')
}

const heading = () => page.getByRole('heading', { level: 1, includeHidden: true })
const dialog = (name: string) => page.getByRole('dialog', { name, includeHidden: true })
const press = (name: string) => page.getByRole('button', { name }).click()
const isAtStep = () => window.history.state.hotOverlay === true
/** As a person does: once the traversal before it has arrived. */
async function back() {
  await expect.poll(isAtStep).toBe(document.querySelector('[role=dialog]') !== null)
  window.history.back()
}
/** Back leads to another page from here. */
async function leadsBackTo(path: string) {
  await back()
  await expect.element(heading()).toHaveTextContent(path)
}

test('Back closes the topmost dialog only, and the page stays', async () => {
  await start()
  await press('Open')
  await press('Deeper')
  await expect.element(dialog('Inner')).toBeVisible()
  await back()
  await expect.element(dialog('Inner')).not.toBeInTheDocument()
  await expect.element(dialog('Outer')).toBeVisible()
  await back()
  await expect.element(dialog('Outer')).not.toBeInTheDocument()
  await expect.element(heading()).toHaveTextContent('/start')
  await leadsBackTo('/first')
})

test('closed by its button, a dialog leaves no step behind, and Forward does not open it again', async () => {
  await start()
  for (let times = 0; times < 3; times++) {
    await press('Open')
    await press('Schließen')
    await expect.element(dialog('Outer')).not.toBeInTheDocument()
  }
  await expect.poll(isAtStep).toBe(false)
  const visited: boolean[] = []
  const note = () => visited.push(isAtStep())
  window.navigation.addEventListener('currententrychange', note)
  onTestFinished(() => window.navigation.removeEventListener('currententrychange', note))
  window.history.forward()
  await expect.poll(() => visited).toEqual([true, false])
  await expect.element(dialog('Outer')).not.toBeInTheDocument()
  await leadsBackTo('/first')
})

test('a link in a dialog leads on, and Back from there to the page without the dialog', async () => {
  await start()
  await press('Open')
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect.element(heading()).toHaveTextContent('/next')
  await leadsBackTo('/start')
  await expect.element(dialog('Outer')).not.toBeInTheDocument()
  await leadsBackTo('/first')
})

test('typed text is asked about, by Back and by a link; Back takes the question away', async () => {
  await start()
  await press('Write')
  await page.getByRole('textbox', { name: 'Words' }).fill('abc')
  await back()
  await expect.element(dialog('Eingaben verwerfen?')).toBeVisible()
  await back()
  await expect.element(dialog('Eingaben verwerfen?')).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveValue('abc')
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect.element(heading()).toHaveTextContent('/start')
  await press('Verwerfen')
  await expect.element(dialog('Form')).not.toBeInTheDocument()
  await leadsBackTo('/first')
})

test('a filter that is set in a dialog stays after it has closed', async () => {
  await start()
  await press('Open')
  await press('Filter')
  await expect.poll(() => window.location.search).toBe('?f=1')
  await expect.element(dialog('Outer')).toBeVisible()
  await back()
  await expect.element(dialog('Outer')).not.toBeInTheDocument()
  expect(window.location.search).toBe('?f=1')
  await leadsBackTo('/first')
})
