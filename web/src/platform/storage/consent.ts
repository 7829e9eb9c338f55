import {
  type Consent,
  type ConsentLevel,
  consentOf,
  consentQuestion,
  levelOf,
  type MemberConsent,
  memberConsentOf,
  rulingConsent,
} from '@hot/domain/privacy/consent'
import { analyticsStorageKeys, storageKeys } from '@hot/domain/privacy/storage-keys'
import { createEmitter } from '#web/create-store.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'

const chosen = createEmitter()

/** What could not be stored, because storage is blocked or full: it lasts until the page is left. */
const unstored = new Map<string, string>()

/** Whoever is signed in has pressed before their profile was known: the choice becomes theirs with it. */
let unclaimed: Consent | null = null

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unstored.get(key) ?? null
  } catch {
    return unstored.get(key) ?? null
  }
}

function write(key: string, choice: Consent | null): void {
  unstored.delete(key)
  try {
    if (choice) localStorage.setItem(key, JSON.stringify(choice))
    else localStorage.removeItem(key)
  } catch {
    if (choice) unstored.set(key, JSON.stringify(choice))
  }
}

/** The choice that was made on this device with nobody signed in; null before one was made. */
export const deviceConsent = (): Consent | null => consentOf(read(storageKeys.consent))

/** What the member who is signed in has chosen, as far as this device knows. */
export const memberConsent = (): MemberConsent | null => memberConsentOf(read(storageKeys.memberConsent))

/** A session is stored, or, where storage is blocked, a member is held here. */
const isSignedIn = (): boolean => read(storageKeys.session) !== null || unstored.has(storageKeys.memberConsent)

/** The choice that holds here and now (docs/decisions/012-consent.md). */
const storedConsent = (): Consent | null => rulingConsent(isSignedIn(), unclaimed ?? memberConsent(), deviceConsent())

/** `none` until the person chose. Only `full` allows collecting, sending or storing usage data. */
export const consentLevel = (): ConsentLevel => levelOf(storedConsent())

/** Whether that person (null: a guest) may be counted: by their own choice, never by that of somebody else. */
export const mayCount = (member: string | null): boolean =>
  consentLevel() === 'full' && (isSignedIn() ? (memberConsent()?.member ?? null) : null) === member

/** Whether the question has to be asked. Of a member only once their profile has said that they have not chosen. */
export const isConsentDue = (): boolean =>
  consentLevel() === 'none' && (!isSignedIn() || (memberConsent() !== null && unclaimed === null))

/** The visit of this tab that a withdrawal has ended, as it was stored; taken once. */
export function takeWithdrawnVisit(): string | null {
  const visit = withdrawn
  withdrawn = null
  return visit
}
let withdrawn: string | null = null

/** Deletes what only counting stores, unless it is allowed. What was counted as a guest is told to `takeWithdrawnVisit`. */
function settleStorage(): void {
  if (consentLevel() === 'full') return
  try {
    if (levelOf(deviceConsent()) !== 'full') withdrawn = sessionStorage.getItem(storageKeys.analyticsVisit) ?? withdrawn
    for (const key of analyticsStorageKeys) {
      localStorage.removeItem(key)
      sessionStorage.removeItem(key)
    }
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/** Usage data is deleted before anybody hears of a withdrawal. */
function changed(): void {
  settleStorage()
  chosen.emit()
}

/** Stores a press: of the member who is signed in, otherwise of whoever uses the device. */
export function storeConsent(level: ConsentLevel): void {
  const choice: Consent = { level, acceptedAt: serverInstant(), text: consentQuestion.version }
  const held = memberConsent()
  if (held && isSignedIn()) {
    holdMemberConsent(held.member, choice)
    return
  }
  if (isSignedIn()) unclaimed = choice
  else write(storageKeys.consent, choice)
  changed()
}

/** What a member has pressed on this device before; null when nothing, or when somebody else was signed in here. */
export function ownConsent(member: string): Consent | null {
  const held = memberConsent()
  return unclaimed ?? (held?.member === member ? held : null)
}

/** From now on that member's choice holds here; null: they have not chosen yet. */
export function holdMemberConsent(member: string, choice: Consent | null): void {
  unclaimed = null
  const { level, acceptedAt, text } = choice ?? {
    level: 'none',
    acceptedAt: serverInstant(),
    text: consentQuestion.version,
  }
  write(storageKeys.memberConsent, { level, acceptedAt, text, member } as MemberConsent)
  changed()
}

/** The member has gone: the device's own choice holds again. */
export function releaseMemberConsent(): void {
  unclaimed = null
  if (memberConsent()) write(storageKeys.memberConsent, null)
  changed()
}

const watched: readonly (string | null)[] = [storageKeys.consent, storageKeys.memberConsent, storageKeys.session, null]

/** Calls back when the choice changes, in this tab or another. Returns the unsubscribe function. */
export function subscribeConsent(listener: () => void): () => void {
  const otherTab = ({ key }: StorageEvent) => {
    if (!watched.includes(key)) return
    settleStorage()
    listener()
  }
  const unsubscribe = chosen.subscribe(listener)
  window.addEventListener('storage', otherTab)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', otherTab)
  }
}

/**
 * Runs inline in the head, before the first paint: `html[data-consent=ask]` shows the banner, which every document
 * contains. So the banner never flashes for people who have chosen, shifts nothing, and is hidden without scripts. It asks
 * exactly when `isConsentDue` says so.
 */
export const consentHintScript = `(function(){function r(k){try{return localStorage.getItem(k)}catch(e){}}
function p(k){try{return JSON.parse(r(k))}catch(e){}}
function l(c){return c&&typeof c.acceptedAt==='string'&&!isNaN(Date.parse(c.acceptedAt))&&/^(none|essential|full)$/.test(c.level)?c.level==='full'&&c.text!==${consentQuestion.version}?'none':c.level:''}
var d=l(p('${storageKeys.consent}')),m=p('${storageKeys.memberConsent}')
if(r('${storageKeys.session}')?l(m)==='none'&&typeof m.member==='string'&&d!=='essential':!d||d==='none')document.documentElement.dataset.consent='ask'})()`
