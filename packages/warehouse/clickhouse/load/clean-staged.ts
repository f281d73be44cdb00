import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { CUSTOM_FIELD_RECORDS } from '#domain/custom-fields.ts'
import { stagingNames } from '#warehouse/schema/stored-columns.ts'
import { CODED_TABLE_NAMES, CODED_TABLES, type CodedTable, KEPT_CODE } from '../../schema/coded-tables.ts'
import type { LoadScope } from '../../schema/removed-rows.ts'
import { sourceTimestamps } from '../../schema/stored-columns.ts'
import { clickHouseDialect } from '../clickhouse-dialect.ts'
import { LOAD_VALUES, stagedTable } from '../tables.ts'
import { type LoadStatements, list, quote, stored } from './load-statements.ts'
import { collectOutdated } from './outdated-rows.ts'
import { timestampSides } from './timestamps.ts'

/** Codes that the account chose for values of a list, by the value in the case that `foldCase` makes. */
const codesOf = (name: string): string =>
  `(SELECT ${clickHouseDialect.foldCase('value')} AS folded, any(extra) AS code FROM ${LOAD_VALUES}
    WHERE load_id = {load:String} AND kind = 'codes' AND name = '${name}' GROUP BY folded)`

/** SQL of the code columns of a table’s `row`, and the joins that they need. */
export const chosenCodes = (table: CodedTable, row: string) => {
  const entries = Object.entries(CODED_TABLES[table])
  const chosen = (name: string, code: string) =>
    `if(${row}.${code} = '${KEPT_CODE}', ${row}.${code}, coalesce(code_${name}.code, ${row}.${code}))`
  return {
    values: Object.fromEntries(entries.map(([name, { code }]): [string, string] => [code, chosen(name, code)])),
    joins: entries
      .map(
        ([name, { raw }]) =>
          `LEFT JOIN ${codesOf(name)} AS code_${name} ON code_${name}.folded = ${clickHouseDialect.foldCase(`${row}.${raw}`)}`,
      )
      .join(' '),
  }
}

const pairs = (json: string): string => `JSONExtractKeysAndValuesRaw(coalesce(${json}, '{}'))`

/** Custom values as text, from an array of keys and values; null without any. */
export const customText = (entries: string): string =>
  `if(empty(${entries}), NULL, concat('{', arrayStringConcat(arrayMap(one -> concat(toJSONString(one.1), ':', one.2), ${entries}), ','), '}'))`

/**
 * The staged values of custom fields completed with the stored ones: a load keeps the fields that it does not name, and
 * removes those that it gives as null. Equal values in another order are written as they are stored.
 */
const completedCustom = (was: string | null): string => {
  const values = `arrayFilter(one -> one.2 != 'null', ${pairs('s.custom')})`
  if (was === null) return customText(values)
  const named = `arrayMap(one -> one.1, ${pairs('s.custom')})`
  const merged = `arrayConcat(arrayFilter(one -> NOT has(${named}, one.1), ${pairs(was)}), ${values})`
  return `if(arraySort(${merged}) = arraySort(${pairs(was)}), ${was}, ${customText(merged)})`
}

const hasCustom = (table: CanonicalTable): boolean => CUSTOM_FIELD_RECORDS.some((name) => name === table)

/**
 * Writes phase 1 of a staged table: one row per key, the last updated by the source, then the last staged, unless the stored one is
 * newer, with both sides of its timestamps, the codes that the account chose, and complete custom values.
 */
export const cleanStaged = async (
  load: LoadStatements,
  table: CanonicalTable,
  scope: LoadScope,
  hasCodes: boolean,
): Promise<void> => {
  const sides = sourceTimestamps(table).flatMap((name) => {
    const { utc, local } = timestampSides(name, 's')
    return [
      [`${name}_utc`, utc],
      [`${name}_local`, local],
    ]
  })
  const keeps = scope.mode === 'merge' && hasCustom(table)
  const coded = CODED_TABLE_NAMES.find((name) => name === table)
  const codes = hasCodes && coded ? chosenCodes(coded, 's') : { values: {}, joins: '' }
  const values: Record<string, string> = {
    ...Object.fromEntries(sides),
    ...(hasCustom(table) ? { custom: completedCustom(keeps ? 'k.custom' : null) } : {}),
    ...codes.values,
  }
  const names = stagingNames(table)
  const selected = names.map((name) => values[name] ?? `s.${quote(name)}`)
  const kept = keeps
    ? `LEFT JOIN (SELECT source_id, custom FROM ${stored(table)} WHERE custom IS NOT NULL) AS k ON k.source_id = s.source_id`
    : ''
  const isCurrent = await collectOutdated(load, table, scope)
  await load.run(
    `INSERT INTO ${stagedTable(table)} (load_id, phase, seq, ${list(names)})
     SELECT {load:String}, 1, s.seq, ${selected.join(', ')} FROM (
       SELECT * FROM ${stagedTable(table)} WHERE load_id = {load:String} AND phase = 0
       ORDER BY source_updated_utc DESC NULLS LAST, seq DESC LIMIT 1 BY source_id
     ) AS s ${kept} ${codes.joins} WHERE ${isCurrent}`,
  )
}
