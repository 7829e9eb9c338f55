import type { PostType } from '@hot/domain/contract/post'
import { postKinds, postListPath } from '@hot/domain/post/address'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { Tabs } from '#web/ui/layout/tabs.tsx'

export function CreateLink({ type }: { type?: PostType }) {
  const typ = postKinds.find((kind) => kind.type === type)?.single
  return (
    <Link to="/trashtalk/erstellen" search={{ typ }} className={buttonClass({ variant: 'hot' })}>
      Beitrag schreiben
    </Link>
  )
}

/** The way between overview and lists. */
export function KindTabs() {
  return (
    <Tabs label="Trashtalk">
      <Link to="/trashtalk" activeOptions={{ exact: true }} className="tab">
        Alles
      </Link>
      {postKinds.map(({ type, listLabel }) => (
        <Link key={type} to={postListPath(type)} activeOptions={{ includeSearch: false }} className="tab">
          {listLabel}
        </Link>
      ))}
    </Tabs>
  )
}
