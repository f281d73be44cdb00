import type { AccountChange, Location } from '#contract/account.ts'
import { type AccountSettingValues, getSetting, SETTING_IDS } from '#contract/account-settings.ts'
import { assertFound, Failure, failFields } from '#contract/errors.ts'
import { isSameTimeZone } from '#domain/locale.ts'
import { definitionProblems } from '#semantic/definitions/definitions.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  type AccountRow,
  lockAccount,
  normalizeSettings,
  separatesCustomers,
  updateAccount,
} from '#server/modules/accounts/index.ts'
import { moveSchedules } from '#server/modules/report-schedules/index.ts'
import { rebuildForZoneJob, saveRebuildProgress } from './time-zone-rebuild.job.ts'

/**
 * Rejects unknown definitions and unknown options of a definition.
 *
 * @throws Failure `request.invalid` naming `definitions.<definition>`
 */
const assertValidDefinitions = (chosen: Readonly<Record<string, string>>): void => {
  const problems = definitionProblems(chosen)
  if (problems.length === 0) return
  throw failFields(
    'request.invalid',
    problems.map(({ definition, message }) => ({ field: `definitions.${definition}`, message })),
  )
}

type AccountUpdate = Parameters<typeof updateAccount>[2]

/** Columns that store the settings; `stored` is the present value of the JSON column. */
const settingColumns = (values: Partial<AccountSettingValues>, stored: AccountRow['settings']): AccountUpdate => {
  const entries = SETTING_IDS.filter((id) => values[id] !== undefined).map((id) => ({
    column: getSetting(id).column,
    id,
    value: values[id],
  }))
  const inColumns = entries.flatMap(({ column, value }) => (column === null ? [] : [[column, value]]))
  const inJson = entries.flatMap(({ column, id, value }) => (column === null ? [[id, value]] : []))
  return {
    ...Object.fromEntries(inColumns),
    ...(values.culture === undefined ? {} : { default_culture: values.culture }),
    ...(inJson.length === 0 ? {} : { settings: JSON.stringify({ ...stored, ...Object.fromEntries(inJson) }) }),
  }
}

type Change = Omit<AccountChange, 'id'>

type Culture = AccountSettingValues['culture'] | undefined

/** Of two names for the same setting the one that changes it. */
const changedCulture = (stored: Culture, culture: Culture, defaultCulture: Culture): Culture => {
  if (defaultCulture === undefined || defaultCulture === stored) return culture
  if (culture === undefined || culture === stored || culture === defaultCulture) return defaultCulture
  const message = 'This is the same setting as culture, which has another value'
  throw failFields('request.invalid', [{ field: 'defaultCulture', message }])
}

/** The account before and after a change of its settings. */
export interface SavedSettings {
  readonly before: AccountRow
  readonly after: AccountRow
}

/**
 * Changes the given settings of the caller's account and applies their consequences; the others stay unchanged. Settings that
 * affect results are read with each query, so they take effect immediately. A new time zone needs a rebuild of all rows, which
 * keep the old zone and are reported in it until a job has moved all of them; so does the same zone again if the rows differ. Settings and job are saved in one transaction.
 *
 * @throws Failure `request.invalid` naming the field, and `account.not_found`
 */
export const saveSettings = async (
  deps: Deps,
  { accountId }: Pick<Caller, 'accountId'>,
  { definitions, defaultCulture, ...given }: Change,
  location?: AccountUpdate['location'],
): Promise<SavedSettings> => {
  const normalized = normalizeSettings(given)
  const other = defaultCulture === undefined ? undefined : normalizeSettings({ culture: defaultCulture }).culture
  if (definitions) assertValidDefinitions(definitions)
  const rowsZone = normalized.timeZone === undefined ? undefined : await readRowsZone(deps, accountId)
  return inTransaction(deps.db, async (trx) => {
    const before = assertFound(await lockAccount(trx, accountId), 'account.not_found')
    const culture = changedCulture(before.culture, normalized.culture, other)
    const values = { ...normalized, ...(culture === undefined ? {} : { culture }) }
    const chosen = definitions && { definitions: JSON.stringify({ ...before.definitions, ...definitions }) }
    const columns = { ...settingColumns(values, before.settings), ...chosen, ...(location ? { location } : {}) }
    const after = (await updateAccount(trx, accountId, columns)) ?? before
    const isMoved = !isSameTimeZone(after.time_zone, before.time_zone)
    const isRebuilt =
      isMoved ||
      separatesCustomers(after) !== separatesCustomers(before) ||
      (rowsZone !== undefined && !isSameTimeZone(rowsZone, after.time_zone))
    if (!isRebuilt) return { before, after }
    await saveRebuildProgress(trx, accountId, { done: 0, total: 0 })
    await deps.jobs.send(trx, rebuildForZoneJob, { accountId })
    if (isMoved) await moveSchedules(trx, { accountId, timeZone: after.time_zone, now: deps.clock.now() })
    return { before, after }
  })
}

/** The zone that the rows are in; undefined: there are none, or they are unavailable. */
const readRowsZone = ({ warehouse }: Deps, accountId: number): Promise<string | undefined> =>
  warehouse.status(accountId).then(
    ({ timeZone }) => timeZone,
    (error) => {
      if (error instanceof Failure) return undefined
      throw error
    },
  )

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const assertCountry = (country: string | null): void => {
  if (country === null || (/^[A-Z]{2}$/.test(country) && REGIONS.of(country) !== undefined)) return
  throw failFields('request.invalid', [{ field: 'country', message: 'Unknown country' }])
}

export const presentLocation = ({ location, time_zone }: AccountRow): Location => ({
  addressLine1: location.addressLine1 ?? null,
  addressLine2: location.addressLine2 ?? null,
  city: location.city ?? null,
  state: location.state ?? null,
  postalCode: location.postalCode ?? null,
  country: location.country ?? null,
  timeZone: time_zone,
})

/** Treats a blank address line as absent. */
const emptyToNull = (text: string | null): string | null => text || null

/**
 * Replaces the whole address; the zone is the account's.
 *
 * @throws Failure `request.invalid` naming `country` or `timeZone`
 */
export const saveLocation = async (
  deps: Deps,
  caller: Parameters<typeof saveSettings>[1],
  { timeZone, ...address }: Location,
): Promise<SavedSettings> => {
  assertCountry(emptyToNull(address.country))
  const location = Object.fromEntries(Object.entries(address).map(([name, text]) => [name, emptyToNull(text)]))
  return saveSettings(deps, caller, { timeZone }, JSON.stringify(location))
}
