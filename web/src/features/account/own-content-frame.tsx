import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '#web/ui/page-head.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** `/account/inhalte`: what one has written, in two lists with an address each. */
export function OwnContentFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHead title="Meine Inhalte" intro="Was du gesagt hast. Und was daraus wurde." />
      <Tabs label="Meine Inhalte">
        <Link to="/account/inhalte" activeOptions={{ exact: true }} className="tab" resetScroll={false}>
          Beiträge
        </Link>
        <Link to="/account/inhalte/kommentare" className="tab" resetScroll={false}>
          Kommentare
        </Link>
      </Tabs>
      <div className="mt-4 max-w-192">{children}</div>
    </>
  )
}
