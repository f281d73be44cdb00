import { z } from 'zod'
import { canonicalCulture, canonicalCurrency, normalizeTimeZone } from '#domain/locale.ts'
import { WEEK_STARTS } from '#domain/ranges/period.ts'
import { Culture, RequiredText } from './fields.ts'

type SettingValue = string | number

interface SettingOption {
  readonly value: SettingValue
  readonly label: string
}

/** How a setting is edited. The browser knows the options of time zones, currencies and cultures. */
type SettingField =
  | { readonly kind: 'text'; readonly maxLength: number; readonly autoComplete: string }
  | { readonly kind: 'select'; readonly options: readonly SettingOption[] }
  | { readonly kind: 'timeZone' | 'currency' | 'culture' }

interface AccountSetting<Schema extends z.ZodType<SettingValue>, Column extends string | null> {
  /** column of `accounts`; null: stored by the setting's id in the JSON column `accounts.settings` */
  readonly column: Column
  readonly schema: Schema
  /** value of an account that has not stored one; null: registration provides it */
  readonly default: z.output<Schema> | null
  readonly label: string
  readonly description?: string
  /** name in the details of an audit entry */
  readonly auditLabel: string
  /** card of the settings screen */
  readonly section: 'winery' | 'numbers'
  readonly field: SettingField
  /** `results`: part of the key of cached results; `rows`: a change rebuilds the stored rows */
  readonly affects: 'nothing' | 'results' | 'rows'
  /** what a change does to numbers, confirmed before saving; required unless it affects nothing */
  readonly describeChange?: (value: z.output<Schema>) => { readonly title: string; readonly effect: string }
  /** standard form of a value, or null when it is unknown */
  readonly normalize?: (value: string) => string | null
}

const defineSetting = <Schema extends z.ZodType<SettingValue>, const Column extends string | null>(
  setting: AccountSetting<Schema, Column>,
) => setting

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** 1 to 12, and on into the following year. */
const monthName = (month: number): string => MONTH.format(Date.UTC(2024, month - 1, 1))

const MONTHS = Array.from({ length: 12 }, (_, index) => ({ value: index + 1, label: monthName(index + 1) }))

const WEEK_START_LABELS = { monday: 'Monday', sunday: 'Sunday', saturday: 'Saturday' } as const

const CUSTOMER_LABELS = { email: 'Combine customers with the same email', service: 'Keep services separate' } as const

/**
 * Every account setting. The fields of the API, the SQL projection, the form, the audit details and the key of cached results
 * derive from these entries.
 */
