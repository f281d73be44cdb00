/** Local parts of addresses that stand for no address. */
const PLACEHOLDERS = 'none, na, null, unknown, noemail, no-email, noreply, no-reply, donotreply, guest, walkin, walk-in'

const LOCAL_PARTS = PLACEHOLDERS.split(', ').map((part) => `'${part}'`)

/** What an engine gives to the SQL over the people of an account. */
interface PeopleDialect {
  /** relations of all of the account's rows */
  readonly customers: string
  readonly orders: string
  readonly foldCase: (sql: string) => string
  /** of a text in lower case; empty without one */
  readonly lastWord: (sql: string) => string
  /** type of a text that may be null */
  readonly text: string
}

/** The name that distinguishes people who share an email, as SQL. */
export const lastName = ({ foldCase, lastWord }: Pick<PeopleDialect, 'foldCase' | 'lastWord'>, name: string): string =>
  lastWord(foldCase(`trim(coalesce(${name}, ''))`))

/**
 * Customers that share an email with another, `service_id` and `source_id`, each with the customer that counts for all of them,
 * `customer_service_id` and `customer_id`. That is the record with sales before the platform's own, else one with a birth date, else
 * the first by service and ID; who is only named by orders, as an address, comes last. An email that customers of one service have under
 * different last names is shared: it joins nobody.
 */
export const selectPeople = (dialect: PeopleDialect): string => {
  const { customers, orders, foldCase } = dialect
  const address = (sql: string) => foldCase(`trim(${sql})`)
  const isAddress = (sql: string) =>
    `${sql} LIKE '%_@_%' AND ${LOCAL_PARTS.map((part) => `${sql} NOT LIKE concat(${part}, '@%')`).join(' AND ')}`
  return `WITH
  known AS (
    SELECT service_id, source_id, ${address('email')} AS address, name, 0 AS is_named_only,
      CASE WHEN coalesce(lifetime_value_seed, 0) <> 0 THEN 0 WHEN birth IS NOT NULL THEN 1 ELSE 2 END AS detail
    FROM ${customers} AS c WHERE email LIKE '%@%'
    UNION ALL
    SELECT DISTINCT service_id, customer_source_id AS source_id, ${address('customer_source_id')} AS address,
      CAST(NULL AS ${dialect.text}) AS name, 1 AS is_named_only, 2 AS detail
    FROM ${orders} AS o WHERE customer_source_id LIKE '%@%'
      AND (service_id, customer_source_id) NOT IN (SELECT service_id, source_id FROM ${customers} AS c)
  ),
  several AS (SELECT address FROM known WHERE ${isAddress('address')} GROUP BY address HAVING count(*) > 1),
  candidates AS (SELECT * FROM known WHERE address IN (SELECT address FROM several)),
  names AS (
    SELECT address, service_id, ${lastName(dialect, 'name')} AS last_name FROM candidates
    UNION ALL
    SELECT k.address AS address, k.service_id AS service_id, ${lastName(dialect, 'o.customer_name')} AS last_name
    FROM ${orders} AS o INNER JOIN candidates AS k ON k.service_id = o.service_id AND k.source_id = o.customer_source_id
  ),
  shared AS (
    SELECT address FROM names WHERE last_name <> '' GROUP BY address, service_id HAVING count(DISTINCT last_name) > 1
  )
  SELECT service_id, source_id, first_value(service_id) OVER same_address AS customer_service_id,
    first_value(source_id) OVER same_address AS customer_id
  FROM candidates WHERE address NOT IN (SELECT address FROM shared)
  WINDOW same_address AS (PARTITION BY address ORDER BY is_named_only, detail, service_id, source_id)`
}
