import { expect, type Page } from '@playwright/test'
import { notOnIos, untilToken } from '../../support/native/plugin-refusals.ts'
import { type Answer, type Answers, deviceAnswers, unimplemented } from './shell-answers.ts'
import { connectPage, type Message, type Options, type Result, sayToPage } from './shell-page.ts'
import type { Device } from './shell-plugins.ts'

type Wishes = {
  device?: Device
  /** By `Plugin.method`, overriding the device's own; a thrown error rejects the call. */
  answers?: Answers
  /** The link that starts the app. */
  launchUrl?: string
  /** The app's preferences: the same map behind another page is the same device after a restart. */
  store?: Map<string, string>
}

export type Bridge = {
  /** The app's calls so far, as `Plugin.method {options}`; a reloaded page adds to them. */
  calls: () => string[]
  /** The options of each call of `Plugin.method`. */
  asked: (call: string) => Options[]
  /** Changes the result of a method from now on. */
  answer: (call: string, answer: Answer) => void
  /** Emits the event `Plugin.event`. Waits until the app listens, unless the plugin retains it. */
  tell: (event: string, data?: object) => Promise<void>
  store: Map<string, string>
}

/** Events that plugins retain until there is a listener (`retainUntilConsumed` in their sources). */
const retained: Record<Device, RegExp> = {
  ios: /^(App\.appUrlOpen|PushNotifications\.pushNotificationActionPerformed)$/,
  android: /^(App\.appUrlOpen|PushNotifications\.\w+)$/,
}

export const pushTokens: Record<Device, string> = {
  ios: '0123456789abcdef'.repeat(4),
  android: 'fcm:token-of-a-device',
}

/**
 * Gives the page the bridge of a shell, as Capacitor ships it, with a simulated device. Call it before the app is
 * opened.
 */
export async function shellBridge(page: Page, wishes: Wishes = {}): Promise<Bridge> {
  const { device = 'android', launchUrl, store = new Map() } = wishes
  const made: { call: string; options: Options }[] = []
  /** Callback ids by `Plugin.event`. */
  const listeners = new Map<string, string[]>()
  const pending = new Map<string, object[]>()
  // iOS reports it as an event as well.
  if (launchUrl && device === 'ios') pending.set('App.appUrlOpen', [{ url: launchUrl }])

  const say = (result: Result) => sayToPage(page, device, result)
  const heardBy = (event: string) => listeners.get(event) ?? []

  /** Whether the push service has answered since the app was started; a reloaded page stands for a start. */
  let isAnswered = false

  const tell: Bridge['tell'] = async (event, data = {}) => {
    if (/^PushNotifications\.registration/.test(event)) isAnswered = true
    if (retained[device].test(event) && heardBy(event).length === 0) {
      pending.set(event, [...(pending.get(event) ?? []), data])
      return
    }
    await expect.poll(() => heardBy(event).length, `somebody listens to ${event}`).toBeGreaterThan(0)
    for (const callbackId of heardBy(event)) await say({ callbackId, success: true, save: true, data })
  }

  const answers: Answers = {
    ...deviceAnswers(device, store),
    ...(launchUrl && { 'App.getLaunchUrl': { url: launchUrl } }),
    'PushNotifications.register': () => void tell('PushNotifications.registration', { value: pushTokens[device] }),
    ...wishes.answers,
  }

  /** What the plugin refuses by its own source. */
  const refuse = (call: string) => {
    const [plugin, method = ''] = call.split('.')
    if (device !== 'ios' || plugin !== 'PushNotifications') return
    if (notOnIos.includes(method)) unimplemented()
    if (!isAnswered && untilToken.has(method)) throw new Error(untilToken.get(method))
  }

  const resultOf = async (call: string, options: Options): Promise<Pick<Result, 'success' | 'data' | 'error'>> => {
    try {
      refuse(call)
      const answer = answers[call]
      return { success: true, data: typeof answer === 'function' ? await answer(options) : answer }
    } catch (error) {
      const { message, code } = error as Error & { code?: string }
      return { success: false, error: { message, errorMessage: message, code } }
    }
  }

  const listen = async (event: string, callbackId: string) => {
    listeners.set(event, [...heardBy(event), callbackId])
    const waiting = pending.get(event) ?? []
    pending.delete(event)
    for (const data of waiting) await tell(event, data)
  }

  const hear = async (message: Message) => {
    // A reloaded page has no listeners yet.
    if (message.hello) {
      isAnswered = false
      return listeners.clear()
    }
    const { callbackId, pluginId, methodName, options } = message
    const event = `${pluginId}.${options.eventName}`
    // iOS also forwards the page's console.
    if (pluginId === 'Console') return
    if (methodName === 'addListener') return listen(event, callbackId)
    if (methodName === 'removeListener') {
      const rest = heardBy(event).filter((id) => id !== options.callbackId)
      return void listeners.set(event, rest)
    }
    const call = `${pluginId}.${methodName}`
    made.push({ call, options })
    return say({ callbackId, pluginId, methodName, save: false, ...(await resultOf(call, options)) })
  }

  await connectPage(page, device, hear)
  return {
    calls: () => made.map(({ call, options }) => `${call} ${JSON.stringify(options)}`),
    asked: (call) => made.flatMap((each) => (each.call === call ? [each.options] : [])),
    answer: (call, answer) => {
      answers[call] = answer
    },
    tell,
    store,
  }
}
