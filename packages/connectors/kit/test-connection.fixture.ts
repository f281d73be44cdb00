import type { GrantAccess, PlatformApp } from './authorization.ts'
import { type Budgets, createBudgets, type PlannedPause } from './budgets.ts'
import type { OpenSession, PlatformConnector, PlatformSession } from './connector.ts'
import type { TimeLimits } from './guarded-agent.ts'
import type { CallRecord } from './http-attempt.ts'
import { createPlatformClient, type OpenPlatformClient } from './http-client.ts'
import { createScaledClock, type ScaledClock } from './scaled-clock.ts'

export interface TestConnectionOptions {
  readonly connector: PlatformConnector
  readonly open: OpenSession
  readonly url: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  /** epoch milliseconds; default: the machine's clock */
  readonly now?: () => number
  /** default: a clock 5,000 times as fast as the machine's */
  readonly pace?: ScaledClock
  readonly budgets?: Budgets
  readonly signal?: AbortSignal
  readonly grant?: GrantAccess
  readonly app?: PlatformApp
  /** of calls; default: long enough for a busy machine */
  readonly limits?: TimeLimits
  /** default: empty */
  readonly cache?: Map<string, unknown>
  readonly account?: { readonly currency: string; readonly timeZone: string }
}

/** A session with a local fake platform, and a record of its calls. */
export interface TestConnection {
  readonly session: PlatformSession
  readonly client: OpenPlatformClient
  readonly waits: PlannedPause[]
  readonly calls: CallRecord[]
}

const LIMITS = { connectMs: 2000, headersMs: 1000, bodyIdleMs: 1000, answerMs: 5000 }

/** For tests of a hanging platform; a slow machine only repeats a call. */
export const IMPATIENT: TimeLimits = { ...LIMITS, headersMs: 200, bodyIdleMs: 200 }

export const openTestConnection = ({
  connector,
  open,
  url,
  settings,
  secrets,
  now = Date.now,
  pace = createScaledClock(5000),
  budgets = createBudgets(connector.budgets, pace),
  signal = new AbortController().signal,
  grant,
  app,
  limits = LIMITS,
  cache = new Map(),
  account = { currency: 'USD', timeZone: 'America/Los_Angeles' },
}: TestConnectionOptions): TestConnection => {
  const waits: PlannedPause[] = []
  const calls: CallRecord[] = []
  const client = createPlatformClient({
    baseUrl: url,
    allowPrivate: true,
    budgets,
    pace,
    signal,
    random: Math.random,
    onWait: (wait) => waits.push(wait),
    log: (call) => calls.push(call),
    limits,
  })
  const network = { allowPrivate: true, signal, limits, beforeCall: () => undefined }
  const session = open({
    settings,
    secrets,
    grant: grant ?? null,
    app: app ?? null,
    client,
    network,
    cache,
    now,
    account,
  })
  return { session, client, waits, calls }
}

/** A clock that advances only when something waits for it, so that limits are met exactly on a slow machine. */
export const createManualClock = (): ScaledClock => {
  let now = 1_000_000
  return {
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      const until = now + ms
      await new Promise((resolve) => setImmediate(resolve))
      now = Math.max(now, until)
    },
  }
}
