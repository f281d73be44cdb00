import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { CUSTOM_FIELD_RECORDS } from '#domain/custom-fields.ts'
import type { CodeRules } from '#domain/own-codes.ts'
import { customKeyLiteral } from '#semantic/catalog/custom-fields.ts'
import type { RebuildOptions, VisitRules } from '../../engine.ts'
import { ACCOUNT_TABLES, type AccountTable, isStagedTable, SOURCE_ORDERS } from '../../schema/account-tables.ts'
import { CODED_TABLE_NAMES } from '../../schema/coded-tables.ts'
import type { LoadScope } from '../../schema/removed-rows.ts'
import { sourceTimestamps } from '../../schema/stored-columns.ts'
import type { StoredRules } from '../account-ledger.ts'
import { LOAD_VALUES, nextTable } from '../tables.ts'
import { chosenCodes, cleanStaged, customText } from './clean-staged.ts'
import { inferSignups, inferTastings } from './inferred-rows.ts'
import { ids, type LoadStatements, quote, stored } from './load-statements.ts'
import { deriveHistory, deriveOrders } from './order-derivation.ts'
import { applyOrders, applyPlainTable } from './orders.ts'
import { writeUpdateTimes } from './outdated-rows.ts'
import { deriveFromPeople, followPeople, joinPeople, mayJoinPeople } from './people.ts'
import { deriveReservations } from './reservations.ts'
import { timestampSides } from './timestamps.ts'

/** Puts the rules next to the load's rows, where its statements join them. */
export const writeRules = (load: LoadStatements, { visitRules, codeRules }: StoredRules): Promise<void> => {
  const { tastingProducts = [], excludedExperiences = [], signupProducts = [] } = visitRules ?? {}
  const row = (kind: string, name: string, value: string, extra: string) => [load.params.load, kind, name, value, extra]
  return load.insert(
    LOAD_VALUES,
    ['load_id', 'kind', 'name', 'value', 'extra'],
    [
      ...tastingProducts.map(({ sku, guestsPerUnit }) => row('tasting_products', '', sku, String(guestsPerUnit))),
      ...excludedExperiences.map((name) => row('excluded_experiences', '', name, '')),
      ...signupProducts.map(({ sku, clubName }) => row('signup_products', '', sku, clubName)),
      ...(codeRules?.codes ?? []).flatMap(({ list, values, parent }) =>
        values.map((value) => row('codes', list, value, parent)),
      ),
    ],
  )
}

/** Services that have rows from which others are derived. */
const eachService = async (load: LoadStatements): Promise<LoadStatements[]> => {
  const tables = ['orders', 'order_lines', 'reservations', 'memberships', 'customers', 'products'] as const
  return (await servicesOf(load, tables)).map((service) => load.ofService(service))
}

const servicesOf = async (load: LoadStatements, tables: readonly AccountTable[]): Promise<string[]> => {
  const selects = tables.map((table) => `SELECT service_id FROM ${table} FINAL WHERE account_id = {account:UInt64}`)
  const found = await load.rows(`SELECT DISTINCT service_id FROM (${selects.join(' UNION ALL ')}) ORDER BY 1`)
  return found.map(([id]) => String(id))
}

/** Everything about a service's visits that derives from its orders. */
const deriveVisits = async (load: LoadStatements): Promise<void> => {
  await inferSignups(load)
  await inferTastings(load)
  await deriveReservations(load)
}

/** Derives the visits of all services again, by rules that `writeRules` has written. */
export const applyVisitRules = async (load: LoadStatements): Promise<void> => {
  for (const service of await eachService(load)) await deriveVisits(service)
  await followPeople(load)
}

/** Gives all stored rows the codes of the rules. Rows without a rule keep their codes. */
export const applyCodeRules = async (load: LoadStatements): Promise<void> => {
  for (const service of await eachService(load)) {
    for (const table of CODED_TABLE_NAMES) {
      const { values, joins } = chosenCodes(table, 'o')
      const differs = Object.entries(values).map(([code, value]) => `o.${code} <> ${value}`)
      await service.write(table, {
        from: `${stored(table)} AS o ${joins} WHERE ${differs.join(' OR ')}`,
        alias: 'o',
        values,
      })
    }
    await deriveOrders(service, null)
    await deriveVisits(service)
  }
  await followPeople(load)
}

/** Moves all stored rows to the zone of the load. */
export const applyTimeZone = async (load: LoadStatements, { onProgress, signal }: RebuildOptions): Promise<void> => {
  const services = await servicesOf(load, ACCOUNT_TABLES)
  const counts = await load.rows(
    ACCOUNT_TABLES.map(
      (table) => `SELECT '${table}', count() FROM ${table} FINAL WHERE account_id = {account:UInt64}`,
    ).join(' UNION ALL '),
  )
  const rowsOf = new Map(counts.map(([table, count]) => [String(table), Number(count)]))
  const total = [...rowsOf.values()].reduce((sum, count) => sum + count, 0)
  let done = 0
  for (const table of ACCOUNT_TABLES) {
    await onProgress?.(done, total)
    signal?.throwIfAborted()
    for (const service of services) await moveTable(load.ofService(service), table)
    done += rowsOf.get(table) ?? 0
  }
  for (const service of services) {
    signal?.throwIfAborted()
    await deriveOrders(load.ofService(service), null)
    await deriveVisits(load.ofService(service))
  }
  await deriveHistory(load, null)
  await followPeople(load)
  await onProgress?.(total, total)
}

