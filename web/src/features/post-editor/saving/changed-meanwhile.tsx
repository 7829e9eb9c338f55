import { useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import type { OwnPost } from '../fields/post-fields.ts'

type Props = {
  /** The post as it stands stored. */
  now: OwnPost
  onMine: () => void
  onTheirs: () => void
}

/** Somebody, or another tab, has changed the post since it was opened: nothing is replaced unseen. */
export function ChangedMeanwhile({ now, onMine, onTheirs }: Props) {
  const id = useId()
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <section aria-labelledby={id} className="callout grid gap-3">
      <h3 id={id} ref={head} tabIndex={-1} className="type-h4">
        Der Beitrag hat sich inzwischen geändert
      </h3>
      <p>Das Team hat ihn bearbeitet, oder du in einem anderen Fenster. So steht er jetzt da:</p>
      <blockquote className="grid gap-1 border-rule border-l-2 pl-3 wrap-anywhere">
        <p className="font-bold">{now.title}</p>
        {now.content && <p className="whitespace-pre-wrap">{now.content}</p>}
        {now.source_url && <p className="meta">{`Quelle: ${now.source_url}`}</p>}
        {now.options.length > 0 && <p>{`Antworten: ${now.options.map(({ text }) => text).join(', ')}`}</p>}
      </blockquote>
      <div className="flex flex-wrap gap-3">
        <Button small onClick={onMine}>
          Meine Fassung abschicken
        </Button>
        <Button small variant="quiet" onClick={onTheirs}>
          Mit dieser weiterschreiben
        </Button>
      </div>
    </section>
  )
}
