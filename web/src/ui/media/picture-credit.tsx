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
    <span className="meta wrap-anywhere">
      {author || 'Bild'}
      {known && (
        <>
          {', '}
          {known.url ? (
            <a href={known.url} rel="license noopener" target="_blank" className="link">
              {known.name}
            </a>
          ) : (
            known.name
          )}
        </>
      )}
      {source && (
        <>
          {', '}
          <a href={source} rel="noopener" target="_blank" className="link">
            Quelle
          </a>
        </>
      )}
    </span>
  )
}
