import type { AutomodRule } from '@hot/domain/contract/admin/settings'

export const stateNames = { off: 'Aus', shadow: 'Probe', on: 'An' } as const
export const actionNames = {
  hold: 'Aufhalten: Beiträge warten, Kommentare auf Wunsch auch',
  flag: 'Melden: steht als Fall bei den Meldungen',
  slow: 'Bremsen: einer in zehn Minuten',
} as const

const targetNames = { post: 'Beiträge', comment: 'Kommentare', nickname: 'Nicknames' } as const

const number = (count: number) => count.toLocaleString('de-DE')

/** `Beiträge und Kommentare mit 2 Links oder mehr, von Accounts unter 7 Tagen` */
export function ruleText(rule: AutomodRule): string {
  const { words, min_links: links, max_account_days: days, max_contributions: few, min_per_hour: often } = rule
  const more = words.length > 3 ? ` und ${number(words.length - 3)} weitere` : ''
  const conditions = [
    words.length > 0 &&
      `mit ${words
        .slice(0, 3)
        .map((word) => `„${word}“`)
        .join(', ')}${more}`,
    links !== null && (links === 1 ? 'mit einem Link' : `mit ${links} Links oder mehr`),
    days !== null && `von Accounts unter ${days === 1 ? 'einem Tag' : `${number(days)} Tagen`}`,
    few !== null && `von Leuten mit weniger als ${number(few)} Beiträgen und Kommentaren`,
    often !== null && `ab dem ${number(often)}. in einer Stunde`,
    rule.is_repeated && 'mit demselben Text wie ein anderer vom selben Tag',
    rule.names_star && 'zu Stars',
  ].filter((part) => part !== false)
  return `${new Intl.ListFormat('de-DE').format(rule.applies_to.map((target) => targetNames[target]))} ${conditions.join(', ')}`
}
