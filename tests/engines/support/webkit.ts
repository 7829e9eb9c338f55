import fs from 'node:fs'
import { Agent } from 'node:http'
import path from 'node:path'
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { Command, Name } from 'selenium-webdriver/lib/command.js'
import { freePort } from '../../support/processes/free-port.ts'
import { eventually } from '../../support/site/requests.ts'
import { type Engine, windowSize } from './engine.ts'
import { type Program, scratchHome, startProgram } from './program.ts'

const driver = '/usr/bin/WebKitWebDriver'
const display = '/usr/bin/Xvfb'

/** Starts Debian's WebKitGTK; undefined when its driver, or the screen that it needs, is not installed. */
export const startWebKit = [driver, display].every((file) => fs.existsSync(file)) ? start : undefined

/** Beyond what WebDriver itself waits for. */
const answersWithinMs = 35_000

/**
 * Starts a screen, WebKitWebDriver and its MiniBrowser. The driver has one browser at a time, which keeps nothing when it
 * ends: each beginning is a new one.
 */
async function start(): Promise<Engine> {
  const home = scratchHome('webkit')
  const screen = startProgram(display, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {})
  let program: Program | undefined
  const begin = async (number: string): Promise<WebDriver> => {
    await program?.end()
    const port = await freePort()
    program = startProgram(driver, [`--port=${port}`, '--host=127.0.0.1'], environment(home.folder, number))
    return newSession(`http://127.0.0.1:${port}`)
  }
  const end = async () => {
    await program?.end()
    await screen.end()
    home.remove()
  }
  try {
    const number = await screen.said(/^(\d+)$/m)
    return drive(() => begin(number), end)
  } catch (error) {
    await end()
    throw error
  }
}

const environment = (home: string, screen: string): Record<string, string> => ({
  HOME: home,
  XDG_CONFIG_HOME: path.join(home, '.config'),
  XDG_RUNTIME_DIR: home,
  DISPLAY: `:${screen}`,
  GDK_BACKEND: 'x11',
  LANG: 'C.UTF-8',
  NO_AT_BRIDGE: '1',
  GSETTINGS_BACKEND: 'memory',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  // Its sandbox needs rights that a container does not give; all it opens is the server under test.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
})

async function newSession(address: string): Promise<WebDriver> {
  await eventually(async () => {
    const answer = await fetch(`${address}/status`)
    if (!answer.ok) throw new Error(`WebKitWebDriver answered ${answer.status}`)
  })
  const capabilities = new Capabilities({ browserName: 'MiniBrowser', acceptInsecureCerts: false })
  const builder = new Builder().disableEnvironmentOverrides().usingServer(address).withCapabilities(capabilities)
  // A line of its own for each command: selenium repeats one whose line was cut, and a press would be two.
  const session = await inTime(builder.usingHttpAgent(new Agent({ keepAlive: false })).build())
  await session.manage().setTimeouts({ pageLoad: 30_000, script: 10_000 })
  const frame = await session
    .manage()
    .window()
    .setRect({ ...windowSize, x: 0, y: 0 })
  // The window has a bar of its own.
  const [width, height] = await session.executeScript<[number, number]>('return [innerWidth, innerHeight]')
  await session
    .manage()
    .window()
    .setRect({
      x: 0,
      y: 0,
      width: frame.width + windowSize.width - width,
      height: frame.height + windowSize.height - height,
    })
  return session
}

/** A browser that hangs does not answer its driver, and the driver not us. */
async function inTime<Answer>(answer: PromiseLike<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`WebKit did not answer within ${answersWithinMs} ms`)), answersWithinMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

function drive(begin: () => Promise<WebDriver>, end: () => Promise<void>): Engine {
  let current: WebDriver | undefined
  const session = () => {
    if (!current) throw new Error('no session has begun')
    return current
  }
  return {
    fresh: async () => {
      current = await begin()
    },
    open: (address) => inTime(session().get(address)),
    ask: async (expression) => {
      const script = `return (async () => JSON.stringify((await (${expression})) ?? null))()`
      return JSON.parse(await inTime(session().executeScript<string>(script)))
    },
    act: (actions) => inTime(session().execute(new Command(Name.ACTIONS).setParameter('actions', actions))),
    choose: async (field, file) => {
      const element = await inTime(session().executeScript<WebElement>(`return ${field}`))
      await inTime(element.sendKeys(file))
    },
    faults: () => [],
    picture: async () => Buffer.from(await inTime(session().takeScreenshot()), 'base64'),
    end,
  }
}
