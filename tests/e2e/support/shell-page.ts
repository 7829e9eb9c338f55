import type { Page } from '@playwright/test'
import { bridgeScript, type Device, pluginHeaders } from './shell-plugins.ts'

export type Options = Record<string, unknown>
/** A message from the page; `hello` from a new page. */
export type Message =
  | { hello: true }
  | { hello?: never; callbackId: string; pluginId: string; methodName: string; options: Options }
/** A message from the native side to the page. */
export type Result = {
  callbackId: string
  pluginId?: string
  methodName?: string
  save: boolean
  success: boolean
  data?: unknown
  error?: object
}

/**
 * The objects a shell's WebView provides before the bridge's own script runs. Neither cookies nor requests are
 * patched.
 */
function connect(device: Device): void {
  const send = (message: string) => Reflect.get(window, 'shellDevice')(message)
  const ask = window.prompt.bind(window)
  const isSetting = (text: string) => /^\{"type":"Capacitor(Cookies\.isEnabled|Http)"\}$/.test(text)
  const sides = {
    android: { androidBridge: { postMessage: send } },
    ios: {
      webkit: { messageHandlers: { bridge: { postMessage: (message: object) => send(JSON.stringify(message)) } } },
      prompt: (text = '', preset?: string) => (isSetting(text) ? 'false' : ask(text, preset)),
    },
  }
  Object.assign(window, sides[device], {
    Capacitor: { DEBUG: false, isLoggingEnabled: false, Plugins: {} },
    WEBVIEW_SERVER_URL: window.location.origin,
  })
  send(JSON.stringify({ hello: true }))
}

const initScript = (device: Device) => `if (window === window.top) {
;(${connect})(${JSON.stringify(device)});
${bridgeScript(device)}
window.Capacitor.PluginHeaders = ${JSON.stringify(pluginHeaders(device))};
}`

/** Every page from now on starts as in a shell's WebView; `hear` receives its messages. */
export async function connectPage(page: Page, device: Device, hear: (message: Message) => unknown): Promise<void> {
  await page.exposeFunction('shellDevice', (message: string) => {
    hear(JSON.parse(message) as Message)
  })
  await page.addInitScript(initScript(device))
}

/** Passes a result to the page, as each platform does. A closed page receives nothing. */
export async function sayToPage(page: Page, device: Device, result: Result): Promise<void> {
  const hand = ([on, text]: readonly [Device, string]) =>
    on === 'android'
      ? Reflect.get(window, 'androidBridge').onmessage({ data: text })
      : Reflect.get(window, 'Capacitor').fromNative(JSON.parse(text))
  const gone = /context was destroyed|has been closed|navigation|test ended/i
  await page.evaluate(hand, [device, JSON.stringify(result)] as const).catch((error: Error) => {
    if (!gone.test(error.message)) throw error
  })
}