export const ACCOUNT_SETTINGS = {
  name: defineSetting({
    column: 'name',
    schema: RequiredText(100),
    default: null,
    label: 'Name',
    auditLabel: 'Name',
    section: 'winery',
    field: { kind: 'text', maxLength: 100, autoComplete: 'organization' },
    affects: 'nothing',
  }),
  timeZone: defineSetting({
    column: 'time_zone',
    schema: z.string().min(1).max(64),
    default: 'America/Los_Angeles',
    label: 'Time zone',
    auditLabel: 'Time zone',
    section: 'numbers',
    field: { kind: 'timeZone' },
    affects: 'rows',
    describeChange: (timeZone) => ({
      title: `Time zone: ${timeZone}`,
      effect:
        'Each order moves to its local day in the new time zone. Orders near midnight can change day, month, or year. Recalculating all records can take a few minutes.',
    }),
    normalize: normalizeTimeZone,
  }),
  currency: defineSetting({
    column: 'currency',
    schema: z.string().length(3),
    default: 'USD',
    label: 'Currency',
    description: 'Amounts in other currencies aren’t included',
    auditLabel: 'Currency',
    section: 'numbers',
    field: { kind: 'currency' },
    affects: 'results',
    describeChange: (currency) => ({
      title: `Currency: ${currency}`,
      effect: `Only amounts in ${currency} count. Orders in other currencies aren’t converted; they’re excluded, and reports show how many.`,
    }),
    normalize: canonicalCurrency,
  }),
  culture: defineSetting({
    column: 'culture',
    schema: Culture,
    default: null,
    label: 'Date and number format',
    auditLabel: 'Culture',
    section: 'numbers',
    field: { kind: 'culture' },
    affects: 'nothing',
    normalize: canonicalCulture,
  }),
  weekStart: defineSetting({
    column: 'week_start',
    schema: z.enum(WEEK_STARTS),
    default: 'monday',
    label: 'First day of the week',
    auditLabel: 'First day of the week',
    section: 'numbers',
    field: { kind: 'select', options: WEEK_STARTS.map((value) => ({ value, label: WEEK_START_LABELS[value] })) },
    affects: 'results',
    describeChange: (weekStart) => ({
      title: `First day of the week: ${WEEK_START_LABELS[weekStart]}`,
      effect: 'Weekly figures, “this week”, and “last week” cover different days.',
    }),
  }),
  customerIdentity: defineSetting({
    column: null,
    schema: z.enum(['email', 'service']),
    default: 'email',
    label: 'Customers in more than one service',
    description:
      'Someone who buys in the tasting room and online is one customer if both use the same email. An email that one service has under different last names isn’t used',
    auditLabel: 'Customers in more than one service',
    section: 'numbers',
    field: {
      kind: 'select',
      options: (['email', 'service'] as const).map((value) => ({ value, label: CUSTOMER_LABELS[value] })),
    },
    affects: 'rows',
    describeChange: (identity) => ({
      title: `Customers in more than one service: ${CUSTOMER_LABELS[identity]}`,
      effect:
        identity === 'email'
          ? 'Customers with the same email count once in new and returning customers, repeat rate, and lifetime value. The name, city, and group come from one of their records.'
          : 'Each customer record counts separately: a tasting room regular counts as a new customer on your website.',
    }),
  }),
  fiscalYearStartMonth: defineSetting({
    column: 'fiscal_year_start_month',
    schema: z.number().int().min(1).max(12),
    default: 1,
    label: 'First month of the fiscal year',
    auditLabel: 'First month of the fiscal year',
    section: 'numbers',
    field: { kind: 'select', options: MONTHS },
    affects: 'results',
    describeChange: (month) => ({
      title: `First month of the fiscal year: ${monthName(month)}`,
      effect: `“This year”, quarters, and year to date cover different days. Quarters start in ${[0, 3, 6].map((later) => monthName(month + later)).join(', ')}, and ${monthName(month + 9)}.`,
    }),
  }),
} as const satisfies Record<string, unknown>

type Settings = typeof ACCOUNT_SETTINGS
export type SettingId = keyof Settings
type SettingSchemas = { readonly [Id in SettingId]: Settings[Id]['schema'] }

/** The values of all settings of an account. */
export type AccountSettingValues = { readonly [Id in SettingId]: z.output<SettingSchemas[Id]> }

const isSettingId = (text: string): text is SettingId => Object.hasOwn(ACCOUNT_SETTINGS, text)

export const SETTING_IDS: readonly SettingId[] = Object.keys(ACCOUNT_SETTINGS).filter(isSettingId)

/** A setting with the types of its value erased, for code that handles all settings alike. */
export const getSetting = (id: SettingId): AccountSetting<z.ZodType<SettingValue>, string | null> =>
  // `describeChange` only ever receives a value of the same setting.
  ACCOUNT_SETTINGS[id] as AccountSetting<z.ZodType<SettingValue>, string | null>

/** Settings that are part of the key of cached results, in the order of the key. */
export const RESULT_SETTING_IDS = SETTING_IDS.filter((id) => getSetting(id).affects === 'results')

/** Name of a setting in audit details; undefined for other details. */
export const settingAuditLabel = (name: string): string | undefined =>
  isSettingId(name) ? getSetting(name).auditLabel : undefined

// Object.fromEntries loses the types of the entries.
export const settingSchemas = Object.fromEntries(
  SETTING_IDS.map((id) => [id, ACCOUNT_SETTINGS[id].schema]),
) as SettingSchemas

/** The same for a change, in which every setting is optional. */
export const settingChangeSchemas = Object.fromEntries(
  SETTING_IDS.map((id) => [id, ACCOUNT_SETTINGS[id].schema.optional()]),
) as { readonly [Id in SettingId]: z.ZodOptional<SettingSchemas[Id]> }
