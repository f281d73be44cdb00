import { Resolver } from 'node:dns'
import { resolve, sep } from 'node:path'
import { z } from 'zod'
import type { PlatformApp } from '#connectors/kit/authorization.ts'
import { splitList } from '#domain/text.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const url = z.url({ protocol: /^https?$/ })
const origin = url.refine(
  (text) => URL.parse(text)?.origin === text,
  'must be origins such as https://portal.example.com, without a path',
)

const path = z
  .string()
  .min(1)
  .transform((text) => resolve(text))
const key = z
  .base64('must be 32 bytes in base64')
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')

const isDnsServer = (text: string): boolean => {
  try {
    new Resolver().setServers([text])
    return true
  } catch {
    return false
  }
}

const Settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** what the process does: `all` runs alone, `web` answers requests and `worker` runs jobs next to other processes */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** 0 lets the system choose */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  /** uploaded files until they are imported; default: in DATA_DIR */
  STAGING_DIR: path.optional(),
  DEMO: flag.default(true),
  /** origin in mailed links; default: the address the server listens on */
  PUBLIC_URL: url.optional(),
  /** address of a proxy on this computer in front of a local trial: origin in links instead of the address the server listens on */
  LOCAL_URL: url.refine((text) => isLoopbackUrl(text), 'must name this computer').optional(),
  /** origins whose pages may call the API, separated by commas, such as https://portal.example.com */
  CORS_ORIGINS: z.string().default('').transform(splitList).pipe(z.array(origin)),
  /** number of proxies in front of the server, each of which sets X-Forwarded-For */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** one or more, separated by commas: the next is asked when one does not answer */
  CLICKHOUSE_URL: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(url).min(1))
    .optional(),
  CLICKHOUSE_USER: z.string().min(1).default('default'),
  CLICKHOUSE_PASSWORD: z.string().default(''),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(/^[\w-]+$/, 'must have letters, digits, _ and - only')
    .default('default'),
  /** path of a PEM file; default: the authorities that Node trusts */
  CLICKHOUSE_CA: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).max(254).default('Cuvee <no-reply@cuvee.example>'),
  /** URL of the Stripe API; default: Stripe's own */
  STRIPE_URL: url.optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  /** one secret, or several separated by commas during a rotation */
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  TRACKER_URL: url.optional(),
  TRACKER_TOKEN: z.string().min(1).optional(),
  DOCS_URL: url.default('https://docs.cuvee.example'),
  SUPPORT_URL: url.default('https://support.cuvee.example'),
  /** signs session tokens; generated into DATA_DIR when the server owns its data */
  SESSION_KEY: key.optional(),
  /** encrypts secrets of services and the keys of accounts; generated in the same way */
  MASTER_KEY: key.optional(),
  /** path of a file with it, instead */
  MASTER_KEY_FILE: path.optional(),
  /** the previous MASTER_KEY, until everything is re-encrypted */
  MASTER_KEY_OLD: key.optional(),
  /** path of a file with it, instead */
  MASTER_KEY_OLD_FILE: path.optional(),
  /** encrypts account files and backups */
  ENCRYPT_DATA: flag.default(false),
  /** bearer token of /metrics; without one only local requests to a local trial get them */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** speed factor of the clock for limits and backoffs */
  TIME_SCALE: z.coerce.number().positive().max(100_000).default(1),
  /** MiB of responses cached in memory; 0 disables the cache */
  RESULT_CACHE_MB: z.coerce.number().int().min(0).max(65_536).default(64),
  /** an OpenAI-compatible language model, such as https://api.openai.com/v1; none: everything works without */
  MODEL_URL: url.optional(),
  MODEL_KEY: z.string().min(1).optional(),
  MODEL_NAME: z.string().min(1).max(100).default('default'),
  /** the operator's apps on platforms, which users connect by consenting there */
  COMMERCE7_CLIENT_ID: z.string().min(1).optional(),
  COMMERCE7_CLIENT_SECRET: z.string().min(1).optional(),
  SQUARE_CLIENT_ID: z.string().min(1).optional(),
  SQUARE_CLIENT_SECRET: z.string().min(1).optional(),
  SHOPIFY_CLIENT_ID: z.string().min(1).optional(),
  SHOPIFY_CLIENT_SECRET: z.string().min(1).optional(),
  /** permissions to ask for besides the needed ones, separated by commas */
  SHOPIFY_EXTRA_SCOPES: z.string().default('').transform(splitList),
  /** name servers that prove the domains of single sign-on, separated by commas; default: those of the system */
  DNS_SERVERS: z
    .string()
    .default('')
    .transform(splitList)
    .pipe(z.array(z.string().refine(isDnsServer, 'must be IP addresses, such as 9.9.9.9 or 10.0.0.2:5353'))),
  CONNECTOR_ALLOW_PRIVATE: flag.default(false),
})

