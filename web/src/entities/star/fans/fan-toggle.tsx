import type { StarRef } from '@hot/domain/contract/star'
import { signInPath, starPath } from '@hot/domain/url/paths'
import Heart from 'lucide-react/icons/heart'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { inPlace, useFan } from './use-fan.ts'

/** Wide enough for both texts, so that nothing beside it moves. */
const wide = 'min-w-42'

/** The one hot button of a star's page: „Fan werden“, then „Fan“. */
export function FanToggle({ star }: { star: StarRef }) {
  const { fan, toggle } = useFan(star.id)
  if (fan === undefined)
    return (
      <a
        className={`${buttonClass({ variant: 'hot' })} ${wide}`}
        href={signInPath(starPath(star.slug))}
        rel="nofollow"
        onClick={inPlace(toggle)}
      >
        <Icon of={Heart} />
        Fan werden
      </a>
    )
  return (
    <button
      type="button"
      className={`${buttonClass({ variant: fan ? 'strong' : 'hot' })} ${wide} aria-pressed:[&_svg]:fill-current`}
      aria-pressed={fan}
      onClick={toggle}
    >
      <Icon of={Heart} />
      {fan ? 'Fan' : 'Fan werden'}
    </button>
  )
}
