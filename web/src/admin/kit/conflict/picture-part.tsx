import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import type { Part } from './use-conflict.ts'

/** What saving does to the picture of a star or of news. */
type Picture = { state: 'unchanged' } | { state: 'removed' } | { state: 'new'; blob: Blob; preview: string }

type Options = {
  /** The stored pictures when the form was opened and now. */
  was: string | null
  now: string | null
  picture: Picture
  onChange: (picture: Picture) => void
}

/** Asks about the picture if both changed it. */
export function pictureParts({ was, now, picture, onChange }: Options): readonly Part[] {
  if (picture.state === 'unchanged' || was === now) return []
  // Choosing theirs would end the preview of a new one.
  const mine = picture.state === 'new' ? 'Dein neues Bild' : 'Kein Bild'
  const theirs = now ? <LazyImage src={now} width={96} height={72} /> : 'Kein Bild'
  const chosen = () => (picture.state === 'new' ? { ...picture, preview: URL.createObjectURL(picture.blob) } : picture)
  return [
    { label: 'Bild', mine, theirs, choose: (side) => onChange(side === 'mine' ? chosen() : { state: 'unchanged' }) },
  ]
}
