import { licenseOf } from '@hot/domain/picture/credit'

type Props = {
  /** As it is shown: `Foto: Ana`. Empty: nobody is named. */
  author: string
  source: string | null
  license: string | null
}

/** Who made a picture, under which licence, and where it is from; renders nothing if nothing is known. */
export function PictureCredit({ author, source, license }: Props) {
  const known = licenseOf(license ?? '')
  if (!author && !known && !source) return null
  return (
    <p className="meta flex flex-wrap gap-x-2 wrap-anywhere">
      <span>{author || 'Bild'}</span>
      {known && (known.url ? <Elsewhere to={known.url} name={known.name} /> : <span>{known.name}</span>)}
      {source && <Elsewhere to={source} name="Quelle" />}
    </p>
  )
}

function Elsewhere({ to, name }: { to: string; name: string }) {
  return (
    <a href={to} rel="noopener" target="_blank" className="link">
      {name}
    </a>
  )
}
