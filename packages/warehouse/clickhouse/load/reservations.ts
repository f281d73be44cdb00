import { derivedVisits, VISIT_COLUMNS, type VisitSource } from '../../schema/visits.ts'
import { clickHouseDialect } from '../clickhouse-dialect.ts'
import { LOAD_VALUES } from '../tables.ts'
import { type LoadStatements, quote, stored, typed } from './load-statements.ts'

/** The account's rules, which a load puts next to its rows. */
export const ruleValues = (kind: string): string =>
  `(SELECT value, extra FROM ${LOAD_VALUES} WHERE load_id = {load:String} AND kind = '${kind}')`

export const VISIT_SOURCE: VisitSource = {
  dialect: clickHouseDialect,
  stored,
  excluded: `SELECT value FROM ${ruleValues('excluded_experiences')}`,
}

/** Derives the service's visits again, and writes the reservations in which something differs. */
export const deriveReservations = async (load: LoadStatements): Promise<void> => {
  if (!(await load.isAny(`SELECT 1 FROM ${stored('reservations')}`))) return
  const values = typed('reservations', Object.fromEntries(VISIT_COLUMNS.map((name) => [name, `d.${quote(name)}`])))
  const differs = Object.entries(values).map(([name, sql]) => `r.${quote(name)} IS DISTINCT FROM ${sql}`)
  await load.write('reservations', {
    from: `${stored('reservations')} AS r JOIN (${derivedVisits(VISIT_SOURCE)}) AS d ON d.source_id = r.source_id WHERE ${differs.join(' OR ')}`,
    alias: 'r',
    values,
  })
}
