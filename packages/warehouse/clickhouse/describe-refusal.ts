import { ClickHouseError } from '@clickhouse/client'
import { lookupTable } from '#domain/lookup-table.ts'
import { FIRST_VERSION } from './migrate.ts'

/** The setting that an error of ClickHouse is about, by its code; others are about the URL. */
const SETTINGS: Readonly<Record<string, string>> = lookupTable({
  '81': 'CLICKHOUSE_DATABASE',
  '497': 'CLICKHOUSE_USER',
  '516': 'CLICKHOUSE_USER or CLICKHOUSE_PASSWORD',
})
const UNKNOWN_SETTING = '115'
const LONGEST_REASON = 300

const errorReason = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message

/** Why ClickHouse cannot be used, in one line for the operator. `cause`: what it or the network answered at the start. */
export const describeRefusal = (cause: Error): string => {
  const code = cause instanceof ClickHouseError ? cause.code : ''
  const [line = ''] = errorReason(cause).trim().split('\n')
  const isOld = code === UNKNOWN_SETTING
  const reason = isOld ? `ClickHouse is too old: ${FIRST_VERSION.join('.')} or later is needed` : line
  const setting = /CERT|SIGNATURE/.test(String('code' in cause && cause.code)) ? 'CLICKHOUSE_CA' : SETTINGS[code]
  return `${setting ?? 'CLICKHOUSE_URL'} cannot be used: ${reason.slice(0, LONGEST_REASON)}`
}
