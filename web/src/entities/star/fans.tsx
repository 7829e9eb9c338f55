import type { StarRef } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { signInPath, starPath } from '@hot/domain/url/paths'
import { useQueryClient } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { type MouseEvent, useEffect } from 'react'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { ownChoice, useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { choiceCode, useChoose } from '#web/lib/offline/queued-writes/use-choose.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { fanChoice, fanTarget } from './star-targets.ts'

/** Loads the code that reads and writes votes and fans; it is not needed for guests who only read. */
export const starCode = choiceCode(async (client) => (await import('./star-choices.ts')).starChoices(client), {
  title: 'Das hat nicht geklappt.',
  text: 'Prüf dein Netz und versuch es noch einmal.',
})

/** Whether the viewer is a fan (undefined: not known, or a guest), and a function to toggle it. */
export function useFan(starId: string) {
  const choice = useOwnChoice(fanTarget(starId))
  const choose = useChoose(starCode, 'Für dein Herz brauchst du ein Konto. Bitte melde dich an:')
  return {
    fan: choice === undefined ? undefined : choice !== null,
    toggle: () => choose(fanTarget(starId), choice ? null : fanChoice),
  }
}

/** For members: fetches which stars on the page they are fans of, skipping those already requested. */
export function useOwnFans(stars: readonly { id: string }[]): void {
  const client = useQueryClient()
  const isMember = useViewer().state === 'member'
  const ids = stars.map((star) => star.id).join()
  useEffect(() => {
    if (!isMember) return
    const unknown = ids.split(',').filter((id) => id && ownChoice(fanTarget(id)) === undefined)
    if (unknown.length > 0)
      starCode
        .load(client)
        .then(({ loadFans }) => loadFans(unknown))
        .catch(stayUnknown)
  }, [client, isMember, ids])
}

/** On failure each heart stays a sign-in link, which works for members too. */
const stayUnknown = () => undefined

/**
 * Click handler for links that lead to the sign-in without JavaScript: runs `act` instead, except for new tabs and
 * windows.
 */
export const inPlace = (act: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  act()
}

/** The heart on a card: a button once the viewer's choice is known; before that, and for guests, a link to sign in. */
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
      data-tap=""
      onClick={inPlace(toggle)}
    >
      <Icon of={Heart} />
    </a>
  )
}

type Props = {
  /** The star's name; part of the accessible name. */
  name: string
  pressed: boolean
  onPress: () => void
}

/** The round heart on a star card, hot for fans. */
function FanButton({ name, pressed, onPress }: Props) {
  return (
    <button
      type="button"
      className="fan-button"
      aria-pressed={pressed}
      aria-label={`Fan von ${name}`}
      onClick={onPress}
    >
      <Icon of={Heart} />
    </button>
  )
}
