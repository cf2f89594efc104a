// Programs the tests drive that no package brings: a browser, a broker, Redis and nginx, found on the system or put there.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { programOf, root, runQuietly, step } from './bootstrap.mjs'

/** The path of a Chromium, installed if need be; undefined when there is no way. */
export const findChromium = async (node) => {
  const found = () =>
    [
      process.env.GATEHOUSE_CHROMIUM,
      ...onSystem([headlessShell, ...wholeChromiums]),
      ...headlessShellsOfPlaywright(),
      ofPlaywright(),
    ].find(answers)
  if (found()) return found()
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (canApt()) await step(`Installing ${name}`, () => apt(name))
    if (found()) return found()
  }
  await step('Downloading Chromium', () => runQuietly(node, [programOf('@playwright/test'), 'install', 'chromium']))
  return found()
}

/**
 * The path of a Chromium that is more than a headless shell, for tests of notifications, which a shell always denies;
 * undefined when it cannot be had, and they are skipped.
 */
export const findWholeChromium = async () => {
  const { GATEHOUSE_WHOLE_CHROMIUM: named, GATEHOUSE_CHROMIUM: usual = headlessShell } = process.env
  const ofTheOthers = isHeadlessShell(usual) ? undefined : usual
  const found = () => [named, ofTheOthers, ...onSystem(wholeChromiums), ofPlaywright()].find(answers)
  // Both have parts in common: of one version.
  const names = ['chromium', ...(onSystem([headlessShell]).length > 0 ? [headlessShell] : [])]
  if (!found() && canApt()) await step('Installing chromium', () => apt(...names))
  return found() ?? console.log('There is no whole Chromium here: the test of push notifications is skipped.')
}

/** The path of Mosquitto, the external broker of some tests; undefined when it cannot be had, and they are skipped. */
export const findMosquitto = async () =>
  (await findServer('mosquitto', 'Mosquitto')) ??
  console.log('There is no Mosquitto here: the tests with an external broker are skipped.')

/** The paths of what lies between several nodes; undefined where they cannot be had. */
export const findBetweenNodes = async () => {
  const redis = await findServer('redis-server', 'Redis')
  const nginx = await findServer('nginx', 'nginx')
  return redis && nginx ? { redis, nginx } : undefined
}

const findServer = async (name, called) => {
  const found = () => onSystem([name]).at(0)
  if (!found() && canApt()) await step(`Installing ${called}`, () => withoutServices(name, () => apt(name)))
  return found()
}

// The same engine without the window that a browser draws around every page.
const headlessShell = 'chromium-headless-shell'
const wholeChromiums = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

// Servers live in folders that an ordinary user's PATH leaves out.
const folders = () => [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/sbin',
]

const onSystem = (names) =>
  names
    .flatMap((name) => (/[\\/]/.test(name) ? [name] : folders().map((folder) => join(folder, name))))
    .filter((path) => existsSync(path))

const ofPlaywright = () => {
  const require = createRequire(join(root, 'e2e', 'package.json'))
  return require('@playwright/test').chromium.executablePath()
}

/** Beside its whole one, in a folder of the same revision; each may be there without the other. */
const headlessShellsOfPlaywright = () => {
  const [, folder, revision] = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(ofPlaywright()) ?? []
  const shells = join(folder ?? '', `chromium_headless_shell-${revision}`)
  if (!folder || !existsSync(shells)) return []
  return readdirSync(shells, { recursive: true })
    .filter((path) => isHeadlessShell(path))
    .map((path) => join(shells, path))
}

const isHeadlessShell = (path) => /headless[-_]shell(\.exe)?$/.test(path)

// Some distributions have a program of that name that only tells how to install the real one.
const answers = (path) =>
  path !== undefined &&
  existsSync(path) &&
  spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0

const canApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

let updated = false
const apt = async (...names) => {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 600_000 }
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
  if (!updated) {
    updated = true
    const update = await runQuietly('apt-get', ['update', ...patience], options)
    if (update.code !== 0) return update
  }
  return await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...patience, ...names], options)
}

// Debian starts and enables a server it installs; it would sit on a port that somebody needs.
const withoutServices = async (name, work) => {
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await work()
  } finally {
    if (ours) rmSync(policy, { force: true })
    spawnSync('systemctl', ['disable', name], { stdio: 'ignore' })
  }
}
