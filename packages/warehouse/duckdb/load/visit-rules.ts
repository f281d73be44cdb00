import type { DuckDBConnection } from '@duckdb/node-api'
import type { VisitRules } from '../../engine.ts'
import { deriveEveryVisit } from './visits.ts'

/** Rules stored next to the rows, which derivations from orders join. */
export const VISIT_RULE_TABLES: readonly string[] = [
  'CREATE TABLE visit_rules (version INTEGER NOT NULL)',
  'INSERT INTO visit_rules VALUES (0)',
  'CREATE TABLE tasting_products (sku VARCHAR NOT NULL, guests_per_unit INTEGER NOT NULL)',
  'CREATE TABLE excluded_experiences (name VARCHAR NOT NULL)',
  'CREATE TABLE signup_products (sku VARCHAR NOT NULL, club_name VARCHAR NOT NULL)',
]

type Row = readonly (string | number)[]

const fill = async (connection: DuckDBConnection, table: string, rows: readonly Row[]): Promise<void> => {
  await connection.run(`DELETE FROM main.${table}`)
  for (const row of rows) {
    const placeholders = row.map((_, index) => `$${index + 1}`).join(', ')
    await connection.run(`INSERT INTO main.${table} VALUES (${placeholders})`, [...row])
  }
}

const storedRulesVersion = async (connection: DuckDBConnection): Promise<number> => {
  const rows = await connection.runAndReadAll('SELECT version FROM main.visit_rules')
  return Number(rows.getRows()[0]?.[0] ?? 0)
}

/** The stored rules; null: none were adopted yet. */
export const readVisitRules = async (connection: DuckDBConnection): Promise<VisitRules | null> => {
  const version = await storedRulesVersion(connection)
  if (version === 0) return null
  const readTable = async (table: string) => (await connection.runAndReadAll(`SELECT * FROM main.${table}`)).getRows()
  const [tastings, excluded, signups] = [
    await readTable('tasting_products'),
    await readTable('excluded_experiences'),
    await readTable('signup_products'),
  ]
  return {
    version,
    tastingProducts: tastings.map(([sku, guests]) => ({ sku: String(sku), guestsPerUnit: Number(guests) })),
    excludedExperiences: excluded.map(([name]) => String(name)),
    signupProducts: signups.map(([sku, clubName]) => ({ sku: String(sku), clubName: String(clubName) })),
  }
}

/** Replaces the stored rules, within the caller's transaction; what derives from them stays as it is. */
export const storeVisitRules = async (
  connection: DuckDBConnection,
  { version, tastingProducts, excludedExperiences, signupProducts }: VisitRules,
): Promise<void> => {
  await connection.run('UPDATE main.visit_rules SET version = $1', [version])
  await fill(
    connection,
    'tasting_products',
    tastingProducts.map(({ sku, guestsPerUnit }) => [sku, guestsPerUnit]),
  )
  await fill(
    connection,
    'excluded_experiences',
    excludedExperiences.map((name) => [name]),
  )
  await fill(
    connection,
    'signup_products',
    signupProducts.map(({ sku, clubName }) => [sku, clubName]),
  )
}

/**
 * Applies the rules to stored rows, within the caller's transaction. Returns how many rows changed. Rules that are not newer
 * than the stored ones change nothing: a load that began before a change of rules cannot revert it.
 */
export const adoptVisitRules = async (connection: DuckDBConnection, rules: VisitRules | undefined): Promise<number> => {
  if (rules === undefined || rules.version <= (await storedRulesVersion(connection))) return 0
  await storeVisitRules(connection, rules)
  return deriveEveryVisit(connection)
}
