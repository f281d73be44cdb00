import { existsSync } from 'node:fs'

/** In order of preference: the headless shell takes a quarter less processor time. */
const KNOWN_PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

/** Path of the browser: the one that the test script found, otherwise the system's; empty for Playwright's own build. */
export const chromiumPath = (): { readonly executablePath?: string } => {
  const { CHROMIUM_PATH, CHROMIUM } = process.env
  const executablePath = [CHROMIUM_PATH, CHROMIUM, ...KNOWN_PATHS].find((path) => path && existsSync(path))
  return executablePath === undefined ? {} : { executablePath }
}

// A test that reaches beyond this machine fails instead of depending on other servers.
const NO_NETWORK = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost'

// Only the last such switch counts, so the list includes Playwright's own features, and the omnibox pages, which every context
// would load for a third of a test's time.
const DISABLED_FEATURES = [
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
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  NO_NETWORK,
]
