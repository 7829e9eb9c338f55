import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Segmented } from '#web/ui/controls/switch.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'

/** `/account/inhalte`: what one has written, in two lists with an address each. */
export function OwnContentFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHead title="Meine Inhalte" intro="Was du gesagt hast. Und was daraus wurde." />
      <Segmented label="Meine Inhalte">
        <Link to="/account/inhalte" activeOptions={{ exact: true }} resetScroll={false}>
          Beiträge
        </Link>
        <Link to="/account/inhalte/kommentare" resetScroll={false}>
          Kommentare
        </Link>
      </Segmented>
      <div className="mt-6 max-w-192">{children}</div>
    </>
  )
}
