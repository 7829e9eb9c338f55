import { avatarAngle, avatarColor } from '@hot/domain/member/avatar-color'
import { initials } from '@hot/domain/star/name'
import { classNames } from '#web/ui/class-names.ts'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'

type Props = {
  id: string
  name: string
  src?: string | null | undefined
  /** True for the first pictures of a page. */
  eager?: boolean | undefined
  className?: string
}

/** The avatar enlarged to a poster. Takes its height from the frame around it. Decoration: the name stands beside it. */
export function Portrait({ id, name, src, eager, className }: Props) {
  return (
    <span
      className={classNames('portrait', className)}
      style={{ '--c': avatarColor(id), '--dr': `${avatarAngle(id)}deg` }}
      aria-hidden="true"
    >
      {src ? <LazyImage src={src} width={480} height={504} eager={eager} /> : <b>{initials(name)}</b>}
    </span>
  )
}
