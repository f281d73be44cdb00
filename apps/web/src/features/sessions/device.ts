interface Sign {
  readonly pattern: RegExp
  readonly name: string
}

// User agents also name the browsers they are based on, so the more specific patterns come first.
const BROWSERS: readonly Sign[] = [
  { pattern: /\bEdg(e|A|iOS)?\//, name: 'Edge' },
  { pattern: /\b(OPR|Opera)\//, name: 'Opera' },
  { pattern: /\bSamsungBrowser\//, name: 'Samsung Internet' },
  { pattern: /\bVivaldi\//, name: 'Vivaldi' },
  { pattern: /\b(Firefox|FxiOS)\//, name: 'Firefox' },
  { pattern: /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, name: 'Chrome' },
  { pattern: /\bVersion\/[\d.]+.*\bSafari\//, name: 'Safari' },
]

const SYSTEMS: readonly Sign[] = [
  { pattern: /\biPhone\b/, name: 'iPhone' },
  { pattern: /\biPad\b/, name: 'iPad' },
  { pattern: /\bAndroid\b/, name: 'Android' },
  { pattern: /\bCrOS\b/, name: 'a Chromebook' },
  { pattern: /\bWindows\b/, name: 'Windows' },
  { pattern: /\bMac OS X\b|\bMacintosh\b/, name: 'a Mac' },
  { pattern: /\bLinux\b/, name: 'Linux' },
]

export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'program'

export interface Device {
  /** such as "Safari on iPhone" */
  readonly words: string
  readonly kind: DeviceKind
}

const nameIn = (signs: readonly Sign[], userAgent: string): string | null =>
  signs.find(({ pattern }) => pattern.test(userAgent))?.name ?? null

const deviceKind = (system: string | null, userAgent: string): DeviceKind => {
  if (system === null) return 'program'
  if (system === 'iPhone') return 'phone'
  if (system === 'iPad') return 'tablet'
  if (system === 'Android') return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return 'computer'
}

/** Browser and system of a user agent. */
export const parseDevice = (userAgent: string | null): Device => {
  const text = userAgent ?? ''
  const browser = nameIn(BROWSERS, text)
  const system = nameIn(SYSTEMS, text)
  const kind = deviceKind(system, text)
  if (browser && system) return { words: `${browser} on ${system}`, kind }
  if (browser || system) return { words: browser ?? `A browser on ${system}`, kind }
  return { words: 'Unknown browser or app', kind }
}
