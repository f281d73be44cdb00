import type { ProductChoice, TastingExperiences } from '#contract/visits.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { readVisitRules } from '#server/modules/accounts/index.ts'
import type { SqlValue } from '#warehouse/engine.ts'

const MAX_CHOICES = 500
const DAYS = 365

/** Matches likely products by kind, or by words in their title and category. */
interface ProductMatcher {
  readonly kinds: readonly string[]
  readonly words: string
}

const TASTING_MATCHER: ProductMatcher = {
  kinds: ['tasting', 'reservation', 'event'],
  words: 'tasting|flight|tour|visit|guest|experience',
}
const SIGNUP_MATCHER: ProductMatcher = { kinds: ['club_fee'], words: 'club|member|subscription|allocation' }

const textOrNull = (value: SqlValue | undefined): string | null => (typeof value === 'string' ? value : null)

const choicesSql = ({ placeholder }: Dialect, { kinds }: ProductMatcher): string => `
  SELECT trim(sku), max_by(product_title, ordered_utc), max_by(category, ordered_utc),
         CAST(coalesce(sum(quantity) FILTER (WHERE is_paid AND ordered_local >= ${placeholder(1, 'date')}), 0) AS DOUBLE) AS units,
         max(CASE WHEN item_kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})
           OR coalesce(regexp_matches(lower(coalesce(product_title, '') || ' ' || coalesce(category, '')), ${placeholder(2, 'text')}), false) THEN 1 ELSE 0 END) AS is_like
  FROM order_lines WHERE trim(sku) <> '' GROUP BY 1
  ORDER BY is_like DESC, units DESC, 1 LIMIT ${MAX_CHOICES}`

/** Products ever sold, likely matches first, then by units of the last 365 days; at most 500. */
const productChoices = async (
  { warehouse, clock }: Deps,
  { accountId, account }: Pick<Caller, 'accountId' | 'account'>,
  matcher: ProductMatcher,
): Promise<ProductChoice[]> => {
  const from = addDays(localDayOf(clock.now(), account.timeZone), 1 - DAYS)
  const { rows } = await warehouse.query(accountId, (dialect) => ({
    sql: choicesSql(dialect, matcher),
    params: [from, `\\b(${matcher.words})`],
  }))
  return rows.map(([sku, title, category, units]) => ({
    sku: String(sku),
    title: textOrNull(title),
    category: textOrNull(category),
    unitsSold: Number(units),
  }))
}

/** Experiences in reservations with their reservations and guests, most guests first; at most 2,000. */
const experienceChoices = async (
  { warehouse }: Deps,
  accountId: number,
): Promise<{ name: TastingExperiences['excludedExperiences'][number]; reservations: number; guests: number }[]> => {
  const sql = `SELECT experience, count(*), CAST(coalesce(sum(guests), 0) AS DOUBLE) FROM reservations
    WHERE experience IS NOT NULL AND order_line_source_id IS NULL GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT 2000`
  const { rows } = await warehouse.query(accountId, { sql, params: [] })
  return rows.map(([name, reservations, guests]) => ({
    name: String(name),
    reservations: Number(reservations),
    guests: Number(guests),
  }))
}

/** What counts as a tasting, with what can be chosen. */
export const readTastings = async (deps: Deps, caller: Caller) => {
  const { tastingProducts, excludedExperiences } = await readVisitRules(deps.db, caller.accountId)
  return {
    products: [...tastingProducts],
    excludedExperiences: [...excludedExperiences],
    choices: await productChoices(deps, caller, TASTING_MATCHER),
    experiences: await experienceChoices(deps, caller.accountId),
  }
}

/** What counts as a club signup, with what can be chosen. */
export const readSignups = async (deps: Deps, caller: Caller) => {
  const { signupProducts } = await readVisitRules(deps.db, caller.accountId)
  return { products: [...signupProducts], choices: await productChoices(deps, caller, SIGNUP_MATCHER) }
}
