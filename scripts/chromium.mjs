// Finds a Chromium for the browser tests, or gets one: Debian's package as root, else Playwright's own.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { giveUp, ROOT, run, say } from './toolchain.mjs'

/** The first draws to no window and costs a quarter less. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Path of a Chromium; undefined stands for Playwright's own, which it finds by itself. */
export const findOrInstallChromium = async (node) => {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await installDebianPackage()
  const installed = findChromium()
  if (installed) return installed
  say("Installing Playwright's Chromium…")
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js')
  if ((await run(node, [cli, 'install', 'chromium'])) === 0) return undefined
  return giveUp('The browser tests need Chromium: install it and see that `chromium` is in the PATH.')
}

const findChromium = () => {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin')
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

// Not every release of Debian has the first.
const PACKAGES = ['chromium-headless-shell', 'chromium']

const installDebianPackage = async () => {
  say("Installing Debian's Chromium…")
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], env)
  for (const name of PACKAGES) {
    if ((await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)) === 0) return
  }
}
