import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { appState } from './app-standing.ts'
import { OldApp, OldAppOr } from './old-app.tsx'

const site = { app_store_url: 'https://apps.example/hot' }

test('an app that is served no more shows nothing but that, with the link to the store', async () => {
  appState.set({ standing: 'served', site: {} })
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <OldApp>
        <OldAppOr error={null}>Etwas ist schiefgelaufen</OldAppOr>
      </OldApp>
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('Etwas ist schiefgelaufen')).toBeVisible()

  appState.set({ standing: 'behind', site })
  await expect.element(page.getByRole('heading')).toHaveTextContent('Für diese Seite ist die App zu alt')
  await expect.element(page.getByText('Etwas ist schiefgelaufen')).not.toBeInTheDocument()

  appState.set({ standing: 'refused', site })
  await expect.element(page.getByRole('heading')).toHaveTextContent('Aktualisiere HoT')
  await expect.element(page.getByRole('link', { name: 'Zum App Store' })).toHaveAttribute('href', site.app_store_url)
})
