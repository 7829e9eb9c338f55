import { avatarAngle, avatarColor } from '@hot/domain/member/avatar-color'
import { initials } from '@hot/domain/star/name'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { LazyImage } from './lazy-image.tsx'

type Props = {
  /** Id of the star or member; background colour and dot pattern are derived from it. */
  id: string
  /** Display name; its initials replace a missing picture. */
  name: string
  src?: string | null | undefined
  /** Diameter in px; 48 by default. Chart rows, podiums and replies set their own by CSS. */
  size?: 28 | 36 | 48 | 64 | 88
}

/** A person's round picture. Decorative: the name is beside it. */
export function Avatar({ id, name, src, size = 48 }: Props) {
  const letters = <span>{initials(name)}</span>
  return (
    <span
      className={classNames('avatar', size !== 48 && `avatar-${size}`)}
      style={{ '--c': avatarColor(id), '--dr': `${avatarAngle(id)}deg` }}
      aria-hidden="true"
    >
      {src ? <LazyImage src={src} width={88} height={88} instead={letters} /> : letters}
    </span>
  )
}

/** A few overlapping avatars. `label` names the people, because avatars are decorative. */
export function AvatarStack({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="avatar-stack" role="img" aria-label={label}>
      {children}
    </span>
  )
}
