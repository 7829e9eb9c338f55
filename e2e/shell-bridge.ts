import type { Page } from '@playwright/test'

/** What the app asks of the device, as `Plugin.method {options}`. */
export type Bridge = { calls(): Promise<string[]>; tell(event: string, data?: object): Promise<void> }

const promised: Readonly<Record<string, readonly string[]>> = {
  App: ['getLaunchUrl', 'getInfo', 'minimizeApp'],
  Browser: ['open'],
  Haptics: ['impact'],
  Keyboard: [],
  Preferences: ['get', 'set', 'remove'],
  Share: ['share'],
  SplashScreen: ['hide'],
  StatusBar: ['setStyle', 'setBackgroundColor'],
  SystemBars: ['setStyle'],
}

/** Runs in the page before the app: Capacitor finds a device here, that has nothing kept and says yes to everything. */
function simulate(plugins: typeof promised): void {
  const calls: string[] = []
  const listeners: Record<string, ((data: object) => void)[]> = {}
  const heard = ['addListener', 'removeListener'].map((name) => ({ name }))
  const headers = Object.entries(plugins).map(([name, methods]) => ({
    name,
    methods: [...heard, ...methods.map((method) => ({ name: method, rtype: 'promise' }))],
  }))
  Object.assign(window, {
    androidBridge: { postMessage() {} },
    shellCalls: calls,
    shellTell: (event: string, data: object) => {
      for (const listener of listeners[event] ?? []) listener(data)
    },
    Capacitor: {
      Plugins: {},
      PluginHeaders: headers,
      nativePromise: async (plugin: string, method: string, options: object = {}) => {
        calls.push(`${plugin}.${method} ${JSON.stringify(options)}`)
        return plugin === 'Preferences' ? { value: null } : {}
      },
      nativeCallback(plugin: string, _: string, options: { eventName: string }, listener: (data: object) => void) {
        const event = `${plugin}.${options.eventName}`
        listeners[event] = [...(listeners[event] ?? []), listener]
        return `${event}-${listeners[event].length}`
      },
    },
  })
}

/** Gives the page the bridge of an Android shell. Call it before the app is opened. */
export async function shellBridge(page: Page): Promise<Bridge> {
  await page.addInitScript(simulate, promised)
  return {
    calls: () => page.evaluate(() => Reflect.get(window, 'shellCalls') as string[]),
    tell: (event, data = {}) =>
      page.evaluate(([name, what]) => Reflect.get(window, 'shellTell')(name, what), [event, data] as const),
  }
}