const moveTable = async (load: LoadStatements, table: AccountTable): Promise<void> => {
  const names = isStagedTable(table) ? sourceTimestamps(table) : table === SOURCE_ORDERS ? ['ordered'] : []
  if (names.length === 0) return
  const values: Record<string, string> = {}
  for (const name of names) {
    const { utc, local } = timestampSides(name, 't')
    Object.assign(values, { [`${name}_utc`]: utc, [`${name}_local`]: local })
  }
  const moved = Object.entries(values).map(([name, sql]) => `t.${quote(name)} IS DISTINCT FROM ${sql}`)
  await load.write(table, { from: `${stored(table)} AS t WHERE ${moved.join(' OR ')}`, alias: 't', values })
}

/** Deletes the values of these custom fields from all records. */
export const removeCustomKeys = async (load: LoadStatements, keys: readonly string[]): Promise<void> => {
  const named = `[${keys.map((key) => customKeyLiteral(key)).join(', ')}]`
  const pairs = `JSONExtractKeysAndValuesRaw(coalesce(o.custom, '{}'))`
  for (const service of await eachService(load))
    for (const table of CUSTOM_FIELD_RECORDS)
      await service.write(table, {
        from: `${stored(table)} AS o WHERE o.custom IS NOT NULL AND arrayExists(one -> has(${named}, one.1), ${pairs})`,
        alias: 'o',
        values: { custom: customText(`arrayFilter(one -> NOT has(${named}, one.1), ${pairs})`) },
      })
}

/** Takes out all rows of the load's service. */
export const removeServiceRows = async (load: LoadStatements, isSeparate: boolean): Promise<void> => {
  await load.collect('customers', 'orders', `SELECT customer_id AS id FROM ${stored('orders')}`)
  for (const table of ACCOUNT_TABLES)
    await load.write(table, { from: `${stored(table)} AS t`, alias: 't', isDeleted: true })
  await applyPeople(load, isSeparate)
}

/** Joins customers of one email, and derives what depends on that. */
export const applyPeople = async (load: LoadStatements, isSeparate: boolean): Promise<void> => {
  await joinPeople(load, isSeparate)
  await deriveFromPeople(load)
  await followPeople(load)
}

const ORDER_INPUTS: readonly CanonicalTable[] = ['orders', 'customers', 'products']
const PLAIN_TABLES = CANONICAL_TABLE_NAMES.filter((table) => table !== 'orders' && table !== 'order_lines')
const INPUTS_OF_VISITS: readonly CanonicalTable[] = ['orders', 'memberships', 'reservations']

interface AppliedRules {
  readonly hasCodes: boolean
  /** customers of one email stay apart */
  readonly isSeparate: boolean
  /** who is one person is to be found out in any case */
  readonly isNews: boolean
}

/** Applies what was staged: writes the rows that differ afterwards to `next_` tables. */
export const applyStaged = async (
  load: LoadStatements,
  scope: LoadScope,
  { hasCodes, isSeparate, isNews }: AppliedRules,
): Promise<void> => {
  const { tables } = scope
  // Canonical order: parents come before their children.
  for (const table of tables) await cleanStaged(load, table, scope, hasCodes)
  const applyEach = async (isAsked: (table: CanonicalTable) => boolean) => {
    for (const table of PLAIN_TABLES) if (isAsked(table) && tables.has(table)) await applyPlainTable(load, table, scope)
  }
  const isRepeated = (table: CanonicalTable) => table === 'customers' || table === 'products'
  await applyEach(isRepeated)
  if (ORDER_INPUTS.some((table) => tables.has(table))) {
    await applyOrders(load, scope)
    await deriveOrders(load, ids('stale', 'orders'))
  }
  if (isNews || (await mayJoinPeople(load))) await joinPeople(load, isSeparate)
  await deriveFromPeople(load)
  await applyEach((table) => !isRepeated(table))
  const written = INPUTS_OF_VISITS.map((table) => `SELECT 1 FROM ${nextTable(table)} WHERE load_id = {load:String}`)
  if (await load.isAny(`SELECT 1 FROM (${written.join(' UNION ALL ')})`)) await deriveVisits(load)
  await followPeople(load)
  for (const table of tables) await writeUpdateTimes(load, table, scope)
}

/** Rules are adopted only if they are newer: a load that began before a change of rules cannot revert it. */
export const newerRules = (
  stored: StoredRules,
  { visitRules, codeRules }: { readonly visitRules?: VisitRules; readonly codeRules?: CodeRules },
): Pick<StoredRules, 'visitRules' | 'codeRules'> => ({
  visitRules: visitRules && visitRules.version > (stored.visitRules?.version ?? 0) ? visitRules : stored.visitRules,
  codeRules: codeRules && codeRules.version > (stored.codeRules?.version ?? 0) ? codeRules : stored.codeRules,
})
