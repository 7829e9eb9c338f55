import type { AdminSocialAccount } from '@hot/domain/contract/admin/social'
import { starName } from '@hot/domain/star/name'
import { readFollowers, socialPlatforms } from '@hot/domain/star/social-account'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { SocialAccountDialog } from './social-account-dialog.tsx'
import { saveFollowers, socialFailures } from './social-actions.ts'
import './stars.css'
import { editStarPath } from './star-addresses.ts'

type Props = { account: AdminSocialAccount; showStar: boolean }

/** To the next account's field, as in a spreadsheet. */
function focusNext(input: HTMLInputElement): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-followers]')]
  fields[fields.indexOf(input) + 1]?.focus()
}

const shownNumber = (followers: number | null) => (followers === null ? '' : formatCount(followers))

/** One account. The number is saved by Enter or on leaving the field, when it was changed. */
export function SocialRow({ account: given, showStar }: Props) {
  const [saved, setSaved] = useState<AdminSocialAccount | null>(null)
  // A newer answer of the list wins over what this row saved before it.
  const account = saved && saved.updated_at > given.updated_at ? saved : given
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setIsWrong] = useState(false)
  const [editing, setEditing] = useState(false)
  const saving = useAction(socialFailures)
  const errorId = useId()
  const platform = socialPlatforms.find(({ key }) => key === account.platform)?.name ?? account.platform
  const name = starName(account.star)

  const save = async (text: string) => {
    const followers = readFollowers(text)
    setIsWrong(followers === null)
    if (followers === null) return
    const done = await saving.run(async () => setSaved(await saveFollowers(account, followers)))
    if (done) setTyped(null)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setTyped(null)
    if (event.key !== 'Enter') return
    event.preventDefault()
    const input = event.currentTarget
    // Unchanged, too: Enter says that somebody looked and it is still so.
    void save(input.value)
    focusNext(input)
  }
  const failure = isWrong ? 'Ganze Zahl, zum Beispiel 1.234.567' : saving.failure
  return (
    <tr>
      <td className="min-w-36">
        {showStar && (
          <Link to={editStarPath(account.star.id)} className="block font-bold hover:underline">
            {name}
          </Link>
        )}
        <a href={account.url} target="_blank" rel="noopener noreferrer" className="link">
          {platform}: {account.handle}
        </a>
      </td>
      <td>
        <input
          data-followers
          className="field-input followers-field"
          inputMode="numeric"
          aria-label={`Follower von ${name} auf ${platform}`}
          aria-invalid={Boolean(failure)}
          aria-describedby={failure ? errorId : undefined}
          value={typed ?? shownNumber(account.followers)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => typed !== null && typed.trim() !== '' && !saving.busy && void save(typed)}
          onKeyDown={press}
        />
        {failure && (
          <p id={errorId} role="alert" className="field-error">
            {failure}
          </p>
        )}
      </td>
      <td className="number">{growthOf(account)}</td>
      <td className="meta" aria-live="polite">
        {saving.busy ? 'Speichert …' : relativeTime(account.updated_at, Date.now())}
      </td>
      <td>
        <Button
          small
          variant="quiet"
          onClick={() => setEditing(true)}
          aria-label={`Konto ${account.handle} bearbeiten`}
        >
          Bearbeiten
        </Button>
        {editing && <SocialAccountDialog account={account} onClose={() => setEditing(false)} />}
      </td>
    </tr>
  )
}

function growthOf({ followers, month_ago }: AdminSocialAccount): string {
  if (followers === null || month_ago === null) return '–'
  const growth = followers - month_ago
  return growth > 0 ? `+${formatCount(growth)}` : formatCount(growth)
}
