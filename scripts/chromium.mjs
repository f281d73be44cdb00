// Finds Chromium for the browser tests, or installs it: Debian's package as root, otherwise Playwright's own build.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { giveUp, ROOT, run, say } from './toolchain.mjs'

/** In order of preference: the headless shell takes a quarter less processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Path of a Chromium; undefined for Playwright's own build, which Playwright finds by itself. */
export const findOrInstallChromium = async (node) => {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await installDebianPackage()
  const installed = findChromium()
  if (installed) return installed
  say("Installing Playwright's Chromium…")
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js')
  if ((await run(node, [cli, 'install', 'chromium'])) === 0) return undefined
  return giveUp('The browser tests need Chromium: install it so that `chromium` is in the PATH.')
}

const findChromium = () => {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin')
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

// Not every Debian release has the first one.
const PACKAGES = ['chromium-headless-shell', 'chromium']

const installDebianPackage = async () => {
  say("Installing Debian's Chromium…")
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], env)
  for (const name of PACKAGES) {
    if ((await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)) === 0) return
  }
}