type Settings = z.infer<typeof Settings>

/** Names of all settings; besides them, `<PLATFORM>_URL`. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape)

/** All settings of the process, parsed once. This file is the only reader of `process.env`. */
export interface Env extends Settings {
  /** absolute */
  readonly DATA_DIR: string
  readonly isProduction: boolean
  /** other variables named `<X>_URL`, by name and not validated; see `platformUrl` */
  readonly otherUrls: Readonly<Record<string, string>>
}

/** An invalid setting, which prevents the start; the message is one line for the operator. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}

/**
 * @param source usually `process.env`; empty values are treated as unset
 * @throws BadSetting naming the variable
 */
export const parseEnv = (source: Readonly<Record<string, string | undefined>>): Env => {
  const given = Object.fromEntries(Object.entries(source).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) throw badSetting(parsed.error)
  assertConsistent(parsed.data, given)
  const { data } = parsed
  const otherUrls = Object.fromEntries(
    Object.entries(given).filter(([name]) => /_URL$/.test(name) && !Object.hasOwn(data, name)),
  )
  return { ...data, DATA_DIR: resolve(data.DATA_DIR), isProduction: data.NODE_ENV === 'production', otherUrls }
}

/**
 * The URL that overrides a platform's own, from the variable `<TYPE>_URL` (`COMMERCE7_URL`); undefined when it is not set.
 *
 * @throws BadSetting naming the variable
 */
export const platformUrl = (env: Pick<Env, 'otherUrls'>, type: string): string | undefined => {
  const name = `${type.toUpperCase()}_URL`
  const parsed = url.optional().safeParse(env.otherUrls[name])
  if (!parsed.success) throw new BadSetting(`${name}: ${parsed.error.issues[0]?.message ?? 'not valid'}`)
  return parsed.data
}

/** The operator's app on a platform, by the connector's type; null: none, or the platform knows no consent. */
export const platformApp = (env: Settings, type: string): PlatformApp | null => {
  const app = (clientId = '', clientSecret = '', extraScopes: readonly string[] = []): PlatformApp | null =>
    clientId && clientSecret ? { clientId, clientSecret, extraScopes } : null
  if (type === 'commerce7') return app(env.COMMERCE7_CLIENT_ID, env.COMMERCE7_CLIENT_SECRET)
  if (type === 'square') return app(env.SQUARE_CLIENT_ID, env.SQUARE_CLIENT_SECRET)
  if (type === 'shopify') return app(env.SHOPIFY_CLIENT_ID, env.SHOPIFY_CLIENT_SECRET, env.SHOPIFY_EXTRA_SCOPES)
  return null
}

/** The settings of this process. */
export const readEnv = (): Env => parseEnv(process.env)

const badSetting = (error: z.ZodError): BadSetting => {
  const [issue] = error.issues
  return new BadSetting(`${issue?.path.join('.') ?? 'settings'}: ${issue?.message ?? 'not valid'}`)
}

/** Settings for a server that only this computer reaches; most weaken defenses. */
const TEST_SETTINGS = ['RATE_LIMITS', 'TIME_SCALE', 'CONNECTOR_ALLOW_PRIVATE', 'LOCAL_URL'] as const

const APP_SETTINGS = [
  ['COMMERCE7_CLIENT_ID', 'COMMERCE7_CLIENT_SECRET'],
  ['SQUARE_CLIENT_ID', 'SQUARE_CLIENT_SECRET'],
  ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET'],
] as const

