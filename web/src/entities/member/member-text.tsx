import { withNamedUnknown } from '@hot/domain/text/excerpt'
import { mayHaveMarkup, withoutSpoilers } from '@hot/domain/text/plain-text'
import { lazy, Suspense } from 'react'
import { UserText, type UserTextProps } from './user-text.tsx'
import './member-text.css'

/** If the code cannot be loaded, the text is shown as typed, but for what spoilers hide. */
const Unformatted = ({ text, renderText }: UserTextProps) => (
  <UserText text={withoutSpoilers(text)} renderText={renderText} />
)
const Formatted = lazy(() => import('./formatted-text.tsx').catch(() => ({ default: Unformatted })))

/** A text that may have markup: a block of its own, where it has. */
export function MemberText({ text, ...rest }: UserTextProps) {
  const props = { ...rest, text: withNamedUnknown(text) }
  if (!mayHaveMarkup(props.text)) return <UserText {...props} />
  return (
    <Suspense fallback={<Unformatted {...props} />}>
      <Formatted {...props} />
    </Suspense>
  )
}
