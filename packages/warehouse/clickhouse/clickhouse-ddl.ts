import type { StoredKind } from '../schema/stored-columns.ts'

const TYPES = {
  text: 'String',
  integer: 'Int32',
  boolean: 'Bool',
  date: 'Date32',
  quantity: 'Decimal(18, 3)',
  money: 'Int64',
  price: 'Decimal(18, 4)',
  timestamp: "DateTime64(6, 'UTC')",
} as const satisfies Record<StoredKind, string>

/** The type of a value that may be null. */
export const nullableType = (kind: StoredKind): string => `Nullable(${TYPES[kind]})`

/** Settings that every statement of the compiler is run with: what `clickHouseDialect` writes means what it says only here. */
export const CLICKHOUSE_SETTINGS = {
  // 64-bit and decimal values arrive as text, so that none is rounded before it is read
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_decimal_trailing_zeros: 1,
  // the other side of an outer join without a match is null
  join_use_nulls: 1,
  // CAST keeps nulls
  cast_keep_nullable: 1,
  // SUM(net_sales) AS net_sales sums the column
  prefer_column_name_to_alias: 1,
  // the start of a period may lie outside of 1970 to 2149
  enable_extended_results_for_datetime_functions: 1,
  session_timezone: 'UTC',
} as const
