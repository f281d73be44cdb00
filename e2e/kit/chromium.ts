import { existsSync } from 'node:fs'

/** The first draws to no window and costs a quarter less. */
const KNOWN_PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

/** Where the browser is: the one that the test script found, else the system's; nothing stands for Playwright's own. */
export const chromiumPath = (): { readonly executablePath?: string } => {
  const { CHROMIUM_PATH, CHROMIUM } = process.env
  const executablePath = [CHROMIUM_PATH, CHROMIUM, ...KNOWN_PLACES].find((path) => path && existsSync(path))
  return executablePath === undefined ? {} : { executablePath }
}

// A journey that would reach beyond this machine fails instead of depending on what it finds there.
const NOWHERE = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost'

// The last such switch counts: the runner's own list, and the pages of an address bar that nobody sees, which every context
// would load anew for a third of what a journey costs.
const WITHOUT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

export const chromiumArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT.join(',')}`,
  NOWHERE,
]
