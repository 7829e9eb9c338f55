import { memberRole } from '@hot/domain/contract/admin/users'
import { choiceParam } from '@hot/domain/url/search-param'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { ConfirmDialog, ReasonDialog } from '../kit/dialogs.tsx'
import { usersPath } from '../paths.ts'
import type { MemberPartProps } from './api.ts'
import { banText, memberRefusals, roleNames } from './texts.ts'

const renameReasons = ['Beleidigender Nickname.', 'Gibt sich für jemand anderen aus.', 'Auf eigenen Wunsch.']

/** The nickname, changed by the team: with a reason, and the old address redirects. */
export function MemberName({ record: { member }, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState(false)
  const [wanted, setWanted] = useState('')
  const rename = async (reason: string) => {
    await rpc('admin_rename_member', { p_id: member.id, p_nickname: wanted, p_reason: reason })
    await onChanged()
    showToast({ title: 'Nickname geändert' })
  }
  const ask = () => {
    setWanted(member.nickname ?? '')
    setAsking(true)
  }
  return (
    <section aria-labelledby="nickname">
      <SectionHead id="nickname" title="Nickname" />
      <p className="mb-3">{member.nickname ?? 'Noch keiner ausgesucht.'}</p>
      {isOwn ? (
        <p className="meta">Deinen eigenen änderst du in deinem Profil.</p>
      ) : (
        <Button onClick={ask}>Nickname ändern</Button>
      )}
      <ReasonDialog
        open={asking}
        title="Nickname ändern"
        description="Alte Links auf das Profil führen weiter zum Mitglied."
        templates={renameReasons}
        confirm="Ändern"
        refusals={memberRefusals}
        onConfirm={rename}
        onClose={() => setAsking(false)}
      >
        <TextField
          label="Neuer Nickname"
          value={wanted}
          maxLength={20}
          autoComplete="off"
          onChange={(event) => setWanted(event.target.value)}
        />
      </ReasonDialog>
    </section>
  )
}

const what = {
  user: 'Ohne Zutritt zum Admin-Bereich. Gilt sofort, auch in offenen Fenstern.',
  moderator: 'Moderiert, pflegt Inhalte, sperrt bis zu 30 Tage. Sieht keine E-Mail-Adressen von Mitgliedern.',
  admin: 'Darf alles: Rollen, Löschen, Einstellungen, Sperren auf Dauer.',
} as const

/** The role. Nobody changes their own, so an admin is always left. */
export function MemberRoleForm({ record: { member, is_last_admin }, isOwn, onChanged }: MemberPartProps) {
  const [role, setRole] = useState(member.role)
  const [asking, setAsking] = useState(false)
  const change = async (reason: string) => {
    await rpc('admin_set_role', { p_id: member.id, p_role: role, p_reason: reason })
    await onChanged()
    showToast({ title: `Rolle ist jetzt ${roleNames[role]}` })
  }
  return (
    <section aria-labelledby="role">
      <SectionHead id="role" title="Rolle" />
      {isOwn ? (
        <p>
          {roleNames[member.role]}.{' '}
          {is_last_admin
            ? 'Du bist der letzte Admin. Gib erst jemand anderem diese Rolle.'
            : 'Deine eigene Rolle ändert jemand anderes aus dem Team.'}
        </p>
      ) : (
        <div className="grid gap-3">
          <SelectField
            label="Rolle"
            hint={what[role]}
            value={role}
            onChange={(event) => setRole(choiceParam(event.target.value, memberRole.options) ?? member.role)}
          >
            {memberRole.options.map((option) => (
              <option key={option} value={option}>
                {roleNames[option]}
              </option>
            ))}
          </SelectField>
          <div>
            <Button disabled={role === member.role} onClick={() => setAsking(true)}>
              Rolle ändern
            </Button>
          </div>
        </div>
      )}
      <ReasonDialog
        open={asking}
        title={`Rolle ${roleNames[role]} geben?`}
        description={what[role]}
        confirm="Rolle ändern"
        required={false}
        refusals={memberRefusals}
        onConfirm={change}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

const lengths = [
  { days: 1, text: '1 Tag' },
  { days: 3, text: '3 Tage' },
  { days: 7, text: '7 Tage' },
  { days: 14, text: '14 Tage' },
  { days: 30, text: '30 Tage' },
  { days: 90, text: '90 Tage' },
  { days: 365, text: '1 Jahr' },
  { days: null, text: 'Auf Dauer' },
] as const
const banReasons = [
  'Wiederholte Beleidigungen trotz Verwarnung.',
  'Hass oder Hetze gegen andere.',
  'Spam oder Werbung.',
  'Veröffentlichung privater Daten anderer.',
]
const unbanReasons = ['Die Sperre war ein Irrtum.', 'Einsicht gezeigt, vorzeitig aufgehoben.']

/** Bans and their end. Both take effect with the next request of the member. */
export function MemberBan({ record: { member }, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState<'ban' | 'unban' | null>(null)
  const [days, setDays] = useState<number | null>(7)
  const standing = banText(member)
  const ban = async (reason: string) => {
    await rpc('admin_ban_member', { p_id: member.id, p_days: days, p_reason: reason })
    await onChanged()
    showToast({ title: 'Gesperrt', text: 'Das Mitglied erfährt Grund, Ende und wie es Einspruch einlegt.' })
  }
  const unban = async (reason: string) => {
    await rpc('admin_unban_member', { p_id: member.id, p_reason: reason })
    await onChanged()
    showToast({ title: 'Sperre aufgehoben', text: 'Schreiben geht wieder, sofort.' })
  }
  return (
    <section aria-labelledby="ban">
      <SectionHead id="ban" title="Sperre" />
      <p className="mb-3">{standing ?? 'Nicht gesperrt.'}</p>
      {isOwn ? (
        <p className="meta">Über dich selbst entscheidet jemand anderes aus dem Team.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" onClick={() => setAsking('ban')}>
            {standing ? 'Sperre ändern' : 'Sperren'}
          </Button>
          {standing && <Button onClick={() => setAsking('unban')}>Sperre aufheben</Button>}
        </div>
      )}
      <ReasonDialog
        open={asking === 'ban'}
        title="Mitglied sperren"
        description="Wer gesperrt ist, liest weiter, schreibt aber nichts mehr, außer Meldungen und einem Einspruch."
        templates={banReasons}
        confirm="Sperren"
        danger
        refusals={memberRefusals}
        onConfirm={ban}
        onClose={() => setAsking(null)}
      >
        <SelectField
          label="Dauer"
          value={days ?? ''}
          onChange={(event) => setDays(event.target.value === '' ? null : Number(event.target.value))}
        >
          {lengths.map((length) => (
            <option key={length.text} value={length.days ?? ''}>
              {length.text}
            </option>
          ))}
        </SelectField>
      </ReasonDialog>
      <ReasonDialog
        open={asking === 'unban'}
        title="Sperre aufheben"
        templates={unbanReasons}
        confirm="Aufheben"
        refusals={memberRefusals}
        onConfirm={unban}
        onClose={() => setAsking(null)}
      />
    </section>
  )
}

const counted = (sessions: number) =>
  sessions === 0 ? 'Nirgends angemeldet.' : `Angemeldet auf ${sessions} ${sessions === 1 ? 'Gerät' : 'Geräten'}.`

/** Where somebody is signed in, and the way out of all of them, after a stolen password. */
export function MemberSessions({ record: { member, sessions }, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState(false)
  const end = async () => {
    await rpc('admin_end_sessions', { p_id: member.id })
    await onChanged()
    showToast({ title: 'Überall abgemeldet' })
  }
  return (
    <section aria-labelledby="sessions">
      <SectionHead id="sessions" title="Geräte" />
      <p className="mb-3">{counted(sessions)}</p>
      {isOwn && <p className="meta">Deine eigenen beendest du unter Sicherheit in deinem Account.</p>}
      {!isOwn && sessions > 0 && <Button onClick={() => setAsking(true)}>Überall abmelden</Button>}
      {asking && (
        <ConfirmDialog
          title="Überall abmelden?"
          text="Das Mitglied muss sich auf allen Geräten neu anmelden, spätestens in einer Stunde."
          confirm="Abmelden"
          refusals={memberRefusals}
          onConfirm={end}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

const deletionReasons = ['Auf eigenen Wunsch.', 'Fake-Account.', 'Spam-Account.']

/** The end of an account, and what that means. */
export function DeleteMember({ record: { member, posts, comments }, isOwn, onChanged }: MemberPartProps) {
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const remove = async (reason: string) => {
    await rpc('admin_delete_member', { p_id: member.id, p_reason: reason })
    showToast({ title: 'Account gelöscht' })
    await router.navigate({ to: usersPath, replace: true, ignoreBlocker: true })
    await onChanged()
  }
  return (
    <section aria-labelledby="delete">
      <SectionHead id="delete" title="Account löschen" />
      {isOwn ? (
        <p className="meta">Deinen eigenen löschst du unter Daten in deinem Account.</p>
      ) : (
        <>
          <p className="mb-3">
            Name, Adresse, Bild, Stimmen und Reaktionen verschwinden für immer. Freigegebene Beiträge ({posts}) und
            Kommentare ({comments}) bleiben ohne Namen stehen. Wartende und abgelehnte Beiträge gehen mit.
          </p>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Account löschen
          </Button>
        </>
      )}
      <ReasonDialog
        open={asking}
        title="Account endgültig löschen?"
        description="Das lässt sich nicht zurücknehmen, auch nicht aus dem Archiv."
        templates={deletionReasons}
        confirm="Endgültig löschen"
        danger
        refusals={memberRefusals}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
