import { memberRole } from '@hot/domain/contract/admin/users'
import { memberSentences } from '@hot/domain/member/refusals'
import { type BanLength, banForm, banLengths, deletionForm, renameForm, roleForm } from '@hot/domain/member/staff-forms'
import type { Ground } from '@hot/domain/moderation/grounds'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { CheckField, SelectField, TextField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'
import { ConfirmDialog, ReasonDialog, ReasonFormDialog } from '../kit/dialogs.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { usersPath } from '../paths.ts'
import type { MemberPartProps } from './api.ts'
import { banText, roleNames } from './texts.ts'

/** Changes the nickname, with a reason. The old address redirects. */
export function MemberName({ record, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState(false)
  return (
    <section aria-labelledby="nickname">
      <SectionHead id="nickname" title="Nickname" />
      <p className="mb-3">{record.member.nickname ?? 'Noch keiner ausgesucht.'}</p>
      {isOwn ? (
        <p className="meta">Deinen eigenen änderst du in deinem Profil.</p>
      ) : (
        <Button onClick={() => setAsking(true)}>Nickname ändern</Button>
      )}
      {asking && <RenameDialog record={record} onChanged={onChanged} onClose={() => setAsking(false)} />}
    </section>
  )
}

type DialogProps = Pick<MemberPartProps, 'record' | 'onChanged'> & { onClose: () => void }

function RenameDialog({ record: { member }, onChanged, onClose }: DialogProps) {
  const form = useEntityForm({
    schema: renameForm,
    initial: { nickname: member.nickname ?? '', wished: false, rule: 'tone' as Ground, reason: '' },
    save: async ({ nickname, wished, rule, reason }) => {
      const ground = wished ? {} : { p_rule: rule }
      await rpc('admin_rename_member', { p_id: member.id, p_nickname: nickname, p_reason: reason, ...ground })
      await onChanged()
      showToast({ title: 'Nickname geändert' })
    },
    onSaved: onClose,
    affects: [],
  })
  return (
    <ReasonFormDialog
      form={form}
      reason={form.bind('reason')}
      ground={form.bind('wished').value ? undefined : form.bind('rule')}
      title="Nickname ändern"
      description="Alte Links auf das Profil führen weiter zum Mitglied."
      reasons="rename_member"
      confirm="Ändern"
      onClose={onClose}
    >
      <TextField label="Neuer Nickname" {...form.input('nickname')} maxLength={20} autoComplete="off" />
      <CheckField label="Das Mitglied wünscht es sich" {...form.bind('wished')} />
    </ReasonFormDialog>
  )
}

const what = {
  user: 'Ohne Zutritt zum Admin-Bereich. Gilt sofort, auch in offenen Fenstern.',
  moderator: 'Moderiert, pflegt Inhalte, sperrt bis zu 30 Tage. Sieht keine E-Mail-Adressen von Mitgliedern.',
  admin: 'Darf alles: Rollen, Löschen, Einstellungen, Sperren auf Dauer.',
} as const

const withoutFactor =
  'Noch ohne zweiten Faktor: Der Team-Bereich öffnet sich erst, wenn einer eingerichtet ist. Das sagen wir dem Mitglied.'

/** Changes the role. Nobody can change their own, so at least one admin remains. */
export function MemberRoleForm({ record: { member, is_last_admin, two_factor }, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState(false)
  const form = useZodForm(roleForm, { role: member.role })
  const role = form.input('role')
  const chosen = role.value
  const change = async (reason: string) => {
    await rpc('admin_set_role', { p_id: member.id, p_role: chosen, p_reason: reason })
    await onChanged()
    showToast({ title: `Rolle ist jetzt ${roleNames[chosen]}` })
  }
  return (
    <section aria-labelledby="role">
      <SectionHead id="role" title="Rolle" />
      {isOwn ? (
        <p>
          {`${roleNames[member.role]}. ${
            is_last_admin
              ? memberSentences['last_admin.self']
              : 'Deine eigene Rolle ändert jemand anderes aus dem Team.'
          }`}
        </p>
      ) : (
        <form {...form.formProps(() => setAsking(true))} className="grid gap-3">
          <SelectField label="Rolle" hint={what[chosen]} {...role}>
            {memberRole.options.map((option) => (
              <option key={option} value={option}>
                {roleNames[option]}
              </option>
            ))}
          </SelectField>
          <div>
            <Button type="submit" disabled={chosen === member.role}>
              Rolle ändern
            </Button>
          </div>
        </form>
      )}
      {asking && (
        <ReasonDialog
          title={`Rolle ${roleNames[chosen]} geben?`}
          description={chosen === 'user' || two_factor ? what[chosen] : `${what[chosen]} ${withoutFactor}`}
          confirm="Rolle ändern"
          isOptional
          onConfirm={change}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

/** Bans and unbans. Both take effect with the member's next request. */
export function MemberBan({ record, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState<'ban' | 'unban' | null>(null)
  const { member } = record
  const standing = banText(member)
  const close = () => setAsking(null)
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
        <p className="meta">{memberSentences.own_account}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" onClick={() => setAsking('ban')}>
            {standing ? 'Sperre ändern' : 'Sperren'}
          </Button>
          {standing && <Button onClick={() => setAsking('unban')}>Sperre aufheben</Button>}
        </div>
      )}
      {asking === 'ban' && <BanDialog record={record} onClose={close} />}
      {asking === 'unban' && (
        <ReasonDialog
          title="Sperre aufheben"
          reasons="unban_member"
          confirm="Aufheben"
          onConfirm={unban}
          onClose={close}
        />
      )}
    </section>
  )
}

const lengthTexts: Readonly<Record<BanLength, string>> = {
  '1': '1 Tag',
  '3': '3 Tage',
  '7': '7 Tage',
  '14': '14 Tage',
  '30': '30 Tage',
  '90': '90 Tage',
  '365': '1 Jahr',
  forever: 'Auf Dauer',
}

function BanDialog({ record: { member }, onClose }: Omit<DialogProps, 'onChanged'>) {
  const { decide } = useDecisions()
  const form = useEntityForm({
    schema: banForm,
    initial: { length: '7', rule: 'content' as Ground, reason: '' },
    save: async ({ length, rule, reason }) => {
      const days = length === 'forever' ? null : Number(length)
      decide({
        kind: 'ban',
        args: { p_id: member.id, p_days: days, p_reason: reason, p_rule: rule },
        facts: { action: 'ban', type: 'profile', name: member.nickname, days },
        targets: [`profile:${member.id}`],
      })
    },
    onSaved: onClose,
    affects: [],
  })
  return (
    <ReasonFormDialog
      form={form}
      reason={form.bind('reason')}
      ground={form.bind('rule')}
      title="Mitglied sperren"
      description="Wer gesperrt ist, liest weiter, schreibt aber nichts mehr, außer Meldungen und einem Einspruch. Grund, Ende und wie ein Einspruch geht, erfährt das Mitglied."
      reasons="ban_member"
      confirm="Sperren"
      danger
      onClose={onClose}
    >
      <SelectField label="Dauer" {...form.input('length')}>
        {banLengths.map((length) => (
          <option key={length} value={length}>
            {lengthTexts[length]}
          </option>
        ))}
      </SelectField>
    </ReasonFormDialog>
  )
}

const counted = (sessions: number) =>
  sessions === 0 ? 'Nirgends angemeldet.' : `Angemeldet auf ${sessions} ${sessions === 1 ? 'Gerät' : 'Geräten'}.`

/** A member's sessions, and signing out of all of them, for example after a stolen password. */
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
          text="Das Mitglied muss sich auf allen Geräten sofort neu anmelden."
          confirm="Abmelden"
          onConfirm={end}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

/** Deletes an account, and explains the consequences. */
export function DeleteMember({ record, isOwn, onChanged }: MemberPartProps) {
  const { posts, comments } = record
  const [asking, setAsking] = useState(false)
  return (
    <section aria-labelledby="delete">
      <SectionHead id="delete" title="Account löschen" />
      {isOwn ? (
        <p className="meta">Deinen eigenen löschst du unter Daten in deinem Account.</p>
      ) : (
        <>
          <p className="mb-3">
            {`Name, Adresse, Bild, Stimmen und Reaktionen verschwinden für immer. Kommentare (${comments}) und freigegebene Beiträge bleiben ohne Namen stehen. Wartende und abgelehnte Beiträge gehen mit. Beiträge insgesamt: ${posts}.`}
          </p>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Account löschen
          </Button>
        </>
      )}
      {asking && <DeletionDialog record={record} onChanged={onChanged} onClose={() => setAsking(false)} />}
    </section>
  )
}

function DeletionDialog({ record: { member }, onChanged, onClose }: DialogProps) {
  const router = useRouter()
  const [removesAll, setRemovesAll] = useState(false)
  const form = useEntityForm({
    schema: deletionForm,
    initial: { wished: false, rule: 'content' as Ground, reason: '' },
    save: async ({ wished, rule, reason }) => {
      // First: afterwards nobody knows any more what was theirs.
      if (removesAll) await rpc('admin_ban_spammer', { p_id: member.id })
      const why = wished ? { p_wished: true } : { p_rule: rule }
      await rpc('admin_delete_member', { p_id: member.id, p_reason: reason, ...why })
      showToast({ title: 'Account gelöscht' })
      await router.navigate({ to: usersPath, replace: true, ignoreBlocker: true })
      await onChanged()
    },
    onSaved: onClose,
    affects: [],
  })
  return (
    <ReasonFormDialog
      form={form}
      reason={form.bind('reason')}
      ground={form.bind('wished').value ? undefined : form.bind('rule')}
      title="Account endgültig löschen?"
      description="Das lässt sich nicht zurücknehmen, auch nicht aus dem Archiv. Grund und Grundlage bekommt das Mitglied per Mail, und was von einer Sperre bleibt."
      reasons="delete_member"
      confirm="Endgültig löschen"
      danger
      onClose={onClose}
    >
      <CheckField label="Das Mitglied wünscht es sich" {...form.bind('wished')} />
      {member.role === 'user' && (
        <CheckField label="Spam: auch alles Geschriebene entfernen" value={removesAll} onChange={setRemovesAll} />
      )}
    </ReasonFormDialog>
  )
}