/** What processes of one installation must have in common. */
const SHARED_SETTINGS = ['DATABASE_URL', 'CLICKHOUSE_URL', 'STAGING_DIR', 'SESSION_KEY', 'MASTER_KEY'] as const

const assertConsistent = (settings: Settings, given: Readonly<Record<string, string | undefined>>): void => {
  const hasMaster = settings.MASTER_KEY !== undefined || settings.MASTER_KEY_FILE !== undefined
  assertKeysApart(settings, hasMaster)
  if (settings.ROLE !== 'all') {
    const missing = SHARED_SETTINGS.filter(
      (name) => settings[name] === undefined && !(name === 'MASTER_KEY' && hasMaster),
    )
    if (missing.length > 0) throw new BadSetting(`ROLE: ${settings.ROLE} requires ${missing.join(', ')}`)
  }
  if (settings.STRIPE_SECRET_KEY && !settings.STRIPE_WEBHOOK_SECRET) {
    throw new BadSetting('STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY')
  }
  for (const [one, other] of APP_SETTINGS) {
    if ((settings[one] === undefined) !== (settings[other] === undefined))
      throw new BadSetting(`${one}: required together with ${other}`)
  }
  const isProduction = settings.NODE_ENV === 'production'
  if (!isLocalTrial({ ...settings, isProduction })) {
    const forbidden = TEST_SETTINGS.find((name) => given[name] !== undefined)
    if (forbidden)
      throw new BadSetting(
        `${forbidden}: only allowed while HOST is loopback, without PUBLIC_URL and NODE_ENV=production`,
      )
  }
  if (isProduction) {
    if (settings.DATABASE_URL && !settings.SESSION_KEY) throw new BadSetting('SESSION_KEY: required with DATABASE_URL')
    if (settings.DATABASE_URL && !hasMaster) throw new BadSetting('MASTER_KEY: required with DATABASE_URL')
  }
}

/** A key in the same place as the data that it encrypts protects nothing. */
const assertKeysApart = (settings: Settings, hasMaster: boolean): void => {
  if (settings.ENCRYPT_DATA && !hasMaster) throw new BadSetting('ENCRYPT_DATA: requires MASTER_KEY or MASTER_KEY_FILE')
  for (const name of ['MASTER_KEY', 'MASTER_KEY_OLD'] as const) {
    const file = settings[`${name}_FILE`]
    if (file === undefined) continue
    if (settings[name] !== undefined) throw new BadSetting(`${name}_FILE: not together with ${name}`)
    if (`${file}${sep}`.startsWith(`${resolve(settings.DATA_DIR)}${sep}`))
      throw new BadSetting(`${name}_FILE: must not be in DATA_DIR`)
  }
}

/** Credentials of the demo winery's owner. */
export const DEMO_SIGN_IN = { email: 'demo@cuvee.example', password: 'Barrel&Stave7' } as const

/** Names of this computer; addresses start with 127 or are ::1. */
export const isLoopbackName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1)$/

const isLoopbackHost = (name: string): boolean => isLoopbackName(name) || LOOPBACK_ADDRESS.test(name)

const isLoopbackUrl = (text: string): boolean => isLoopbackHost(URL.parse(text)?.hostname.replace(/^\[|\]$/g, '') ?? '')

/**
 * Whether only this computer can reach the server, as with no settings at all. Everything else is treated as a server that
 * others reach: no demo, no outbox page, metrics only with a token. Single requests: see `isLocalRequest`.
 */
export const isLocalTrial = ({ HOST, PUBLIC_URL, isProduction }: Pick<Env, 'HOST' | 'PUBLIC_URL' | 'isProduction'>) =>
  !isProduction && PUBLIC_URL === undefined && isLoopbackHost(HOST)

/** The demo winery's password is public, so the demo exists only where nobody else can sign in. */
export const hasDemo = (env: Pick<Env, 'DEMO' | 'ROLE' | 'HOST' | 'PUBLIC_URL' | 'isProduction'>): boolean =>
  env.DEMO && env.ROLE === 'all' && isLocalTrial(env)
