import type { StarRef } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { signInPath, starPath } from '@hot/domain/url/paths'
import Heart from 'lucide-react/icons/heart'
import { Icon } from '#web/ui/media/icon.tsx'
import { FanButton } from './fan-button.tsx'
import { inPlace, useFan } from './use-fan.ts'

/** The heart on a card: a button where it is known whether it beats, before that and for guests the way to sign in. */
export function FanHeart({ star }: { star: StarRef }) {
  const { fan, toggle } = useFan(star.id)
  const name = starName(star)
  if (fan !== undefined) return <FanButton name={name} pressed={fan} onPress={toggle} />
  return (
    <a
      className="fan-button"
      href={signInPath(starPath(star.slug))}
      rel="nofollow"
      aria-label={`Fan von ${name} werden`}
      onClick={inPlace(toggle)}
    >
      <Icon of={Heart} />
    </a>
  )
}
