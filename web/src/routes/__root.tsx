import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { configMetaName, inlinedConfig } from '#web/data/runtime-config.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
    ],
  }),
  shellComponent: Document,
})

function Document({ children }: { children: ReactNode }) {
  const config = inlinedConfig()
  return (
    <html lang="de" suppressHydrationWarning>
      <head>
        <HeadContent />
        {config && <meta name={configMetaName} content={config} />}
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
