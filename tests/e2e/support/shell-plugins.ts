import fs from 'node:fs'
import path from 'node:path'

export type Device = 'ios' | 'android'
type Method = { name: string; rtype?: string }
export type PluginHeader = { name: string; methods: Method[] }

const packages = path.resolve(import.meta.dirname, '../../../node_modules')
const { dependencies } = JSON.parse(
  fs.readFileSync(path.resolve(import.meta.dirname, '../../../native/package.json'), 'utf8'),
) as { dependencies: Record<string, string> }

/** The runtimes themselves and packages without native code. */
const runtimes = ['@capacitor/ios', '@capacitor/android', '@capacitor/core']
const plugins = Object.keys(dependencies).filter((name) => !runtimes.includes(name))

/** Runs in every page before all other scripts; both platforms ship the same file. */
const bridgeFiles: Record<Device, string> = {
  ios: '@capacitor/ios/Capacitor/Capacitor/assets/native-bridge.js',
  android: '@capacitor/android/capacitor/src/main/assets/native-bridge.js',
}
export const bridgeScript = (device: Device) => fs.readFileSync(path.join(packages, bridgeFiles[device]), 'utf8')

/** Where each platform's native code is located in a plugin, and the plugins built into the runtime and the project. */
const sources: Record<Device, { folder: string; ending: RegExp; own: string[] }> = {
  ios: {
    folder: 'ios',
    ending: /\.(swift|m)$/,
    own: [
      '@capacitor/ios/Capacitor/Capacitor/Plugins/SystemBars.swift',
      '../native/ios/App/App/PushServicePlugin.swift',
    ],
  },
  android: {
    folder: 'android/src/main',
    ending: /\.(java|kt)$/,
    own: ['@capacitor/android/capacitor/src/main/java/com/getcapacitor/plugin/SystemBars.java'],
  },
}

const promised = (name: string): Method => ({ name, rtype: 'promise' })
const calledBack = (name: string): Method => ({ name, rtype: 'callback' })

/** Every plugin has these (`JSExport.swift`, `Plugin.java`). */
const inherited: Method[] = [
  { name: 'addListener' },
  { name: 'removeListener' },
  ...['removeAllListeners', 'checkPermissions', 'requestPermissions'].map(promised),
]

const found = (code: string, pattern: RegExp) => [...code.matchAll(pattern)].map((match) => match[1] ?? '')

/** The methods a plugin's native code declares, as the runtime reports them to the page. */
function headerOf(code: string, file: string): PluginHeader {
  const [name] = [
    ...found(code, /let jsName = "(\w+)"/g),
    ...found(code, /CAP_PLUGIN\(\w+, "(\w+)"/g),
    ...found(code, /@CapacitorPlugin\(\s*name = "(\w+)"/g),
    // Without a name it is the class's.
    ...found(code, /@CapacitorPlugin\s+public class (\w+)/g),
  ]
  const promises = [
    ...found(code, /CAPPluginMethod\(name: "(\w+)", returnType: CAPPluginReturnPromise\)/g),
    ...found(code, /CAP_PLUGIN_METHOD\((\w+), CAPPluginReturnPromise\)/g),
    ...found(code, /@PluginMethod\s[^;{]*?(?:public void|fun) (\w+)\(/g),
  ]
  const callbacks = [
    ...found(code, /CAPPluginMethod\(name: "(\w+)", returnType: CAPPluginReturnCallback\)/g),
    ...found(code, /@PluginMethod\(returnType = PluginMethod.RETURN_CALLBACK\)\s[^;{]*?(?:public void|fun) (\w+)\(/g),
  ]
  const methods = [...promises.map(promised), ...callbacks.map(calledBack)]
  if (!name || methods.length === 0) throw new Error(`no plugin found in ${file}`)
  return { name, methods: [...inherited, ...methods] }
}

function codeOf(folder: string, ending: RegExp): string {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => ending.test(file))
  return files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8')).join('\n')
}

/** The plugins of a shell, read from the native code the shell is built from. */
export function pluginHeaders(device: Device): PluginHeader[] {
  const { folder, ending, own } = sources[device]
  return [
    ...own.map((file) => headerOf(fs.readFileSync(path.join(packages, file), 'utf8'), file)),
    ...plugins.map((name) => headerOf(codeOf(path.join(packages, name, folder), ending), name)),
  ]
}
