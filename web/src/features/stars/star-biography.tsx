import type { SocialAccount, StarPage } from '@hot/domain/contract/star'
import { formatCount } from '#web/ui/data/format-number.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

const platformNames: Record<SocialAccount['platform'], string> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  x: 'X',
  threads: 'Threads',
}

export function StarBiography({ star }: { star: StarPage }) {
  return (
    <>
      {star.bio ? (
        <p className="prose whitespace-pre-line">{star.bio}</p>
      ) : (
        <p className="text-ink-2">Noch keine Biografie. Wir recherchieren, also: Wir gucken fern.</p>
      )}
      {star.social.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2" aria-label="Social Media">
          {star.social.map((account) => (
            <li key={account.url}>
              <SocialChip account={account} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function SocialChip({ account }: { account: SocialAccount }) {
  return (
    <a className="chip" href={account.url} target="_blank" rel="noopener">
      {platformNames[account.platform]}{' '}
      {account.followers === null ? (
        <b>@{account.handle}</b>
      ) : (
        <b>
          {formatCount(account.followers)}
          <VisuallyHidden> Follower</VisuallyHidden>
        </b>
      )}
    </a>
  )
}
