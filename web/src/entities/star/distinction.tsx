import type { StarRef } from '@hot/domain/contract/star'

type Props = { star: Pick<StarRef, 'distinguished_by'> }

/** Below a name that another star has too: which of them it is. */
export function Distinction({ star }: Props) {
  return star.distinguished_by ? <span className="meta block font-normal">{star.distinguished_by}</span> : null
}
